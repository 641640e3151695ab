// The chat: what has been said since is brought beside what is being typed, and what one has seen counts as read.
// It is shown from its end, unless somebody has gone back in it.

import * as fit from "./fit.js";
import * as tabs from "./tabs.js";

const box = () => document.getElementById("chat-box");
const said = () => document.getElementById("chat");
const news = () => document.getElementById("unheard");
const panel = () => document.getElementById("p-chat");
/** So far one has gone back from the newest remark, which is taken for being there. */
const NEAR = 24;
let back = 0;

const fromEnd = () => panel().scrollHeight - panel().clientHeight - panel().scrollTop;

/** To the newest remark, or as far before it as somebody had gone back. */
function place() {
  if (panel()?.checkVisibility()) panel().scrollTop = panel().scrollHeight - panel().clientHeight - back;
}

/** Another document of the server's, or nothing. */
async function fetched(address) {
  const answer = await fetch(address, { headers: { "HX-Request": "true" } }).catch(() => null);
  return answer?.ok ? new DOMParser().parseFromString(await answer.text(), "text/html") : null;
}

/** Something has been said: what is shown of it, how much of it is unread, and what the table has to tell. */
export async function hear() {
  const address = box()?.getAttribute("hx-get");
  if (!address) return;
  const shown = said()?.querySelector(".remarks");
  const fresh = shown && (await fetched(address))?.getElementById("chat");
  if (fresh) {
    shown.replaceChildren(...fresh.querySelector(".remarks").childNodes);
    said().dataset.said = fresh.dataset.said;
    document.dispatchEvent(new CustomEvent("times", { detail: shown }));
    if (back <= NEAR) place();
    if (await read()) return;
  }
  const found = (await fetched(`${address}?news`))?.getElementById("unheard");
  if (found) tell(found);
}

/** Draw what is unread. */
function tell(found) {
  news()?.replaceWith(found);
  count(Number(found.dataset.count));
  fit.start();
}

function count(unread) {
  for (const one of document.querySelectorAll("[data-unread]")) {
    one.textContent = unread;
    one.parentElement.hidden = !unread;
  }
}

/** Is the newest remark looked at? */
const seen = () => document.visibilityState === "visible" && said()?.checkVisibility() && fromEnd() <= NEAR;

/** Whoever looks at the end of the chat has read it. */
async function read() {
  if (!news() || !seen()) return false;
  if (Number(news().dataset.count) || Number(news().dataset.said) < Number(said().dataset.said)) {
    return has(said().dataset.said);
  }
  return true;
}

async function has(many) {
  const form = new FormData();
  form.set("read", many);
  const { "X-CSRFToken": token } = JSON.parse(document.body.getAttribute("hx-headers"));
  const sent = { method: "POST", body: form, headers: { "X-CSRFToken": token } };
  const answer = await fetch(box().getAttribute("hx-get"), sent).catch(() => null);
  if (!answer?.ok) return false;
  const told = news();
  told.replaceChildren();
  told.dataset.count = 0;
  told.dataset.said = many;
  count(0);
  fit.start();
  return true;
}

function look() {
  place();
  read();
}

export function start() {
  look();
}

export function listen() {
  document.addEventListener("htmx:afterSettle", (event) => {
    if (!event.target.closest?.("#chat-box")) return;
    back = 0; // it has come, or one has said something
    look();
  });
  // told to what comes only when its panel is opened, however that was done
  document.addEventListener("open", (event) => event.target.closest?.("#chat-box") && look());
  document.addEventListener(
    "scroll",
    (event) => {
      if (event.target.id !== "p-chat" || !said()?.checkVisibility()) return;
      back = fromEnd();
      read();
    },
    true,
  );
  document.addEventListener("visibilitychange", read);
  document.addEventListener("click", (event) => {
    if (event.target.closest("[data-heard]")) has(news().dataset.said);
    else if (event.target.closest("[data-to-chat]")) tabs.ask("chat");
    else if (event.target.closest('[data-view="chat"]')) back = 0;
  });
}
