// The map: zoom and pan by wheel, drag, pinch and keys; hexes to choose; previews and runs drawn on it.

import * as overview from "./overview.js";

const LEAST = 0.12;
/** Letters of names that are smaller than this on the screen, in points, give way to larger ones. */
const READABLE = 8;
/** ... but not as soon as something opens beside the map: the style stays while letters are hardly smaller. */
const STILL = 0.8 * READABLE;
/** A phone shows one panel at a time. */
const phone = matchMedia("(max-width: 1099px)");
/** How much is shown round a run, in units of the picture, and how near one goes, as a share of the map. */
const [ROUND, CLOSE] = [200, 0.3];
let afar = true; // are words fewer and larger
let view = null; // what is shown, kept while the table is swapped
let whole = null;
const pointers = new Map();
let dragged = false;
let pinch = 0;

const svg = () => document.querySelector("#p-map .canvas > svg");
const canvas = () => document.querySelector("#p-map .canvas");
export const hexShape = (id) => svg()?.querySelector(`.hexes [data-hex="${CSS.escape(id)}"]`);

/** How many points of the screen a unit of the picture has; none while it is not shown. */
const scale = () => (canvas()?.clientWidth ? svg().getScreenCTM().a : 0);

/** How large letters of names are, in units of the picture. */
const letters = (layer) => Number(svg()?.querySelector(layer).dataset.size);

function apply() {
  const picture = svg();
  picture?.setAttribute("viewBox", `${view.x} ${view.y} ${view.w} ${view.h}`);
  if (picture && scale()) afar = scale() * letters(".words") < (afar ? READABLE : STILL);
  picture?.classList.toggle("far", afar);
  const far = view.w === whole.w;
  const idle = { in: view.w <= whole.w * LEAST * 1.001, out: far, all: far };
  for (const button of document.querySelectorAll("[data-zoom]")) button.disabled = idle[button.dataset.zoom];
  if (phone.matches && scale()) small(picture);
}

/** On a phone, where hardly ever all is in sight, the map in small tells where one is. */
function small(picture) {
  overview.draw(picture, whole);
  const box = canvas().getBoundingClientRect();
  overview.frame(under(box.left, box.top), under(box.right, box.bottom));
}

function keepInside() {
  view.w = Math.min(Math.max(view.w, whole.w * LEAST), whole.w);
  view.h = (view.w * whole.h) / whole.w;
  view.x = Math.min(Math.max(view.x, whole.x - view.w * 0.4), whole.x + whole.w - view.w * 0.6);
  view.y = Math.min(Math.max(view.y, whole.y - view.h * 0.4), whole.y + whole.h - view.h * 0.6);
  if (view.w === whole.w) Object.assign(view, whole);
}

/** Look at a point, from as far as before. */
function centre(point) {
  view.h = (view.w * whole.h) / whole.w;
  view.x = point.x - view.w / 2;
  view.y = point.y - view.h / 2;
  keepInside();
  apply();
}

/** The point of the picture under a point of the screen. */
export function under(x, y) {
  const point = new DOMPoint(x, y).matrixTransform(svg().getScreenCTM().inverse());
  return { x: point.x, y: point.y };
}

export function zoom(factor, about = null) {
  const middle = about ?? { x: view.x + view.w / 2, y: view.y + view.h / 2 };
  const width = Math.min(Math.max(view.w * factor, whole.w * LEAST), whole.w);
  const share = width / view.w;
  view.x = middle.x - (middle.x - view.x) * share;
  view.y = middle.y - (middle.y - view.y) * share;
  view.w = width;
  keepInside();
  apply();
}

function pan(dx, dy) {
  view.x += dx;
  view.y += dy;
  keepInside();
  apply();
}

export function showAll() {
  view = { ...whole };
  apply();
}

