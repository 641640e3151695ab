// The whole map in small on a phone, with a frame round what is in sight: it stands on the button that shows all.

const SPACE = "http://www.w3.org/2000/svg";
const button = () => document.querySelector('[data-zoom="all"]');

function made(name, attributes) {
  const element = document.createElementNS(SPACE, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
}

/** Draw all hexes of a picture, once for each table that is swapped in. */
export function draw(picture, whole) {
  if (!button() || button().querySelector(".overview")) return;
  const places = [...picture.querySelectorAll(".hexes [data-hex]")].map((one) =>
    one.getAttribute("transform").match(/-?[\d.]+/g),
  );
  const small = made("svg", {
    class: "overview",
    viewBox: `${whole.x} ${whole.y} ${whole.w} ${whole.h}`,
    "aria-hidden": "true",
  });
  small.append(made("path", { d: places.map(([x, y]) => `M${x} ${y}h.1`).join("") }), made("rect", {}));
  button().append(small);
}

/** Put the frame round what is in sight, from one corner of the picture to the other. */
export function frame(from, to) {
  const box = button()?.querySelector(".overview rect");
  const size = { x: from.x, y: from.y, width: to.x - from.x, height: to.y - from.y };
  for (const [key, value] of Object.entries(size)) box?.setAttribute(key, value);
}
