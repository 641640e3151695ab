// Live: the server says that the game has moved, and the page fetches what it has missed.

import { busy as sliding } from "./history.js";
import { show, table, version } from "./page.js";

let source = null;

function moved(number) {
  if (number === version()) return;
  if ("past" in table().dataset || sliding()) {
    document.querySelector(".banner.moved")?.removeAttribute("hidden");
    return;
  }
  show(null);
}

/** Say in the title of the window whose turn it is. */
export function start() {
  const here = table();
  const mine = "mine" in here.dataset;
  document.title = `${mine ? "● " : ""}${here.dataset.title} · Kaiping`;
}

export function listen() {
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
  addEventListener("pagehide", () => source.close());
}
