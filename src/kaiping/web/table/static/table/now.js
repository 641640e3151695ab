// What now: keys choose, amounts go into their action, what a choice brings about is said when it is pointed at.

import { follows } from "./follows.js";
import { refused } from "./range.js";

/** Show the prices of the company that is to be started. */
function found(radio) {
  const rows = radio.closest("form").querySelectorAll("[data-start]");
  for (const row of rows) row.hidden = row.dataset.start !== radio.value;
  number();
  const shown = [...rows].find((row) => !row.hidden);
  shown?.querySelector(".buttons")?.scrollIntoView({ block: "nearest" });
}

/** Take one more, or one fewer, of what a button sells. */
function step(button) {
  const press = button.closest(".press");
  const steps = [...press.querySelectorAll("data")];
  const choice = press.querySelector(".choice");
  const at = steps.findIndex((one) => one.value === choice.value) + Number(button.dataset.count);
  choice.value = steps[at].value;
  choice.textContent = steps[at].textContent.trim();
  choice.dataset.outcome = steps[at].dataset.outcome;
  choice.dataset.follows = steps[at].dataset.follows;
  press.querySelector('[data-count="-1"]').disabled = at === 0;
  press.querySelector('[data-count="1"]').disabled = at === steps.length - 1;
  tell(choice);
  if (button.disabled) choice.focus();
}

/** Keys of the choices in their order: digits, and where there are more of them letters that do nothing else at the
 *  table. */
const [DIGITS, LETTERS] = ["123456789", "abdfghjqvxyz"];
export const KEYS = [...DIGITS, ...LETTERS];

/** Give the choices that may be pressed their keys. */
function number() {
  for (const old of document.querySelectorAll("#act [data-key]")) {
    delete old.dataset.key;
    pressed(old).removeAttribute("aria-keyshortcuts");
  }
  const give = (one, key) => {
    one.dataset.key = key;
    pressed(one).setAttribute("aria-keyshortcuts", key);
  };
  const choices = [...document.querySelectorAll("#act :is(.choice:not(:disabled), .start)")].filter(
    (one) => !one.matches(".of-pass .choice, [hidden] .choice, details:not([open]) *"),
  );
  choices.slice(0, KEYS.length).forEach((one, index) => give(one, KEYS[index]));
  const pass = document.querySelector("#act .of-pass .choice:not(:disabled)");
  if (pass) give(pass, "p");
}

/** What a choice is pressed by: itself, or the button within its label. */
const pressed = (one) => one.querySelector('input[type="radio"]') ?? one;

/** A freshly swapped table. */
export function start() {
  number();
  for (const input of document.querySelectorAll("#act [data-amount]")) write(input);
  premove();
}

/** Choices of one's next turn, that have just come. */
function premove() {
  for (const input of document.querySelectorAll("#premove [data-amount]")) write(input);
}

/** Put an amount into the action of its button. */
function write(input) {
  const button = input.closest(".press").querySelector('button[name="action"]');
  const action = JSON.parse(button.value);
  const amount = Number(input.value);
  const right = Number.isInteger(amount) && input.checkValidity();
  button.disabled = !right || input.disabled;
  action[input.dataset.amount] = amount;
  const written = JSON.stringify(action);
  refused(input, input.value && Number.isInteger(amount) ? written : null, right);
  if (right) button.value = written;
}

/** Say what a choice would bring about, to who may press it and while they point at it. */
function tell(choice) {
  const words = document.querySelector("#outcome .words");
  if (!words) return;
  const own = choice?.disabled ? null : choice;
  const outcome = own?.dataset.outcome;
  words.textContent = outcome ? words.parentElement.dataset.if.replace("%s", outcome) : "";
  follows(own, words, () => whole(words));
  whole(words);
}

/** Nothing that is said is cut: it grows where there is room below, and else lies over what is below. */
function whole(words) {
  const place = words.parentElement;
  const top = () => place.getBoundingClientRect().top;
  words.classList.remove("over");
  place.style.setProperty("--room", "0px");
  const [before, high] = [top(), place.clientHeight];
  place.style.setProperty("--room", `${high + room()}px`);
  // what is pinned to the bottom grows upwards, from under whoever presses
  if (top() !== before) place.style.setProperty("--room", "0px");
  if (place.scrollHeight <= place.clientHeight + 1) return;
  const box = place.getBoundingClientRect();
  words.classList.add("over");
  words.style.setProperty("--left", `${box.left}px`);
  words.style.setProperty("--wide", `${box.width}px`);
  words.style.setProperty("--top", `${Math.min(box.top, innerHeight - words.offsetHeight - 4)}px`);
}

/** How much may be said below the choices before the panel would scroll. */
function room() {
  const panel = document.getElementById("p-now");
  const last = [...panel.children].findLast((one) => one.checkVisibility());
  if (!last) return 0; // on a phone the panel may lie behind another
  return Math.max(0, panel.getBoundingClientRect().bottom - last.getBoundingClientRect().bottom - 12);
}

/** The choice that somebody points at, or types the amount of. */
const about = (one) =>
  one?.closest?.("#act .choice") ??
  (one?.matches?.("#act [data-amount]") ? one.closest(".press").querySelector(".choice") : null);

export function listen() {
  document.addEventListener("htmx:afterSettle", premove);
  document.addEventListener("input", (event) => {
    if (event.target.matches(".now [data-amount]")) {
      write(event.target);
      tell(event.target.closest("#act .press")?.querySelector(".choice"));
    }
    if (event.target.matches(".now .start input")) found(event.target);
  });
  document.addEventListener("toggle", (event) => event.target.matches("#act details") && number(), { capture: true });
  document.addEventListener("click", (event) => {
    const button = event.target.closest(".now [data-count]");
    if (button) step(button);
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && event.target.matches(".now [data-amount]")) {
      event.preventDefault();
      event.target.closest(".press").querySelector("button").click();
    }
  });
  for (const kind of ["pointerover", "focusin"]) {
    document.addEventListener(kind, (event) => {
      if (event.target.closest?.("#outcome")) return; // it is being read
      tell(about(event.target) ?? about(document.activeElement));
    });
  }
}

/** The choice with a key, pointed at: Enter presses it. */
export function pick(key) {
  const choice = document.querySelector(`#act [data-key="${CSS.escape(key)}"]`);
  if (!choice) return key === "p" && must();
  const radio = pressed(choice);
  if (radio !== choice) {
    radio.click();
    radio.focus();
    return true;
  }
  const amount = choice.closest(".press")?.querySelector("[data-amount]");
  choice.scrollIntoView({ block: "nearest" });
  (amount ?? choice).focus();
  amount?.select();
  return true;
}

/** Where one may not pass the key says why. */
function must() {
  const why = document.querySelector("#act .must");
  const words = document.querySelector("#outcome .words");
  if (!why || !words) return false;
  why.scrollIntoView({ block: "nearest" });
  words.textContent = why.textContent.trim().replace(/\s+/g, " ");
  whole(words);
  return true;
}
