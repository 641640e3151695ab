// Choosing on the map: a hex lists its tiles and tokens, each is previewed in place, Enter confirms, Escape goes back.

import * as fit from "./fit.js";
import * as map from "./map.js";
import { part } from "./page.js";
import { follows } from "./follows.js";
import { view } from "./tabs.js";

let chosen = null;
let cameFrom = null;

const box = () => document.getElementById("choose");
const options = () => [...box().querySelectorAll('input[type="radio"]')];
const picked = () => options().find((one) => one.checked);

export const open = () => chosen !== null;

/** List what may be done on a hex. */
export async function hex(id) {
  if (chosen === id && picked()) return turn();
  cameFrom ??= document.body.dataset.view ?? "now";
  chosen = id;
  map.choose(id);
  map.preview([]);
  if (!(await part("hex", { hex: id }, box())) || chosen !== id) return;
  box().hidden = false;
  view("map", { quiet: true });
  show();
  fit.start();
  map.reveal(map.hexShape(id)); // what opened beside the map may have made it smaller
  (picked() ?? box().querySelector("[data-close]"))?.focus({ preventScroll: true });
}

/** Back to what there was before. */
export function close() {
  if (chosen === null) return false;
  const shape = map.hexShape(chosen);
  chosen = null;
  map.choose(null);
  map.preview([]);
  box().hidden = true;
  box().replaceChildren();
  fit.start();
  if (cameFrom) view(cameFrom, { quiet: true });
  cameFrom = null;
  if (shape?.hasAttribute("tabindex")) shape.focus({ preventScroll: true });
  return true;
}

/** Preview the option that is picked and say what it does. */
function show() {
  const option = picked();
  const words = box().querySelector(".outcome");
  if (!option) return;
  const label = option.closest(".option");
  const faces = [[chosen, label.querySelector(".face")]];
  for (const other of label.querySelectorAll("[data-other]")) faces.push([other.dataset.other, other]);
  map.preview(faces);
  const outcome = "notMine" in option.dataset ? null : option.dataset.outcome;
  if (words) words.textContent = outcome ? words.dataset.if.replace("%s", outcome) : "";
  follows(outcome ? option : null, words);
}

/** The next rotation of the same tile. */
export function turn() {
  const option = picked();
  if (!option) return;
  const same = [...option.closest(".set").querySelectorAll('input[type="radio"]')];
  const next = same[(same.indexOf(option) + 1) % same.length];
  next.checked = true;
  next.focus({ preventScroll: true });
  show();
}

/** A gain with its sign, and a question mark where more may be possible. */
const gainWords = ({ dataset }) =>
  `${Number(dataset.gain) > 0 ? "+" : ""}${dataset.gain}${"unproven" in dataset ? "?" : ""}`;

/** Write beside each option what it would add. */
function gains() {
  for (const one of box().querySelectorAll(".gain-of")) {
    const option = options().find((radio) => radio.value === one.value || radio.value === one.getAttribute("value"));
    const badge = option?.closest(".option").querySelector(".gain");
    if (!badge) continue;
    const gain = Number(one.dataset.gain);
    badge.textContent = gainWords(one);
    badge.className = `gain ${gain > 0 ? "plus" : gain < 0 ? "minus" : ""}`;
  }
}

/** A swapped table has nothing chosen. */
export function start() {
  if (chosen !== null && cameFrom && cameFrom !== "map") view(cameFrom, { quiet: true });
  chosen = null;
  cameFrom = null;
}

export function listen() {
  document.addEventListener("click", (event) => {
    if (document.body.classList.contains("editing")) return;
    const row = event.target.closest("[data-hex-choice]");
    if (row) return void hex(row.dataset.hexChoice);
    const shape = event.target.closest("#p-map .hexes [data-hex]");
    if (shape) return void hex(shape.dataset.hex);
    if (event.target.closest("#choose [data-close]")) close();
    if (event.target.closest("#choose [data-turn]")) turn();
  });
  document.addEventListener("keydown", (event) => {
    const shape = event.target.closest?.("#p-map .hexes [data-hex]");
    if (shape && (event.key === "Enter" || event.key === " ")) {
      event.preventDefault();
      hex(shape.dataset.hex);
    }
  });
  document.addEventListener("change", (event) => {
    if (event.target.matches('#choose input[type="radio"]')) show();
  });
  document.addEventListener("htmx:afterSwap", (event) => {
    if (open() && event.target !== box()) gains();
    const found = [...document.querySelectorAll("#act .gain-at")];
    const marks = found.map((one) => [one.getAttribute("value"), Number(one.dataset.gain), gainWords(one)]);
    if (marks.length) map.writeGains(marks);
    for (const [id, gain, words] of marks) {
      const chip = document.querySelector(`#act [data-hex-choice="${CSS.escape(id)}"]`);
      if (!chip) continue;
      const adds = chip.querySelector(".adds") ?? chip.appendChild(document.createElement("b"));
      adds.className = `adds ${gain > 0 ? "plus" : ""}`;
      adds.textContent = words;
    }
  });
}
