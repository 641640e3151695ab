// The pen: lines, marks and notes that one draws on the map for oneself; kept by the server, shown to nobody else.

import { hexShape, under } from "./map.js";
import { table } from "./page.js";

const NS = "http://www.w3.org/2000/svg";
/** Points of a line are at least so far apart, in units of the picture, and a press moves no further. */
const [STEP, STILL] = [9, 14];
/** Points that a line has at most. */
const MOST = 590;

let things = [];
let earlier = []; // what was there before each change, to take it back
let [on, pen, noting] = [false, 0, false];
let line = null; // what is being drawn
let fetched = null;

const canvas = () => document.querySelector("#p-map .canvas");
const picture = () => canvas()?.querySelector(":scope > svg");
const tools = () => document.querySelector(".pen-tools");

function made(name, attributes, text = "") {
  const element = document.createElementNS(NS, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.textContent = text;
  return element;
}

function shape(thing) {
  const look = `pen-${thing.pen}`;
  if (thing.kind === "line") {
    const [x, y, ...more] = thing.points;
    if (!more.length) return made("circle", { class: look, cx: x, cy: y, r: 34 });
    return made("polyline", { class: look, points: thing.points.join(" ") });
  }
  const place = hexShape(thing.hex)?.getAttribute("transform");
  if (!place) return null;
  const group = made("g", { class: look, transform: place });
  const size = Number(picture().querySelector(".large").dataset.size);
  const wide = (thing.text.length * 0.56 + 1) * size;
  group.append(made("rect", { x: -wide / 2, y: 80 - 1.3 * size, width: wide, height: 1.5 * size, rx: 9 }));
  group.append(made("text", { y: 80 - 0.2 * size, "text-anchor": "middle", "font-size": size }, thing.text));
  return group;
}

/** Draw everything, above whatever else is on the map. */
function draw() {
  const map = picture();
  if (!map) return;
  map.querySelector(":scope > .drawn")?.remove();
  const layer = made("g", { class: "drawn" });
  for (const thing of line ? [...things, line] : things) {
    const one = shape(thing);
    if (one) layer.append(one);
  }
  map.append(layer);
}

function say(words = "") {
  const place = tools()?.querySelector("[role=status]");
  if (place) place.textContent = words || (noting ? place.dataset.hex : place.dataset.drag);
}

/** Show which tools are in the hand. */
function show() {
  const box = tools();
  if (!box) return;
  canvas().classList.toggle("penned", on);
  box.hidden = !on;
  box.querySelector(".pen-note").hidden = !noting;
  document.querySelector('[data-pen="switch"]').setAttribute("aria-pressed", String(on));
  for (const one of box.querySelectorAll("[aria-pressed]")) {
    const held = one.dataset.pen === "note" ? noting : Number(one.dataset.pen) === pen;
    one.setAttribute("aria-pressed", String(held));
  }
  box.querySelector('[data-pen="undo"]').disabled = !things.length && !earlier.length;
  box.querySelector('[data-pen="clear"]').disabled = !things.length;
  say();
}

async function keep() {
  const words = tools()?.querySelector("[role=status]")?.dataset;
  const { "X-CSRFToken": token } = JSON.parse(document.body.getAttribute("hx-headers"));
  const body = new URLSearchParams({ drawing: JSON.stringify({ things }) });
  const headers = { "X-CSRFToken": token };
  const sent = { method: "POST", body, headers };
  const answer = await fetch(table().dataset.drawing, sent).catch(() => null);
  if (answer?.ok) return;
  const why = answer?.status === 422 ? (await answer.json()).detail : words.away;
  say(words.lost.replace("%s", why));
}

function change(to) {
  earlier.push(things);
  things = to;
  draw();
  show();
  keep();
}

function takeBack() {
  things = earlier.pop() ?? things.slice(0, -1);
  draw();
  show();
  keep();
}

const point = (event) => {
  const { x, y } = under(event.clientX, event.clientY);
  return [Math.round(x), Math.round(y)];
};

function begin(event) {
  line = { kind: "line", pen, points: point(event) };
  canvas().setPointerCapture(event.pointerId);
}

function go(event) {
  const [x, y] = point(event);
  const far = line.points.length > 2 ? STEP : STILL;
  if (line.points.length / 2 >= MOST || Math.hypot(x - line.points.at(-2), y - line.points.at(-1)) < far) return;
  line.points.push(x, y);
  draw();
}

function end() {
  const drawn = line;
  line = null;
  change([...things, drawn]);
}

/** With the pen in the hand the map hears nothing of presses; a second finger puts the line away. */
function press(event) {
  if (!on || !event.target.closest?.("#p-map .canvas")) return;
  event.stopPropagation();
  if (noting) return;
  if (event.type === "pointerdown" && event.isPrimary && event.button === 0) begin(event);
  else if (event.type === "pointerdown" || event.type === "pointercancel") {
    line = null;
    draw();
  } else if (line && event.isPrimary && event.type === "pointermove") go(event);
  else if (line && event.isPrimary && event.type === "pointerup") end();
}

function write(form) {
  const hex = form.elements.hex.value.trim().toUpperCase();
  const text = form.elements.text.value.trim();
  if (!hexShape(hex)) return say(tools().querySelector("[role=status]").dataset.nowhere);
  if (!text) return;
  form.reset();
  change([...things.filter((one) => one.hex !== hex), { kind: "note", pen, hex, text }]);
}

function pressed(name) {
  if (name === "switch") on = !on;
  else if (name === "note") noting = !noting;
  else if (name === "undo") return takeBack();
  else if (name === "clear") return change([]);
  else pen = Number(name);
  show();
}

export function start() {
  const address = table().dataset.drawing;
  if (!address) return;
  show();
  draw();
  if (fetched === address) return;
  fetched = address;
  fetch(address)
    .then((answer) => (answer.ok ? answer.json() : {}))
    .then((found) => {
      things = found.things ?? [];
      draw();
      show();
    })
    .catch(() => null);
}

export function listen() {
  for (const kind of ["pointerdown", "pointermove", "pointerup", "pointercancel"]) {
    document.addEventListener(kind, press, { capture: true });
  }
  document.addEventListener(
    "click",
    (event) => {
      if (!on || !event.target.closest?.("#p-map .canvas")) return;
      event.stopPropagation();
      const hex = event.target.closest("[data-hex]")?.dataset.hex;
      const form = tools().querySelector(".pen-note");
      if (!noting || !hex) return;
      form.elements.hex.value = hex;
      form.elements.text.value = things.find((one) => one.hex === hex)?.text ?? "";
      form.elements.text.focus();
    },
    { capture: true },
  );
  document.addEventListener("click", (event) => {
    const button = event.target.closest?.("[data-pen]");
    if (button) pressed(button.dataset.pen);
  });
  document.addEventListener("submit", (event) => {
    if (!event.target.matches?.(".pen-note")) return;
    event.preventDefault();
    write(event.target);
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !on) return;
    on = false;
    noting = false;
    show();
  });
}
