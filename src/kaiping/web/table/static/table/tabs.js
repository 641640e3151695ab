// Which panel is shown: on a phone one of all, on a desk one of those at the side.

import * as fit from "./fit.js";
import { table } from "./page.js";

const desk = matchMedia("(min-width: 1100px)");
const WIDE = ["now", "map", "sheet"];
/** The tab of this game: one that was opened in another one does not come first here. */
const place = () => `kaiping-tab ${table().dataset.page}`;
/** In which round of which game somebody has asked for a tab. */
let asked = null;

/** A tab that was asked for is no more once another round has begun; before the decision takes its room. */
export function forget() {
  if (asked !== table().dataset.title) document.body.classList.remove("tab-asked");
}

/** Show a panel. */
export function view(name, { quiet = false } = {}) {
  const body = document.body;
  body.dataset.view = name;
  if (!WIDE.includes(name)) {
    if (body.dataset.tab !== name) body.classList.remove("side-closed");
    body.dataset.tab = name;
    sessionStorage.setItem(place(), name);
  }
  mark();
  if (!quiet) opened();
}

/** Show a panel that somebody asks for, and give it room until the round is over, though a decision needs some. */
export function ask(name) {
  document.body.classList.remove("side-closed");
  document.body.classList.add("tab-asked");
  asked = table().dataset.title;
  view(name);
  fit.start();
}

/** Tell tabs and panels what is shown. */
function mark() {
  const shown = desk.matches ? document.body.dataset.tab : document.body.dataset.view;
  // on a phone what is looked at seldom stands behind "More"
  const behind = !desk.matches && document.querySelector(`.tabs .seldom[data-view="${shown}"]`);
  for (const tab of document.querySelectorAll(".tabs [role=tab]")) {
    const selected = tab.dataset.view === (behind ? "more" : shown);
    tab.setAttribute("aria-selected", String(selected));
    tab.tabIndex = selected ? 0 : -1;
  }
}

/** Fetch what a panel shows only when it is looked at, and show the end of the log; htmx must know the panel. */
export function opened() {
  for (const name of new Set([document.body.dataset.tab, document.body.dataset.view])) {
    const panel = document.getElementById(`p-${name}`);
    if (!panel) continue;
    for (const late of panel.querySelectorAll('[hx-trigger^="open"]')) window.htmx.trigger(late, "open");
    if (name === "log") panel.scrollTop = panel.scrollHeight;
    if (name === "market") leading(panel);
  }
  if (document.body.classList.contains("cards-view") && (desk.matches || document.body.dataset.view === "sheet")) {
    for (const late of document.querySelectorAll(".cards [hx-trigger^=open]")) window.htmx.trigger(late, "open");
  }
}

/** Where not all prices fit, those with markers are seen first, the leading companies at any rate. */
function leading(panel) {
  const box = panel.querySelector(".scroll:has(.market)");
  if (!box?.clientWidth || "begun" in box.dataset) return;
  const full = [...box.querySelectorAll(".market .full")].map((one) => one.offsetLeft + one.offsetWidth);
  if (full.length) box.scrollLeft = Math.max(...full) + 24 - box.clientWidth;
  box.dataset.begun = "";
}

/** Set a freshly swapped table up. */
export function start() {
  const body = document.body;
  body.dataset.tab ??= sessionStorage.getItem(place()) ?? "market";
  body.dataset.view ??= "now";
  if (!document.getElementById(`p-${body.dataset.tab}`)) body.dataset.tab = "market";
  // cards fit a phone as they are
  const cards = (localStorage.getItem("kaiping-sheet") ?? (desk.matches ? "grid" : "cards")) === "cards";
  body.classList.toggle("cards-view", cards);
  for (const button of document.querySelectorAll("[data-sheet]")) {
    button.setAttribute("aria-pressed", String((button.dataset.sheet === "cards") === cards));
  }
  mark();
}

/** Cards that somebody has opened on a phone, where each is one line at first. */
const unfolded = new Set();
const named = (card) => card.dataset.company ?? card.dataset.player;

function fold(deck) {
  if (desk.matches) return;
  for (const card of deck.querySelectorAll("details.card")) {
    card.open = card.matches(".acting") || unfolded.has(named(card));
  }
}

export function listen() {
  document.addEventListener("htmx:afterSwap", (event) => event.target.closest?.(".cards") && fold(event.target));
  document.addEventListener("click", (event) => {
    const card = event.target.closest(".deck summary")?.parentElement;
    if (card) unfolded[card.open ? "delete" : "add"](named(card));
  });
  document.addEventListener("click", (event) => {
    const further = event.target.closest(".further [data-view]");
    if (further) ask(further.dataset.view);
    const tab = event.target.closest(".tabs [data-view]");
    if (tab) {
      // tabs that gave way to a decision come back when one is pressed, and stay for the round
      const away = table().classList.contains("crowded");
      const again = !away && tab.getAttribute("aria-selected") === "true";
      const closed = again && !document.body.classList.contains("side-closed");
      if (closed) {
        document.body.classList.add("side-closed");
        document.body.classList.remove("tab-asked");
        asked = null;
        view(tab.dataset.view);
        fit.start();
      } else ask(tab.dataset.view);
    }
    const sheet = event.target.closest("[data-sheet]");
    if (sheet) {
      localStorage.setItem("kaiping-sheet", sheet.dataset.sheet);
      start();
      opened();
      fit.sheet();
    }
  });
  document.addEventListener("keydown", (event) => {
    const tab = event.target.closest?.(".tabs [role=tab]");
    if (!tab || !["ArrowLeft", "ArrowRight"].includes(event.key)) return;
    const all = [...document.querySelectorAll(".tabs [role=tab]")].filter((one) => one.offsetParent);
    const next = all[(all.indexOf(tab) + (event.key === "ArrowRight" ? 1 : all.length - 1)) % all.length];
    view(next.dataset.view);
    next.focus();
    event.preventDefault();
  });
  // the window has told its new size before
  desk.addEventListener("change", () => {
    start();
    fit.start();
  });
}
