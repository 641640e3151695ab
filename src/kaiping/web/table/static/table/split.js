// The edge between the map and the rest: dragged, or moved by arrows; remembered for each shape of map, a double click
// forgets it.

import * as fit from "./fit.js";
import { table } from "./page.js";

/** How much of the width a map may have, in per cent, and how far an arrow moves the edge. */
const [LEAST, MOST, STEP] = [20, 75, 2];

const place = () => `kaiping-split ${table().dataset.shape}`;

/** Put the edge where it was left. */
export function start() {
  const share = Number(localStorage.getItem(place()));
  const root = document.documentElement.style;
  if (share) root.setProperty("--split", `${share}vw`);
  else root.removeProperty("--split");
  if (share) root.setProperty("--rest", "1fr");
  else root.removeProperty("--rest");
  const edge = document.querySelector(".edge");
  edge?.setAttribute("aria-valuenow", String(Math.round(share || width())));
}

/** The width of the map, in per cent of the screen. */
const width = () => (document.getElementById("p-map").getBoundingClientRect().width / innerWidth) * 100;

function move(share) {
  localStorage.setItem(place(), String(Math.min(MOST, Math.max(LEAST, Math.round(share * 10) / 10))));
  start();
}

export function listen() {
  let held = null;
  document.addEventListener("pointerdown", (event) => {
    if (!event.target.matches(".edge")) return;
    held = event.target;
    held.setPointerCapture(event.pointerId);
    event.preventDefault();
  });
  document.addEventListener("pointermove", (event) => held && move((event.clientX / innerWidth) * 100));
  for (const kind of ["pointerup", "pointercancel"]) {
    document.addEventListener(kind, () => {
      if (held) fit.start();
      held = null;
    });
  }
  document.addEventListener("dblclick", (event) => {
    if (!event.target.matches(".edge")) return;
    localStorage.removeItem(place());
    start();
    fit.start();
  });
  document.addEventListener("keydown", (event) => {
    const way = { ArrowLeft: -STEP, ArrowRight: STEP }[event.key];
    if (!way || !event.target.matches?.(".edge")) return;
    event.preventDefault();
    move(width() + way);
    fit.start();
  });
}
