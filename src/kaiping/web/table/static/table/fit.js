// Room: on a desk everything to be pressed is in sight, and what gives way to it does so in this order.

/** So many lines of what others did are shown at most, and at least, where there is not room for all. */
const [MOST, FEWEST] = [12, 2];

/** A market that is lower than this cannot be read. */
const LOW = 150;

/** So much of the screen's height a decision beside a high map keeps before the sheet takes what it leaves, and so far
 *  from its edge it ends. */
const [KEPT, EDGE] = [0.38, 8];

/** So much may be left free beside the map. */
const LEFT_OVER = 12;

/** A decision that is so wide has room for two runs side by side. */
const ROOMY = 600;

/** How far the sheet folds its columns: see .folded-0 and on in table.css. */
const FOLDS = 6;
const COLUMNS = "folded-5";

/** So much of a name is told, in letters' widths, where there is no room for all of it. */
const WORDS = [8, 6, 4.8, 4];

const desk = matchMedia("(min-width: 1100px)");
const tooHigh = (one) => one.scrollHeight > one.clientHeight + 1;
const tooWide = (one) => one.scrollWidth > one.clientWidth;

/** What others did is one line while room is made, and has one when it was dismissed, too: so nothing moves then.
 *  Reasons, and powers that are not what the step is about, stand open where there is room for them; then what privates
 *  do is told in a few words until one points at them, the stops of lesser runs only when one does, and the tabs and
 *  some of the sheet give way, in an auction these first; then most of the sheet. In a stock round the market is what
 *  it is about: where the map is wide the tabs first move beside the decision. Tabs that somebody has asked for stay,
 *  but not in its place: they move beside it, too, and there they or the map are narrower, or the sheet is
 *  lower, before a sentence is cut. */
function decision(table) {
  const panel = document.getElementById("p-now");
  const bidding = ["crowded", "brief", "bare", "pressed", "terse"];
  const stocks = panel?.querySelector("#act") && !panel.querySelector(".lead .chip");
  const beside = stocks && table.dataset.shape === "wide" ? ["beside"] : [];
  const others = ["brief", ...beside, "crowded", "pressed", "terse"];
  const steps = panel?.querySelector(".of-bid") ? bidding : others;
  const staying = table.dataset.shape === "wide" ? ["beside", "brief", "leaner", "pressed"] : ["lower", "brief"];
  staying.push("bare", "terse");
  table.classList.remove(...bidding, "beside", "lower", "leaner", "roomy");
  document.documentElement.style.removeProperty("--spare");
  columns(table);
  const since = panel?.querySelector(".since");
  since?.classList.remove("short", "above");
  if (!desk.matches || !panel) return;
  if (since) since.querySelector("details").open = false;
  panel.classList.toggle("reserved", "told" in table.dataset);
  const giving = document.body.classList.contains("tab-asked") ? staying : steps;
  fold(panel, () => tooHigh(panel));
  // who waits has time to look at whatever they opened
  for (const step of "mine" in table.dataset ? giving : []) {
    if (tooHigh(panel) || (step === "beside" && low())) table.classList.add(step);
    // it stands beside what it is about, or it gives way
    if (step === "crowded" && table.classList.contains(step)) table.classList.remove("beside");
  }
  if (table.classList.contains("terse")) told(panel);
  // what is said of most things is not cut where later steps have made room for all of it
  if (table.classList.contains("bare")) {
    table.classList.remove("bare");
    if (tooHigh(panel)) table.classList.add("bare");
  }
}

/** Once all has its room: what others did, from what is left. */
function news() {
  const panel = document.getElementById("p-now");
  const since = panel?.querySelector(".since");
  panel?.classList.remove("reserved");
  if (desk.matches && since) listed(panel, since);
}

/** Reasons and powers that are not what the step is about fold until there is room. */
function fold(panel, tight) {
  for (const one of [...panel.querySelectorAll("#act fieldset ~ .of-power, #act .denied")].toReversed()) {
    if (tight()) one.open = false;
  }
}

/** Bids, and what a thing does, are told whole as long as there is room: first where somebody has bid. */
function told(panel) {
  const lots = [...panel.querySelectorAll(".lot")];
  for (const lot of lots) lot.classList.remove("whole");
  for (const lot of [...lots.filter((one) => one.querySelector(".bids")), ...lots]) {
    lot.classList.add("whole");
    if (tooHigh(panel)) lot.classList.remove("whole");
  }
}