function listenTo(box) {
  box.addEventListener(
    "wheel",
    (event) => {
      event.preventDefault();
      const distance = Math.sign(event.deltaY) * Math.min(Math.abs(event.deltaY), 100);
      zoom(Math.exp(distance * 0.0022), under(event.clientX, event.clientY));
    },
    { passive: false },
  );
  box.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    pointers.set(event.pointerId, { x: event.clientX, y: event.clientY, x0: event.clientX, y0: event.clientY });
    if (pointers.size === 1) dragged = false;
  });
  box.addEventListener("pointermove", (event) => {
    const last = pointers.get(event.pointerId);
    if (!last) return;
    if (!dragged && Math.hypot(event.clientX - last.x0, event.clientY - last.y0) > 6) {
      dragged = true;
      box.setPointerCapture(event.pointerId);
      box.classList.add("dragging");
    }
    if (dragged && pointers.size === 1) {
      const before = under(last.x, last.y);
      const after = under(event.clientX, event.clientY);
      pan(before.x - after.x, before.y - after.y);
    }
    last.x = event.clientX;
    last.y = event.clientY;
    if (pointers.size === 2) {
      const [one, two] = [...pointers.values()];
      const apart = Math.hypot(one.x - two.x, one.y - two.y);
      if (pinch) zoom(pinch / apart, under((one.x + two.x) / 2, (one.y + two.y) / 2));
      pinch = apart;
      dragged = true;
    }
  });
  for (const kind of ["pointerup", "pointercancel"]) {
    box.addEventListener(kind, (event) => {
      pointers.delete(event.pointerId);
      pinch = 0;
      if (!pointers.size) box.classList.remove("dragging");
    });
  }
  box.addEventListener(
    "click",
    (event) => {
      if (dragged) {
        event.stopPropagation();
        dragged = false;
      }
    },
    true,
  );
  box.addEventListener("keydown", (event) => {
    const step = view.w / 8;
    const does = {
      "+": () => zoom(0.8),
      "=": () => zoom(0.8),
      "-": () => zoom(1.25),
      0: showAll,
      ArrowLeft: () => pan(-step, 0),
      ArrowRight: () => pan(step, 0),
      ArrowUp: () => pan(0, -step),
      ArrowDown: () => pan(0, step),
    }[event.key];
    if (does && !event.ctrlKey && !event.metaKey && !event.altKey) {
      does();
      event.preventDefault();
      event.stopPropagation();
    }
  });
}

/** The buttons beside the map. */
export function listen() {
  const does = { in: () => zoom(0.7), out: () => zoom(1 / 0.7), all: showAll };
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-zoom]");
    if (button && view) does[button.dataset.zoom]();
  });
  // keys go on to what may be out of sight; a finger or a mouse is there already
  document.addEventListener("focusin", (event) => {
    const shape = event.target.closest?.("#p-map .canvas svg [tabindex]");
    if (shape?.matches(":focus-visible")) reveal(shape);
  });
}

/** What it is about now: a hex among those that may be chosen, or where something happened, or a token. */
function heart() {
  for (const kind of [".hex.legal", ".hex.latest", ".token, .home"]) {
    const boxes = [...svg().querySelectorAll(kind)].map((one) => one.getBoundingClientRect());
    const places = boxes.map((box) => ({ x: box.x + box.width / 2, y: box.y + box.height / 2 }));
    const [x, y] = ["x", "y"].map((side) => places.reduce((sum, one) => sum + one[side], 0) / places.length);
    const away = (one) => Math.hypot(one.x - x, one.y - y);
    if (places.length) return places.toSorted((one, other) => away(one) - away(other))[0];
  }
  return null;
}

/** The middle of a stretch of the map that shows as little as can be of what lies beside it. */
const within = (middle, from, length, half) =>
  Math.max(Math.min(middle, from + length - half), from + Math.min(half, length / 2));

let placed = false;

/** As soon as the map is seen: where names are too small on a phone, go near what it is about. */
function seen() {
  if (!svg()) return;
  keepScale();
  apply();
  showRun();
  if (placed || !scale()) return;
  placed = true;
  const size = scale() * letters(".large");
  if (!phone.matches || size >= READABLE) return;
  const middle = heart();
  const point = middle ? under(middle.x, middle.y) : { x: whole.x + whole.w / 2, y: whole.y + whole.h / 2 };
  const nearer = size / (1.1 * READABLE);
  view.w = whole.w * nearer;
  const half = (side) => (nearer * canvas()[side]) / scale() / 2;
  centre({
    x: within(point.x, whole.x, whole.w, half("clientWidth")),
    y: within(point.y, whole.y, whole.h, half("clientHeight")),
  });
}

/** What opens below a phone's map takes of what is shown, not of its size; a map that is shown whole stays so. */
function keepScale() {
  const before = shown;
  shown = { wide: canvas().clientWidth, high: canvas().clientHeight };
  if (!phone.matches || !placed || !shown.high || !before?.high || view.w === whole.w) return;
  const room = ({ wide, high }) => Math.min(wide, (high * whole.w) / whole.h);
  const middle = { x: view.x + view.w / 2, y: view.y + view.h / 2 };
  view.w *= room(shown) / room(before);
  centre(middle);
}
let shown = null; // how large the map's place was

const room = new ResizeObserver(seen);

