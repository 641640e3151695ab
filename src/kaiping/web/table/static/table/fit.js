// Room: on a desk everything to be pressed is in sight, and what gives way to it does so in this order.

/** How far the sheet folds its columns: see .folded-1 and on in table.css. */
const FOLDS = 5;

const desk = matchMedia("(min-width: 1100px)");
const tooHigh = (one) => one.scrollHeight > one.clientHeight + 1;
const tooWide = (one) => one.scrollWidth > one.clientWidth;

/** Reasons, and powers that are not what the step is about, stand open where there is room for them; then what
 *  privates do is told in a few words until one points at them, lesser runs only when one does, and the tabs
 *  and some of the sheet give way, in an auction these first; then most of it; last what others did meanwhile. */
function decision(table) {
  const panel = document.getElementById("p-now");
  const bidding = ["crowded", "brief", "bare", "terse", "pressed"];
  const steps = panel?.querySelector(".of-bid") ? bidding : ["brief", "crowded", "pressed"];
  table.classList.remove(...bidding);
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

/** Tiles to choose from are drawn smaller where they would not all be in sight, and then the tabs give way. */
export function chooser() {
  const panel = document.getElementById("choose");
  panel.classList.remove("small");
  if (!desk.matches || panel.hidden) return;
  if (tooHigh(panel)) panel.classList.add("small");
  if (tooHigh(panel)) document.getElementById("table").classList.add("crowded");
}

/** The columns of the sheet fold, the least wanted first, until none is out of sight. */
function sheet() {
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
  chooser();
}

export function listen() {
  addEventListener("resize", start);
}
