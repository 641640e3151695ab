// Since your last turn: what the server lists is marked on the map, until it is dismissed or one acts again.

import * as fit from "./fit.js";
import * as map from "./map.js";
import { table } from "./page.js";

/** A list that lies over the decision is no lower than this. */
const LEAST = 120;

const phone = matchMedia("(max-width: 1099px)");
const place = () => `kaiping-since ${table().dataset.page}`;
const box = () => document.querySelector("#p-now .since");
const shapes = (list) => list.split(" ").map(map.hexShape).filter(Boolean);

/** It goes, and the table knows that it was there. */
function dismissed() {
  box().remove();
  table().dataset.told = "";
}

/** Mark where something was laid; what was dismissed in this browser stays away. */
export function start() {
  if (!box()) return;
  if (Number(localStorage.getItem(place())) >= Number(table().dataset.here)) return void dismissed();
  // on a phone it is one line until it is pressed: what may be done comes first
  if (phone.matches) box().querySelector("details").open = false;
  for (const one of box().querySelectorAll("[data-hexes]")) {
    for (const shape of shapes(one.dataset.hexes)) shape.classList.add("news");
  }
}

/** On a desk it was folded for want of room: all of it lies over the decision while somebody wants to see it. */
function over() {
  const [list, panel] = [box(), document.getElementById("p-now")];
  list.classList.toggle("above", !list.querySelector("details").open);
  const below = panel.getBoundingClientRect().bottom - list.getBoundingClientRect().bottom;
  list.style.setProperty("--room", `${Math.max(LEAST, Math.floor(below) - 8)}px`);
}

export function listen() {
  // a line that is pointed at, here or in the log, shows its place
  for (const kind of ["pointerover", "focusin"]) {
    document.addEventListener(kind, (event) => {
      const line = event.target.closest?.("[data-hexes]");
      for (const one of document.querySelectorAll("#p-map .hex.pointed")) one.classList.remove("pointed");
      for (const shape of line ? shapes(line.dataset.hexes) : []) shape.classList.add("pointed");
    });
  }
  document.addEventListener("click", (event) => {
    if (event.target.closest(".since summary") && !phone.matches) return over();
    if (!event.target.closest("[data-since-gone]")) return;
    localStorage.setItem(place(), table().dataset.here);
    dismissed();
    for (const one of document.querySelectorAll("#p-map .hex.news")) one.classList.remove("news");
    fit.start();
  });
}
