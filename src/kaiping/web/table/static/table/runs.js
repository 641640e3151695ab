// Runs: those offered are drawn when pointed at; a run of one's own is put together by clicking stops.

import * as map from "./map.js";
import { part } from "./page.js";
import { view } from "./tabs.js";

let plan = null;
let active = 0;

export const editing = () => plan !== null;

function draw(card) {
  for (const one of document.querySelectorAll("#act .run")) one.classList.toggle("shown", one === card);
  map.drawRun(card?.querySelector(".run-lines"), { look: true });
}

/** Draw the best run at once. */
export function start() {
  plan = null;
  document.body.classList.remove("editing");
  const first = document.querySelector("#act .run");
  if (first) draw(first);
}

/** Ask what the plan earns; `far` is a place that was pressed in vain. */
async function refresh(far = "", look = false) {
  const box = document.getElementById("edit");
  const query = { plan: JSON.stringify(plan), active: String(active), far };
  if (!(await part("run", query, box))) return;
  map.drawRun(box.querySelector(".run-lines"), { look });
  const reach = new Set(box.querySelector(".editor").dataset.reach.split(" "));
  for (const stop of document.querySelectorAll("#p-map .stop")) {
    stop.classList.toggle("in-plan", Boolean(plan?.[active]?.stops.includes(stop.dataset.stop)));
    stop.classList.toggle("far", !reach.has(stop.dataset.stop));
  }
  reachable(true);
}

/** Stops that the company reaches can be chosen by keys while a run is put together. */
function reachable(yes) {
  for (const stop of document.querySelectorAll("#p-map .stop")) {
    if (yes && !stop.classList.contains("far")) {
      const id = CSS.escape(stop.dataset.stop.split(".")[0]);
      const hex = document.querySelector(`#p-map .hexes [data-hex="${id}"] title`);
      stop.setAttribute("tabindex", "0");
      stop.setAttribute("role", "button");
      stop.setAttribute("aria-label", hex?.textContent ?? stop.dataset.stop);
    } else {
      stop.removeAttribute("tabindex");
    }
  }
}

async function begin(card) {
  plan = JSON.parse(card.dataset.plan);
  for (const train of card.querySelectorAll("[data-idle]")) plan.push({ train: train.dataset.idle, stops: [] });
  active = 0;
  document.body.classList.add("editing");
  if (matchMedia("(max-width: 1099px)").matches) view("map");
  await refresh("", true);
  document.getElementById("edit").scrollIntoView({ block: "nearest" });
}

/** Back to the runs that are offered. */
export function end() {
  if (plan === null) return false;
  document.getElementById("edit").replaceChildren();
  reachable(false);
  start();
  return true;
}

function click(stop) {
  const stops = plan[active]?.stops;
  if (!stops) return;
  const at = stops.indexOf(stop);
  if (at === stops.length - 1 && at >= 0) stops.pop();
  else if (at >= 0) stops.splice(at + 1);
  else stops.push(stop);
  refresh();
}

/** A hex beside the stops that can be chosen: its one stop, or why it has none that a train may call at. */
function press(hex) {
  const stops = [...document.querySelectorAll(`#p-map .stop[data-stop^="${CSS.escape(hex)}."]`)];
  const near = stops.filter((one) => !one.classList.contains("far"));
  if (near.length === 1) click(near[0].dataset.stop);
  else if (!near.length) refresh(stops[0]?.dataset.stop ?? hex);
}

export function listen() {
  for (const kind of ["pointerover", "focusin"]) {
    document.addEventListener(kind, (event) => {
      const card = event.target.closest?.("#act .run");
      if (card && plan === null) draw(card);
    });
  }
  document.addEventListener("keydown", (event) => {
    const stop = plan !== null && event.target.closest?.("#p-map [data-stop]");
    if (stop && (event.key === "Enter" || event.key === " ")) {
      event.preventDefault();
      click(stop.dataset.stop);
    }
  });
  document.addEventListener("click", (event) => {
    const begins = event.target.closest("[data-edit-run]");
    if (begins) return void begin(begins.closest(".run"));
    if (plan === null) return;
    const stop = event.target.closest("#p-map [data-stop]");
    if (stop) return click(stop.dataset.stop);
    const hex = event.target.closest("#p-map .hexes [data-hex]")?.dataset.hex;
    if (hex) return void press(hex);
    const train = event.target.closest("[data-train-index]");
    if (train) {
      active = Number(train.dataset.trainIndex);
      return void refresh();
    }
    const clear = event.target.closest("[data-clear]");
    if (clear) {
      plan[Number(clear.dataset.clear)].stops = [];
      active = Number(clear.dataset.clear);
      return void refresh();
    }
    if (event.target.closest("[data-edit-end]")) end();
  });
}