/** What others did is listed as far as there is room that nothing else needs; the rest of it scrolls, or one asks. */
function listed(panel, since) {
  const news = since.querySelector("details");
  const others = ["p-sheet", "p-market"].map((id) => document.getElementById(id)?.closest(".sheet, .side"));
  const room = others.map((one) => one?.clientHeight);
  const takes = (one, before) => one && one.clientHeight < before && (one.matches(".side") ? low() : tooHigh(one));
  const tight = () => tooHigh(panel) || others.some((one, place) => takes(one, room[place]));
  news.open = true;
  if (!tight()) return;
  fold(panel, tight);
  if (tight()) since.classList.add("short");
  for (let count = MOST; count >= FEWEST && tight(); count -= 1) since.style.setProperty("--lines", count);
  news.open = !tight();
}

/** Is there hardly room for what the tabs show? */
function low() {
  const side = document.querySelector(".side");
  return side.checkVisibility() && side.clientHeight < LOW;
}

/** Tiles to choose from are drawn smaller where they would not all be in sight; else they lie over the tabs, or where
 *  these have given way over the sheet. What is beside them stays where it is. */
export function chooser() {
  const panel = document.getElementById("choose");
  panel.classList.remove("small", "over", "below");
  if (!desk.matches || panel.hidden) return;
  if (tooHigh(panel)) panel.classList.add("small");
  if (!tooHigh(panel)) return;
  panel.classList.replace("small", document.querySelector(".side").checkVisibility() ? "over" : "below");
  if (tooHigh(panel)) panel.classList.add("small");
}

/** The columns of the sheet fold, the least wanted first, until none is out of sight. */
export function sheet() {
  const panel = document.getElementById("p-sheet");
  if (!panel) return;
  panel.classList.remove("first-words");
  for (let step = 0; step <= FOLDS; step += 1) panel.classList.remove(`folded-${step}`);
  const lists = [panel, ...panel.querySelectorAll(".scroll")];
  let last = 0;
  for (; last <= FOLDS && lists.some(tooWide); last += 1) panel.classList.add(`folded-${last}`);
  // short names may make more room than was missing: then columns come back that had to go before
  if (last > FOLDS) panel.classList.remove(COLUMNS);
  if (lists.some(tooWide)) panel.classList.add(COLUMNS);
  named(panel);
  for (const most of called(panel)) {
    panel.style.setProperty("--words", `${most}em`);
    panel.classList.add("first-words");
    if (!lists.some(tooWide)) break;
    panel.classList.remove("first-words");
  }
  // what is wider than a phone all the same shows that there is more of it
  for (const one of document.querySelectorAll("#table .scroll")) {
    one.classList.toggle("cut-off", tooWide(one));
    if (tooWide(one)) one.tabIndex = 0; // to be scrolled by keys
    else one.removeAttribute("tabindex");
  }
}

/** Whoever acts is in sight where the sheet is lower than its rows; the players, who stand above the companies or
 *  beside them, stay. */
function acting() {
  const panel = document.getElementById("p-sheet");
  const row = panel?.querySelector(".holdings tr.acting") ?? panel?.querySelector(".wealth tr.acting");
  if (!desk.matches || !row || !tooHigh(panel)) return;
  const [box, pane] = [row.getBoundingClientRect(), panel.getBoundingClientRect()];
  const head = row.closest("table").tHead?.offsetHeight ?? 0;
  const players = document.getElementById("table").dataset.shape === "wide" ? null : panel.querySelector(".wealth");
  const most = (players ?? row).getBoundingClientRect().top - pane.top;
  if (box.bottom > pane.bottom) panel.scrollTop += Math.max(0, Math.min(most, box.bottom - pane.bottom));
  else if (box.top < pane.top + head) panel.scrollTop -= pane.top + head - box.top;
}

/** What a wide map leaves beside it, where it is as high as there is room for, is the decision's. It is measured while
 *  the sheet is whole: when that gives way later in a turn the map stays as large as it is. */
function columns(table) {
  const root = document.documentElement.style;
  root.removeProperty("--fitted");
  const picture = document.querySelector("#p-map .canvas > svg");
  if (!desk.matches || table.dataset.shape !== "wide" || !picture) return;
  const { width, height } = picture.viewBox.baseVal;
  const spare = picture.clientWidth - (picture.clientHeight * width) / height;
  const panel = document.getElementById("p-now").offsetWidth;
  if (spare > LEFT_OVER) root.setProperty("--fitted", `${Math.floor(panel + spare - LEFT_OVER / 2)}px`);
  table.classList.toggle("roomy", document.getElementById("p-now").offsetWidth >= ROOMY);
}

/** How long names of companies may be that had to go: the columns that stayed may leave them some room. */
function called(panel) {
  const name = panel.querySelector(".holdings .name");
  return desk.matches && name && !name.checkVisibility() ? WORDS : [];
}

