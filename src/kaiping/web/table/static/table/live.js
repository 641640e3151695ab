// Live: the server says that the game has moved, and the page fetches what it has missed.

import { busy as sliding } from "./history.js";
import { show, table, version } from "./page.js";

const AGAIN = 1500; // milliseconds until a fetch that failed is tried again

let source = null;
let latest = null;
let retry = null;
let acting = 0; // requests of this page's own that will bring the table as it then is

async function moved(number) {
  latest = number;
  clearTimeout(retry);
  if (acting || number === version()) return;
  if ("past" in table().dataset || sliding()) {
    document.querySelector(".banner.moved")?.removeAttribute("hidden");
    return;
  }
  if (!(await show(null))) retry = setTimeout(() => moved(latest), AGAIN);
}

/** Say in the title of the window whose turn it is. */
export function start() {
  const here = table();
  const mine = "mine" in here.dataset;
  document.title = `${mine ? "● " : ""}${here.dataset.title} · Kaiping`;
}

export function listen() {
  const own = (event) => event.detail.target?.id === "table";
  document.addEventListener("htmx:beforeRequest", (event) => {
    if (own(event)) acting += 1;
  });
  document.addEventListener("htmx:afterRequest", (event) => {
    if (!own(event)) return;
    acting -= 1;
    if (latest !== null && latest > version()) moved(latest);
  });
  const address = table().dataset.stream;
  if (!address || source) return;
  source = new EventSource(address);
  source.addEventListener("moved", (event) => moved(JSON.parse(event.data).version));
  source.addEventListener("seats", () => location.reload());
  source.addEventListener("chat", () => {
    const chat = document.getElementById("chat-box");
    if (chat) window.htmx.trigger(chat, "chat");
    if (document.body.dataset.tab !== "chat") document.querySelector('.tabs [data-view="chat"]')?.classList.add("news");
  });
  addEventListener("online", () => latest !== null && moved(latest));
  addEventListener("pagehide", () => source.close());
}
