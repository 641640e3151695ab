// The band of a lesson: what it speaks of is marked, and brought into sight.

import * as fit from "./fit.js";
import * as map from "./map.js";
import { ask, view } from "./tabs.js";

const desk = matchMedia("(min-width: 1100px)");
const band = () => document.querySelector(".coach");
let shown = null; // the step whose panel was brought into sight

/** The elements that a word of the lesson means. */
function meant(word) {
  const [kind, name] = word.split(":");
  if (kind === "hex") return [map.hexShape(name)];
  if (kind === "company") return [...document.querySelectorAll(`#p-sheet [data-company="${CSS.escape(name)}"]`)];
  if (kind === "player") return [...document.querySelectorAll(`#p-sheet tr[data-player="${CSS.escape(name)}"]`)];
  return [document.getElementById(`p-${kind}`)];
}

/** The panel in which that is. */
const panel = (word) => ({ hex: "map", company: "sheet", player: "sheet" })[word.split(":")[0]] ?? word;

/** What the step speaks of, until it is answered. */
function spoken() {
  if (!band() || "past" in document.getElementById("table").dataset || band().dataset.verdict) return [];
  return band().dataset.look.split(" ").filter(Boolean);
}

function mark() {
  for (const one of document.querySelectorAll(".coached")) one.classList.remove("coached");
  for (const one of spoken().flatMap(meant).filter(Boolean)) one.classList.add("coached");
}

/** On a phone the band folds to the task once one has scrolled past more than that frees: nothing moves then. */
let left = 0; // how far a panel was scrolled when that was too little
function fold(panel) {
  const one = band();
  if (desk.matches || !one?.querySelector(".task") || one.matches(".folded") || !panel.closest?.("#table")) return;
  const [at, before] = [panel.scrollTop, panel.getBoundingClientRect().top];
  if (at === left) return;
  one.classList.add("folded");
  const freed = before - panel.getBoundingClientRect().top;
  const enough = freed > 0 && at >= freed;
  if (!enough) one.classList.remove("folded");
  // while it was tried there was less to scroll
  panel.scrollTop = enough ? at - freed : at;
  left = enough ? 0 : at;
}

export function start() {
  mark();
  if (!band()) return;
  const step = band().dataset.lessonStep;
  if (shown === step) return;
  shown = step;
  // a desk has decision, map and sheet always in sight, a phone shows one panel
  const wanted = spoken().map(panel).find((name) => !desk.matches || !["now", "map", "sheet"].includes(name));
  // a tab that is only read has room; where something is to be done the decision has
  const reads = !band().querySelector(".task");
  if (!reads) document.body.classList.remove("tab-asked");
  if (wanted && desk.matches && reads) ask(wanted);
  else if (wanted) view(wanted);
  fit.start();
}

export function listen() {
  document.addEventListener("scrollend", (event) => fold(event.target), { capture: true });
  document.addEventListener("click", (event) => {
    if (event.target.closest("[data-unfold]")) band().classList.remove("folded");
  });
  document.addEventListener("htmx:afterSwap", (event) => event.target.closest?.(".cards") && mark());
}
