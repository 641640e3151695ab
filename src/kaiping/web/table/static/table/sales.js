// Shares for a train: a set of one's own is put together block by block, and the server says what it comes to.

import { part } from "./page.js";

let blocks = null;

const box = () => document.getElementById("edit");

/** A swapped table has nothing put together. */
export function start() {
  blocks = null;
}

async function refresh(focus = null) {
  if (!(await part("sale", { blocks: JSON.stringify(blocks) }, box()))) return;
  const button = focus && box().querySelector(`[${focus[0]}="${CSS.escape(focus[1])}"]`);
  const opposite = focus?.[0] === "data-more" ? "data-less" : "data-more";
  const other = focus && box().querySelector(`[${opposite}="${CSS.escape(focus[1])}"]`);
  (button?.disabled ? other : button)?.focus({ preventScroll: true });
  box().querySelector(".buttons")?.scrollIntoView({ block: "nearest" });
}

async function begin() {
  blocks = [];
  await refresh();
  box().querySelector("[data-more]")?.focus({ preventScroll: true });
}

/** Back to the sets that are proposed. */
export function end() {
  if (blocks === null) return false;
  blocks = null;
  box().replaceChildren();
  document.querySelector("[data-edit-sale]")?.focus();
  return true;
}

function change(company, percent) {
  const block = blocks.find((one) => one.company === company);
  if (block) block.percent += percent;
  else if (percent > 0) blocks.push({ company, percent });
  blocks = blocks.filter((one) => one.percent > 0);
  refresh([percent > 0 ? "data-more" : "data-less", company]);
}

export function listen() {
  document.addEventListener("click", (event) => {
    if (event.target.closest("[data-edit-sale]")) return void begin();
    if (blocks === null) return;
    const more = event.target.closest("#edit [data-more]");
    if (more) return change(more.dataset.more, 10);
    const less = event.target.closest("#edit [data-less]");
    if (less) return change(less.dataset.less, -10);
    if (event.target.closest("[data-sale-end]")) end();
  });
}
