// The chat: what has been said since is brought beside what is being typed, and what one has seen counts as read.

import * as fit from "./fit.js";
import * as tabs from "./tabs.js";

const box = () => document.getElementById("chat-box");
const said = () => document.getElementById("chat");
const news = () => document.getElementById("unheard");

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

/** Is the chat looked at? */
const seen = () => document.visibilityState === "visible" && said()?.checkVisibility();

/** Whoever looks at the chat has read it. */
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

export function start() {
  read();
}

export function listen() {
  document.addEventListener("htmx:afterSettle", (event) => event.target.closest?.("#chat-box") && read());
  document.addEventListener("visibilitychange", read);
  document.addEventListener("click", (event) => {
    if (event.target.closest("[data-heard]")) has(news().dataset.said);
    else if (event.target.closest("[data-to-chat]")) tabs.ask("chat");
    // a tab that was loaded before is not loaded again
    else if (event.target.closest('[data-view="chat"]')) read();
  });
}
