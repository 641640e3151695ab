// Time that is left, counted down once a second by the server's clock, and spoken only when little of it is left.

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const SPOKEN = [10 * MINUTE, 5 * MINUTE, MINUTE, 10]; // seconds left at which it is said aloud

const told = document.querySelector('meta[name="server-now"]')?.content;
const ahead = told ? Number(told) - Date.now() / 1000 : 0; // how far the server's clock is ahead of this one
// A second or two is the way of the page, not a clock that is wrong.
const now = () => Date.now() / 1000 + (Math.abs(ahead) > 2 ? ahead : 0);

/** A whole number of a unit, in the language of the page. */
function unit(number, name, unitDisplay = "narrow") {
  const form = new Intl.NumberFormat(document.documentElement.lang, { style: "unit", unit: name, unitDisplay });
  return form.format(Math.floor(number));
}

/** So many seconds in words: the two largest units, and minutes and seconds as a clock shows them. */
function words(seconds) {
  if (seconds >= DAY) return `${unit(seconds / DAY, "day")} ${unit((seconds % DAY) / HOUR, "hour")}`;
  if (seconds >= HOUR) return `${unit(seconds / HOUR, "hour")} ${unit((seconds % HOUR) / MINUTE, "minute")}`;
  return `${Math.floor(seconds / MINUTE)}:${String(seconds % MINUTE).padStart(2, "0")}`;
}

/** Say it to who cannot see it, once for each mark that is passed. */
function speak(clock, left) {
  const place = document.getElementById("time-told");
  const mark = SPOKEN.filter((seconds) => left <= seconds).at(-1);
  const before = Number(clock.dataset.said ?? Infinity);
  if (!place || !mark || mark >= before) return;
  clock.dataset.said = mark;
  const aloud = left >= MINUTE ? unit(left / MINUTE + 0.5, "minute", "long") : unit(left, "second", "long");
  place.textContent = place.dataset.words.replace("%s", aloud);
}

function count() {
  for (const clock of document.querySelectorAll("[data-until]")) {
    const left = Math.max(0, Math.round(Number(clock.dataset.until) - now()));
    const text = words(left);
    if (clock.textContent !== text) clock.textContent = text;
    clock.classList.toggle("short", left <= 5 * MINUTE);
    if ("spoken" in clock.dataset) speak(clock, left);
  }
}

/** What stands still is written once, in the same words. */
function stand() {
  for (const clock of document.querySelectorAll("[data-left]:empty")) {
    const left = Number(clock.dataset.left);
    clock.textContent = words(left);
    clock.classList.toggle("short", left <= 5 * MINUTE);
  }
}

/** Count from now on. */
export function start() {
  count();
  stand();
  document.addEventListener("htmx:afterSettle", stand);
  document.addEventListener("htmx:afterSwap", stand);
  setInterval(count, 1000);
  document.addEventListener("htmx:afterSettle", count);
  document.addEventListener("htmx:afterSwap", count);
}
