// The band of a lesson: what it speaks of is marked, and brought into sight.

import * as fit from "./fit.js";
import * as map from "./map.js";
import { view } from "./tabs.js";

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

function start() {
  for (const one of document.querySelectorAll(".coached")) one.classList.remove("coached");
  if (!band() || "past" in document.getElementById("table").dataset) return;
  const { look, lessonStep: step, verdict } = band().dataset;
  const words = verdict ? [] : look.split(" ").filter(Boolean);
  for (const one of words.flatMap(meant).filter(Boolean)) one.classList.add("coached");
  if (shown === step) return;
  shown = step;
  // a desk has decision, map and sheet always in sight, a phone shows one panel
  const wanted = words.map(panel).find((name) => !desk.matches || !["now", "map", "sheet"].includes(name));
  if (wanted) view(wanted);
  fit.start();
}

document.addEventListener("htmx:afterSwap", () => {
  const table = document.getElementById("table");
  if (table && !("coached" in table.dataset)) {
    table.dataset.coached = "";
    start();
  }
});
document.getElementById("table").dataset.coached = "";
start();
