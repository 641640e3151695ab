// Live: the server says that the game has moved, and the page fetches what it has missed.

import * as chat from "./chat.js";
import * as fit from "./fit.js";
import { busy as sliding } from "./history.js";
import { show, table, version } from "./page.js";

const AGAIN = 1500; // milliseconds until what failed is tried again
const OPENING = 8000; // milliseconds that a stream may take to open
const TOLD = 9000; // milliseconds for which the end of a silence is told
const PATIENCE = 3000; // milliseconds of silence before it is told

let source = null;
let latest = null;
let retry = null;
let heard = 0; // remarks there were when the stream last spoke of them
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

let mine = null;

/**
 * Say in the title of the window whose turn it is, by a notice to who wants one and looks elsewhere, and which bot is
 * thinking to who listens instead of looking.
 */
export function start() {
  const here = table();
  const before = mine;
  mine = "mine" in here.dataset;
  const next = document.getElementById("next-table");
  if (next && before !== null && before !== mine) window.htmx.trigger(next, "again");
  const thinks = document.getElementById("thinking-told");
  const thinking = here.dataset.thinking?.trim() ?? "";
  if (thinks && thinks.textContent !== thinking) thinks.textContent = thinking;
  entitle();
  also();
  if (mine && before === false && wanted() && document.hidden && Notification.permission === "granted") {
    const notice = new Notification(wanted(), { body: here.dataset.title, tag: location.pathname });
    notice.onclick = () => window.focus();
  }
}

/** The title of the window says that it is one's turn here, or at another table. */
function entitle() {
  const sign = mine ? "● " : document.querySelector("#next-table a") ? "○ " : "";
  document.title = `${sign}${table().dataset.title} · Kaiping`;
}

/** Whoever is to act here is told of another table beside undo and redo, where that takes nothing from the decision. */
function also() {
  const [sign, link] = [document.querySelector(".head .elsewhere"), document.querySelector("#next-table a")];
  if (!sign) return;
  const before = sign.hidden;
  sign.hidden = !mine || !link;
  if (link) {
    sign.href = link.href;
    sign.textContent = link.dataset.brief;
    sign.title = link.textContent.replace(/[\s→]+/g, " ").trim();
    sign.setAttribute("aria-label", sign.title);
  }
  if (sign.hidden !== before) fit.order();
}

/** Whoever sits at other tables too is told of them while this one stands still: it is asked again after a while. */
let elsewhere = null;
function besides(next) {
  entitle();
  also();
  clearTimeout(elsewhere);
  const seconds = next.querySelector("[data-again]")?.dataset.again;
  if (seconds) elsewhere = setTimeout(() => window.htmx.trigger(next, "again"), 1000 * seconds);
}

/** The words of the notice, if the reader wants notices. */
const wanted = () => "Notification" in window && document.querySelector('meta[name="notify"]')?.content;

/** Say that the server cannot be heard, at once if something was clicked, else when it does not come back soon. */
let silence = null;
let tried = 0; // when the stream was last asked for
let asking = null; // asks again and again whether the server is back
let clickedAt = null; // the version that was shown when a click went nowhere
function lost(clicked = false) {
  const banner = document.getElementById("lost");
  const tell = () => (banner.hidden = false);
  silence ??= setTimeout(tell, PATIENCE);
  asking ??= setInterval(ask, AGAIN);
  if (!clicked) return;
  clickedAt ??= version();
  banner.querySelector("[data-clicked]").hidden = false;
  tell();
}

/** A browser that tries a stream again may wait long between two tries: as soon as the server answers it is opened. */
async function ask() {
  const answer = await fetch("/healthz", { cache: "no-store" }).catch(() => null);
  if (!answer?.ok || asking === null) return;
  if (source.readyState === EventSource.OPEN) found(); // only one request was lost
  else if (Date.now() - tried > OPENING) connect(source.url);
}

async function found() {
  clearTimeout(silence);
  clearInterval(asking);
  silence = asking = null;
  const banner = document.getElementById("lost");
  banner.hidden = true;
  banner.querySelector("[data-clicked]").hidden = true;
  if (clickedAt === null) return;
  const before = clickedAt;
  clickedAt = null;
  if (!(await show(null))) return;
  // nobody else could act, so whatever has moved the game on was the click
  const back = document.getElementById("back");
  back.textContent = version() > before ? back.dataset.taken : back.dataset.notTaken;
  back.hidden = false;
  setTimeout(() => (back.hidden = true), TOLD);
}

function connect(address) {
  tried = Date.now();
  source?.close();
  source = new EventSource(address);
  source.addEventListener("open", found);
  source.addEventListener("error", () => {
    lost();
  });
  source.addEventListener("moved", (event) => moved(JSON.parse(event.data).version));
  source.addEventListener("seats", () => location.reload());
  source.addEventListener("gone", () => location.reload()); // to the page that says so
  source.addEventListener("chat", (event) => {
    const { count } = JSON.parse(event.data);
    if (count > heard) chat.hear();
    heard = count;
  });
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
  document.addEventListener("htmx:afterRequest", (event) => {
    if (event.target.id === "next-table") besides(event.target);
  });
  const address = table().dataset.stream;
  if (!address || source) return;
  connect(address);
  document.addEventListener("htmx:sendError", () => lost(true));
  document.addEventListener("click", () => {
    if (wanted() && Notification.permission === "default") Notification.requestPermission();
  });
  addEventListener("online", () => latest !== null && moved(latest));
  addEventListener("pagehide", () => source.close());
}
