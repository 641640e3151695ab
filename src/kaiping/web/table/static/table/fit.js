// Room: on a desk everything to be pressed is in sight, and what gives way to it does so in this order.

/** How far the sheet folds its columns: see .folded-1 and on in table.css. */
const FOLDS = 5;

const desk = matchMedia("(min-width: 1100px)");
const tooHigh = (one) => one.scrollHeight > one.clientHeight + 1;
const tooWide = (one) => one.scrollWidth > one.clientWidth;

/** Reasons, and powers that are not what the step is about, stand open where there is room for them; then what
 *  privates do is told only when one points at them, and the tabs and some of the sheet give way, in an auction these
 *  first; last what others did meanwhile. */
function decision(table) {
  const panel = document.getElementById("p-now");
  const steps = panel?.querySelector(".of-bid") ? ["crowded", "brief"] : ["brief", "crowded"];
  table.classList.remove(...steps);
  if (!desk.matches || !panel) return;
  for (const one of [...panel.querySelectorAll("#act fieldset ~ .fold, #act .denied")].toReversed()) {
    if (tooHigh(panel)) one.open = false;
  }
  // who waits has time to look at whatever they opened
  const giving = "mine" in table.dataset ? steps : [];
  for (const step of giving) {
    if (tooHigh(panel)) table.classList.add(step);
  }
  const since = panel.querySelector(".since details");
  if (since && tooHigh(panel)) since.open = false;
}

/** The columns of the sheet fold, the least wanted first, until none is out of sight. */
export function sheet() {
  const panel = document.getElementById("p-sheet");
  if (!panel) return;
  for (let step = 1; step <= FOLDS; step += 1) panel.classList.remove(`folded-${step}`);
  if (!desk.matches) return;
  for (let step = 1; step <= FOLDS && tooWide(panel); step += 1) panel.classList.add(`folded-${step}`);
}

/** A freshly swapped table, or a screen of another size. */
export function start() {
  sheet();
  decision(document.getElementById("table"));
}

export function listen() {
  addEventListener("resize", start);
}
