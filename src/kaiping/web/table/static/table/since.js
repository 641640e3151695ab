// Since your last turn: what others and bots have done meanwhile, until it is dismissed or one acts again.

import * as fit from "./fit.js";
import { hexShape } from "./map.js";
import { FORMS } from "./only.js";
import { table } from "./page.js";

const MOST = 40;

/** The moment of this page from which an action was sent, and how many were then played for oneself. */
let sent = null;
let own = 1;

const place = () => `kaiping-since ${table().dataset.page}`;
const here = () => Number(table().dataset.here);

/** The log after one's own latest action, above what may be done now; what it put on the map is marked. */
export function start() {
  if (sent !== null && here() > sent) localStorage.setItem(place(), String(sent + own));
  sent = null;
  const since = localStorage.getItem(place());
  if (since === null || !("mine" in table().dataset) || "past" in table().dataset) return;
  const news = [...document.querySelectorAll("#p-log .entry")].filter(
    (one) => Number(one.querySelector("[data-at]")?.dataset.at) > Number(since),
  );
  const words = document.getElementById("since-words");
  if (!news.length || !words || Number(since) > here()) return;
  const box = words.content.cloneNode(true);
  box.querySelector("ol").append(...news.slice(-MOST).map((one) => one.cloneNode(true)));
  const before = Number(news[0].querySelector("[data-at]").dataset.at) - Number(since) - 1;
  if (before > 0) {
    const told = box.querySelector("[data-words]");
    told.textContent = told.dataset.words.replace("%s", before);
    told.hidden = false;
  }
  document.getElementById("p-now").prepend(box);
  mark(true);
}

/** Mark the hexes that the list speaks of, or no longer. */
function mark(yes) {
  for (const line of document.querySelectorAll(".since [data-put]")) {
    hexShape(line.dataset.put)?.classList.toggle("meanwhile", yes);
  }
}

export function listen() {
  document.addEventListener("htmx:beforeRequest", (event) => {
    if (event.target.matches(FORMS)) sent = here();
  });
  document.addEventListener("htmx:beforeSwap", (event) => {
    own = Number(event.detail.xhr?.getResponseHeader("Kaiping-Own") ?? 1);
  });
  document.addEventListener("htmx:responseError", () => (sent = null));
  document.addEventListener("click", (event) => {
    const gone = event.target.closest("[data-since-gone]");
    if (!gone) return;
    localStorage.setItem(place(), String(here()));
    mark(false);
    gone.closest(".since").remove();
    fit.start();
  });
}
