// Time: the slider, the buttons and the links show the table as it was.

import { show, table } from "./page.js";

const slider = () => document.querySelector("#time input");
const marks = () => [...document.querySelectorAll("#rounds option")].map((one) => [Number(one.value), one.label]);

let waiting = null;
let dragging = false;

/** Show the moment after so many actions. */
export function go(number) {
  const most = Number(slider().max);
  const at = Math.min(Math.max(number, 0), most);
  return show(at === most ? null : at);
}

export const now = () => show(null);

export function step(kind) {
  const here = Number(table().dataset.here);
  const rounds = marks().map(([number]) => number);
  const goal = {
    back: () => here - 1,
    on: () => here + 1,
    "round-back": () => rounds.filter((one) => one < here).pop() ?? 0,
    "round-on": () => rounds.find((one) => one > here) ?? Number(slider().max),
  }[kind]();
  return go(goal);
}

export function listen() {
  document.addEventListener("input", (event) => {
    if (!event.target.matches("#time input")) return;
    const number = Number(event.target.value);
    const round = marks().filter(([at]) => at <= number).pop()?.[1] ?? "";
    document.querySelector("#time .when").textContent = `${round} · ${number}`;
    dragging = true;
    clearTimeout(waiting);
    waiting = setTimeout(async () => {
      await go(number);
      slider()?.focus({ preventScroll: true });
    }, 40);
  });
  document.addEventListener("change", (event) => {
    if (event.target.matches("#time input")) dragging = false;
  });
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-step]");
    if (button) return void step(button.dataset.step);
    const moment = event.target.closest("[data-at]");
    if (moment && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      return void go(Number(moment.dataset.at));
    }
    const back = event.target.closest("[data-now]");
    if (back && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      now();
    }
  });
}

export const busy = () => dragging;