/** Set a freshly swapped map up. */
export function start() {
  const picture = svg();
  if (!picture) return;
  const [x, y, w, h] = picture.getAttribute("viewBox").split(" ").map(Number);
  const same = whole && whole.x === x && whole.y === y && whole.w === w && whole.h === h;
  whole = { x, y, w, h };
  // a pane that grows below it leaves it where it is
  const wide = document.getElementById("table").dataset.shape === "wide" && !phone.matches;
  picture.setAttribute("preserveAspectRatio", wide ? "xMidYMin" : "xMidYMid");
  if (!same || !view) view = { ...whole };
  apply();
  pointers.clear();
  listenTo(canvas());
  room.disconnect();
  room.observe(canvas());
  for (const id of document.getElementById("p-map").dataset.legal.split(" ").filter(Boolean)) {
    const shape = hexShape(id);
    if (!shape) continue;
    shape.classList.add("legal");
    shape.setAttribute("tabindex", "0");
    shape.setAttribute("role", "button");
    shape.setAttribute("aria-label", shape.querySelector("title")?.textContent ?? id);
  }
  for (const id of document.getElementById("p-map").dataset.latest.split(" ").filter(Boolean)) {
    hexShape(id)?.classList.add("latest");
  }
  const shown = document.querySelector("#table .run-lines[data-shown]");
  if (shown) drawRun(shown);
}

/** Show a hex as it would be; `faces` are pairs of a hex and an element that holds its picture. */
export function preview(faces) {
  const place = svg()?.querySelector(".preview");
  if (!place) return;
  place.replaceChildren();
  for (const [id, element] of faces) {
    const picture = element.querySelector("svg");
    const shape = hexShape(id);
    if (!picture || !shape) continue;
    const group = document.createElementNS("http://www.w3.org/2000/svg", "g");
    group.setAttribute("transform", shape.getAttribute("transform"));
    for (const child of picture.children) {
      if (child.tagName !== "title" && child.tagName !== "desc") group.append(child.cloneNode(true));
    }
    place.append(group);
  }
}

/** On a small screen go near a hex, so that a tile can be seen. */
function near(id) {
  const shape = hexShape(id);
  if (!shape || !phone.matches) return;
  const [x, y] = shape.getAttribute("transform").match(/-?[\d.]+/g).map(Number);
  view.w = Math.min(view.w, whole.w * 0.45);
  centre({ x, y });
}

/** A map that is near shows the whole of what is chosen, or has the focus, in its middle if it was not all in sight. */
export function reveal(shape) {
  if (!shape || !view || !scale() || view.w === whole.w) return;
  const [box, pane] = [shape.getBoundingClientRect(), canvas().getBoundingClientRect()];
  const inside =
    box.left >= pane.left && box.right <= pane.right && box.top >= pane.top && box.bottom <= pane.bottom;
  if (!inside) centre(under(box.left + box.width / 2, box.top + box.height / 2));
}

export function choose(id) {
  if (id) near(id);
  for (const shape of svg()?.querySelectorAll(".hex.chosen") ?? []) shape.classList.remove("chosen");
  if (id) hexShape(id)?.classList.add("chosen");
}

/** A run that was drawn and that a phone has still to bring into sight. */
let unseen = false;

/** On a phone show the whole of the run that is drawn, as soon as the map is seen. */
function showRun() {
  const lines = svg()?.querySelector(".routes");
  if (!unseen || !phone.matches || !scale() || !lines.childElementCount) return;
  unseen = false;
  placed = true;
  const box = lines.getBBox();
  const [wide, high] = [canvas().clientWidth, canvas().clientHeight];
  const larger = Math.min(wide / (box.width + ROUND), high / (box.height + ROUND));
  view.w = Math.max(Math.min(wide, (high * whole.w) / whole.h) / larger, whole.w * CLOSE);
  centre({ x: box.x + box.width / 2, y: box.y + box.height / 2 });
}

/** Draw the lines of a run, or none; one to be looked at is brought into sight. */
export function drawRun(source, { look = false } = {}) {
  const picture = svg();
  if (!picture) return;
  const lines = picture.querySelector(".routes");
  const rings = picture.querySelector(".calls");
  lines.replaceChildren(...(source ? [...source.querySelector(".lines").cloneNode(true).childNodes] : []));
  rings.replaceChildren(...(source ? [...source.querySelector(".rings").cloneNode(true).childNodes] : []));
  unseen = look && Boolean(source);
  showRun();
}

/** Write on hexes what they would add. */
export function writeGains(gains) {
  const picture = svg();
  picture?.querySelector(".gains")?.remove();
  if (!picture || !gains.length) return;
  const made = (name, attributes, text = "") => {
    const element = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    element.textContent = text;
    return element;
  };
  const layer = made("g", { class: "gains" });
  for (const [id, gain, words] of gains) {
    const shape = hexShape(id);
    if (!shape) continue;
    const group = made("g", { transform: shape.getAttribute("transform"), class: gain > 0 ? "plus" : "" });
    group.append(made("rect", { x: -46, y: -24, width: 92, height: 46, rx: 14 }));
    group.append(made("text", { y: 12, "text-anchor": "middle", "font-size": 34 }, words));
    layer.append(group);
  }
  picture.querySelector(".preview").before(layer); // a tile that is tried lies upon them
}
