// An amount that may not be: its limits stand beside it at once, and below it the reason why it is refused.

import { partAddress, table } from "./page.js";

const REST = 120; // milliseconds after which a number is taken to be typed

let waiting = 0;
const place = (input) => input.closest(".row")?.querySelector(".not-so");

/** Say why not, or no longer. */
export function refused(input, action, right) {
  clearTimeout(waiting);
  if (right || input.disabled) return void place(input)?.remove();
  if (action === null || "past" in table().dataset || !input.closest("#act")) return;
  waiting = setTimeout(() => ask(input, action), REST);
}

async function ask(input, action) {
  const address = partAddress("then", { action });
  const answer = address && (await fetch(address, { headers: { "HX-Request": "true" } }).catch(() => null));
  const text = answer?.ok ? await answer.text() : "";
  if (!input.isConnected || input.checkValidity()) return;
  place(input)?.remove();
  const found = new DOMParser().parseFromString(text, "text/html").querySelector(".not-so");
  if (!found) return;
  input.closest(".row").append(found);
  found.scrollIntoView({ block: "nearest" });
}