/** Names of privates stand beside their letters where they cost no line. */
function named(panel) {
  if (panel.classList.contains("folded-0")) return;
  const high = panel.querySelector(".grid").offsetHeight;
  panel.classList.add("folded-0");
  if (desk.matches && panel.querySelector(".grid").offsetHeight === high) panel.classList.remove("folded-0");
}

/** The sheet takes what the decision above it leaves empty, and the map beside that. */
function spare(table) {
  const [panel, rows] = ["p-now", "p-sheet"].map((id) => document.getElementById(id));
  const root = document.documentElement.style;
  root.removeProperty("--spare");
  rows?.classList.remove("packed");
  if (!desk.matches || !panel || !rows) return;
  const below = panel.getBoundingClientRect().bottom;
  const free = below - Math.max(...[...panel.children].map((one) => one.getBoundingClientRect().bottom)) - EDGE;
  const least = table.dataset.shape === "wide" ? free : panel.clientHeight - KEPT * innerHeight;
  const more = Math.floor(Math.min(rows.scrollHeight - rows.clientHeight, free, least));
  if (more > 0) root.setProperty("--spare", `${more}px`);
  // small companies stand beside the players, where their letters will do
  rows.classList.toggle("packed", tooHigh(rows));
}

/** What is asked is not cut: it stands in the panel, too. The order of turns is told closer together where it would not
 *  all be in sight, with short names, and last without who decides or what they have; whose turn it is always is. A
 *  phone has a second row for it. Of an empty bank what it has paid out beyond goes before that. */
export function order() {
  const head = document.querySelector(".head");
  const strip = head?.querySelector(".strip");
  if (!strip) return;
  strip.classList.remove("close", "shorter", "closer", "rows");
  head.classList.remove("told-below", "tight", "named", "curt");
  const prompt = head.querySelector(".prompt");
  if (desk.matches && ((prompt && tooWide(prompt)) || tooWide(strip))) head.classList.add("told-below");
  const cut = [strip, ...head.querySelectorAll(":is(.called, .title, .ending)")].some(tooWide);
  if (desk.matches && cut) head.classList.add("tight");
  const steps = desk.matches ? ["close", "shorter", "closer"] : ["close", "shorter", "closer", "rows"];
  for (const step of steps) if (tooWide(strip)) strip.classList.add(step);
  // why the end is near goes before that it is
  const ending = head.querySelector(".ending");
  if (ending && tooWide(ending)) head.classList.add("curt");
  // in what is left a part of the table's name may stand
  const called = head.querySelector(".called");
  if (called && head.matches(".tight")) {
    head.classList.add("named");
    const others = [strip, ...head.querySelectorAll(":is(.title, .who, .ending)")];
    if (called.clientWidth < 70 || others.some(tooWide)) head.classList.remove("named");
  }
  const now = strip.querySelector(".now");
  if (now && tooWide(strip)) strip.scrollLeft = now.offsetLeft - strip.offsetLeft - strip.clientWidth / 3;
}

/** No tab is cut: they stand closer together where their numbers of what is unread take room. */
export function tabs() {
  const row = document.querySelector(".tabs");
  row?.classList.remove("close");
  row?.classList.toggle("close", tooWide(row));
}

/** A freshly swapped table, or a screen of another size. */
export function start() {
  order();
  sheet();
  const table = document.getElementById("table");
  decision(table);
  spare(table);
  chooser();
  news();
  acting();
  tabs();
}

/** What somebody opens below the decision comes into sight, as much of it as there is room for. */
function unfolded(one) {
  const panel = document.getElementById("p-now");
  const [box, pane] = [one.getBoundingClientRect(), panel.getBoundingClientRect()];
  // behind the tabs at the thumb nothing is seen
  const tabs = document.querySelector(".tabs").getBoundingClientRect();
  const below = tabs.top > pane.top ? Math.min(pane.bottom, tabs.top) : pane.bottom;
  panel.scrollTop += Math.max(0, Math.min(box.top - pane.top, box.bottom - below + EDGE));
}

export function listen() {
  addEventListener("resize", start);
  document.addEventListener(
    "toggle",
    (event) => event.target.open && event.target.matches("#p-now .program, .program details") && unfolded(event.target),
    { capture: true },
  );
  // what was asked for takes room, too
  document.addEventListener("htmx:afterSwap", (event) => {
    if (event.target.matches?.("#p-now .worth, #choose .worth, #hint")) start();
    if (event.target.matches?.(".program .premove")) unfolded(event.target.closest("details"));
  });
}
