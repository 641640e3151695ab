// Then: what follows a choice by itself is told after what the choice does: at once where the choice brings it along;
// of amounts, which may be any, both are asked for when one rests on them.

import { asks } from "./only.js";
import { partAddress, table } from "./page.js";

const REST = 120; // milliseconds after which somebody rests on a choice

/** What is known of the actions of this position. */
const known = new Map();
/** What stands in a place for words: the action they are about, and until when it is waited. */
const places = new WeakMap();

/** Append to the words about a choice what follows it; nothing does where everything is asked. What an amount does is
 *  said too; `grown` is called when there are more words. */
export function follows(choice, words, grown = () => {}) {
  if (!words) return;
  const action = choice?.value;
  clearTimeout(places.get(words)?.waiting);
  places.set(words, { action, grown });
  if (!action || "past" in table().dataset) return;
  if ("follows" in choice.dataset) {
    if (!asks()) append(choice.dataset.follows, words);
  } else if (known.has(action)) tell(action, words);
  else if (!asks() || choice.closest(".press")?.querySelector("[data-amount]")) {
    places.set(words, { action, grown, waiting: setTimeout(() => ask(action, words), REST) });
  }
}

async function ask(action, words) {
  const address = partAddress("then", { action });
  const answer = address && (await fetch(address, { headers: { "HX-Request": "true" } }).catch(() => null));
  if (!answer?.ok) return;
  known.set(action, (await answer.text()).trim());
  if (words.isConnected) tell(action, words);
}

function tell(action, words) {
  if (action !== places.get(words)?.action || words.querySelector(".follows, .would")) return;
  words.insertAdjacentHTML("beforeend", `${words.textContent && " "}${known.get(action)}`);
  if (asks()) words.querySelector(".follows")?.remove();
  places.get(words).grown();
}

function append(told, words) {
  if (!told) return;
  const span = document.createElement("span");
  span.className = "follows";
  span.textContent = told;
  words.append(" ", span);
}

/** A swapped table is another position. */
export function start() {
  known.clear();
}
