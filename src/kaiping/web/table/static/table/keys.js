// Keys for everything; none of them while something is typed.

import * as choose from "./choose.js";
import * as history from "./history.js";
import * as now from "./now.js";
import * as runs from "./runs.js";
import * as sales from "./sales.js";
import { ask } from "./tabs.js";

const PANELS = { t: "trains", k: "market", l: "log", i: "tiles", s: "story", c: "chat", o: "notes", e: "more" };

const ACTIONS = {
  "[": () => history.step("back"),
  "]": () => history.step("on"),
  "{": () => history.step("round-back"),
  "}": () => history.step("round-on"),
  n: () => history.now(),
  // what is only being tried goes first, and nothing that was played
  u: () => drop() || document.getElementById("undo")?.click(),
  U: () => document.getElementById("redo")?.click(),
  r: () => choose.turn(),
  m: () => document.querySelector("#p-map .canvas")?.focus(),
  w: () => document.querySelector("#act .choice:not(:disabled)")?.focus(),
  "?": () => document.getElementById("keys")?.showModal(),
};

/** Leave what is being tried: a tile, routes, a sale. */
const drop = () => choose.close() || runs.end() || sales.end();

const typing = (element) =>
  element.matches?.(
    'textarea, select, [contenteditable], input:not([type="radio"], [type="checkbox"], [type="range"])',
  );

export function listen() {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape") {
      if (document.getElementById("keys")?.open) return;
      if (drop()) event.preventDefault();
      else if (typing(event.target)) event.target.blur();
      else if ("past" in document.getElementById("table").dataset) history.now();
      return;
    }
    if (typing(event.target)) return;
    if ([...now.KEYS, "p"].includes(event.key) && !choose.open() && now.pick(event.key)) {
      event.preventDefault();
      return;
    }
    if (event.key in PANELS) {
      ask(PANELS[event.key]);
      event.preventDefault();
    } else if (event.key in ACTIONS) {
      event.preventDefault();
      ACTIONS[event.key]();
    }
  });
  document.addEventListener("click", (event) => {
    if (event.target.closest("[data-help]")) document.getElementById("keys")?.showModal();
  });
}
