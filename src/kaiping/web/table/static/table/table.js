// The table: each module listens once, and is started again whenever the table is swapped.

import * as chat from "./chat.js";
import * as choose from "./choose.js";
import * as coach from "./coach.js";
import * as fit from "./fit.js";
import * as history from "./history.js";
import * as keys from "./keys.js";
import * as light from "./light.js";
import * as live from "./live.js";
import * as map from "./map.js";
import * as now from "./now.js";
import * as only from "./only.js";
import { FORMS } from "./only.js";
import * as pen from "./pen.js";
import * as runs from "./runs.js";
import * as sales from "./sales.js";
import * as since from "./since.js";
import * as split from "./split.js";
import * as still from "./still.js";
import * as tabs from "./tabs.js";
import * as follows from "./follows.js";
import * as told from "./told.js";
import * as you from "./you.js";

function start() {
  split.start();
  map.start();
  pen.start();
  you.start();
  since.start();
  now.start();
  tabs.forget();
  fit.start(); // after the digits on the choices, which take room
  only.start();
  runs.start();
  sales.start();
  choose.start();
  tabs.start();
  light.start();
  follows.start();
  live.start();
  chat.start();
  coach.start(); // once all is in its place
  const turn = document.querySelector(".turn.now");
  if (turn) turn.parentElement.scrollLeft = turn.offsetLeft - turn.parentElement.offsetLeft - 40;
  for (const link of document.querySelectorAll("[data-absolute]")) link.value = new URL(link.value, location.href).href;
}

/** Whoever acts stays there: what they pressed is gone, and its place is what may be done now. What else has the focus
 *  has it in the new table too: on the map the hex, or the map itself. */
let places = [];
document.addEventListener("htmx:beforeRequest", (event) => event.target.matches(FORMS) && (places = ["#p-now"]));
function leave() {
  const one = document.activeElement;
  if (places.length || !one?.closest("#table")) return;
  const hex = one.closest("#p-map [data-hex]")?.dataset.hex;
  if (hex) places.push(`#p-map .hexes [data-hex="${CSS.escape(hex)}"][tabindex]`);
  if (one.closest("#p-map, #choose")) places.push("#p-map .canvas");
  if (one.id) places.push(`#${CSS.escape(one.id)}:not(:disabled)`);
  places.push("#p-now");
}
function stay() {
  if (document.activeElement === document.body) {
    const found = places.map((one) => document.querySelector(one)).find((one) => one?.checkVisibility());
    found?.focus({ preventScroll: true });
  }
  places = [];
}
document.addEventListener("htmx:beforeSwap", (event) => event.target.id === "table" && leave());
document.addEventListener("leaving", leave);

const modules = [
  chat, choose, coach, fit, history, keys, light, map, now, only,
  pen, runs, sales, since, split, tabs, told, you,
];
still.listen(); // before those who ask what is pointed at
for (const module of modules) module.listen();
start();
live.listen();
document.addEventListener("htmx:afterSwap", () => {
  const table = document.getElementById("table");
  if (table && !("started" in table.dataset)) {
    table.dataset.started = "";
    start();
    stay();
  }
});
for (const kind of ["htmx:load", "htmx:afterSettle"]) {
  document.addEventListener(kind, (event) => {
    if (event.target === document.body || event.target.id === "table") tabs.opened();
  });
}
document.getElementById("table").dataset.started = "";
