// Then: what follows a choice by itself is told after what the choice does; asked for when one rests on it.

import { asks } from "./only.js";
import { partAddress, table } from "./page.js";

const REST = 120; // milliseconds after which somebody rests on a choice

/** What is known of the actions of this position. */
const known = new Map();
/** What stands in a place for words: the action they are about, and until when it is waited. */
const places = new WeakMap();

/** Append to the words about an action what follows it; nothing does where everything is asked. */
export function follows(action, words) {
  if (!words) return;
  clearTimeout(places.get(words)?.waiting);
  places.set(words, { action });
  if (!action || asks() || "past" in table().dataset) return;
  if (known.has(action)) tell(action, words);
  else places.set(words, { action, waiting: setTimeout(() => ask(action, words), REST) });
}

async function ask(action, words) {
  const address = partAddress("then", { action });
  const answer = address && (await fetch(address, { headers: { "HX-Request": "true" } }).catch(() => null));
  if (!answer?.ok) return;
  known.set(action, (await answer.text()).trim());
  if (words.isConnected) tell(action, words);
}

function tell(action, words) {
  if (action !== places.get(words)?.action || words.querySelector(".follows")) return;
  words.insertAdjacentHTML("beforeend", ` ${known.get(action)}`);
}

/** A swapped table is another position. */
export function start() {
  known.clear();
}
