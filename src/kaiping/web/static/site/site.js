// What every page does: the switch between light and dark, times in the reader's own zone, tables that wait, time left.

import * as countdown from "./countdown.js";
import * as working from "./working.js";

const dark = () =>
  document.documentElement.dataset.theme
    ? document.documentElement.dataset.theme === "dark"
    : matchMedia("(prefers-color-scheme: dark)").matches;

document.addEventListener("click", (event) => {
  if (!event.target.closest("[data-theme-switch]")) return;
  const next = dark() ? "light" : "dark";
  document.documentElement.dataset.theme = next;
  localStorage.setItem("kaiping-theme", next);
});

/** Without a secure address there is no clipboard, but what is selected can be copied. */
async function copied(text) {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const field = document.createElement("textarea");
  field.value = text;
  document.body.append(field);
  field.select();
  document.execCommand("copy");
  return field.remove();
}

document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-copy]");
  if (!button) return;
  await copied(button.dataset.copy);
  button.textContent = button.dataset.copied;
});

document.addEventListener("click", (event) => {
  if (!event.target.closest("[data-gone]")) return;
  event.target.closest(".banner").remove();
  dispatchEvent(new Event("resize")); // there is more room now
});

/** Write every <time datetime> in the reader's language and zone. */
function localTimes(root = document) {
  for (const time of root.querySelectorAll("time[datetime]:not([data-local])")) {
    const moment = new Date(time.dateTime);
    if (Number.isNaN(moment.valueOf())) continue;
    const today = moment.toDateString() === new Date().toDateString();
    time.textContent = today
      ? moment.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" })
      : moment.toLocaleString([], { dateStyle: "medium", timeStyle: "short" });
    time.title = moment.toLocaleString();
    time.dataset.local = "";
  }
}

localTimes();
document.addEventListener("htmx:afterSettle", (event) => localTimes(event.target));
document.addEventListener("times", (event) => localTimes(event.detail));

// A database that is away: the page stays as it is, and says so.
document.addEventListener("htmx:responseError", (event) => {
  const { xhr } = event.detail;
  if (xhr.status !== 503) return;
  let said = document.getElementById("away");
  if (!said) {
    said = document.createElement("p");
    said.id = "away";
    said.className = "banner notice";
    said.setAttribute("role", "alert");
    (document.querySelector(".banners") ?? document.getElementById("content") ?? document.body).prepend(said);
  }
  said.textContent = xhr.responseText;
});

// Beside a list of who plays, the face of the bot that is chosen; the faces stand with the words about the bots.
function showFaces(root = document) {
  for (const choice of root.querySelectorAll("select[data-faces]:not([data-faced])")) {
    const faced = document.createElement("span");
    const shown = document.createElement("span");
    faced.className = "faced";
    shown.className = "shown";
    choice.dataset.faced = "";
    choice.replaceWith(faced);
    faced.append(shown, choice);
    const show = () => {
      const face = document.querySelector(`.levels [data-level="${CSS.escape(choice.value)}"] .face`);
      shown.replaceChildren(...(face ? [face.cloneNode(true)] : []));
    };
    choice.addEventListener("change", show);
    show();
  }
}

showFaces();
document.addEventListener("htmx:afterSettle", (event) => showFaces(event.target));

// Of a form's options only those of the chosen game, and of their numbers only those of options that are ticked: a
// number that does not count must not keep the form back. One that is wrong is brought into sight.
for (const choice of document.querySelectorAll("select[name=game]")) {
  const show = () => {
    for (const one of choice.form.querySelectorAll("[data-about]")) one.hidden = one.dataset.about !== choice.value;
    for (const one of choice.form.querySelectorAll("[data-options]")) {
      one.hidden = one.dataset.options !== choice.value;
      for (const number of one.querySelectorAll("input[type=number]")) {
        number.disabled = one.hidden || !number.closest("li").querySelector("input[type=checkbox]").checked;
      }
    }
  };
  choice.form.addEventListener("change", show);
  choice.form.addEventListener("invalid", (event) => {
    const options = event.target.closest("details");
    if (options) options.open = true;
  }, true);
  show();
}

// Of the fields about time only those that the chosen clock needs.
const clock = document.querySelector("select[name=clock]");
if (clock) {
  const show = () => {
    for (const one of clock.form.querySelectorAll("[data-clock]")) {
      const kind = clock.value.includes("-") ? "preset" : clock.value;
      one.hidden = !one.dataset.clock.split(" ").includes(kind);
      for (const field of one.querySelectorAll("input, select")) field.disabled = one.hidden;
    }
  };
  clock.addEventListener("change", show);
  // A turn adds less than the time itself: its unit is the next smaller one, until somebody chooses another.
  const [unit, added] = ["unit", "increment_unit"].map((name) => clock.form.elements[name]);
  let chosen = false;
  added.addEventListener("change", () => (chosen = true));
  unit.addEventListener("change", () => {
    if (!chosen) added.selectedIndex = Math.max(0, unit.selectedIndex - 1);
  });
  show();
}

// A table that waits for its players: whoever sits down, leaves or starts the game is seen at once.
const waiting = document.querySelector("#waiting[data-stream]");
if (waiting) {
  const source = new EventSource(waiting.dataset.stream);
  source.addEventListener("seats", () => seated(waiting));
  source.addEventListener("gone", () => {
    source.close();
    closed(waiting);
  });
  source.addEventListener("error", () => {
    if (source.readyState === EventSource.CLOSED) seated(waiting); // refused: perhaps it was closed meanwhile
  });
  source.addEventListener("moved", (event) => {
    if (JSON.parse(event.data).version > 0) location.reload();
  });
  source.addEventListener("chat", (event) => {
    const chat = document.getElementById("chat");
    if (chat && JSON.parse(event.data).count > Number(chat.dataset.said)) hearAgain(chat);
  });
  addEventListener("pagehide", () => source.close());
  document.addEventListener("htmx:afterSettle", (event) => {
    const chat = event.target.closest?.("#chat") ?? event.target.querySelector?.("#chat");
    if (chat) hasRead(chat);
  });
}

// A remark that is being typed outlives the page, which comes anew when somebody presses something beside it.
const draft = `kaiping-draft ${location.pathname}`;
addEventListener("pagehide", () => {
  const typed = document.getElementById("say")?.value;
  if (typed) sessionStorage.setItem(draft, typed);
});
document.addEventListener("htmx:afterSettle", () => {
  const [say, typed] = [document.getElementById("say"), sessionStorage.getItem(draft)];
  if (!say || !typed) return;
  say.value ||= typed;
  sessionStorage.removeItem(draft);
});

/** Who sits there now, in place of who did: what is being typed beside it stays. */
async function seated(waiting) {
  const answer = await fetch(location.href).catch(() => null);
  const found = answer?.ok && new DOMParser().parseFromString(await answer.text(), "text/html");
  const fresh = found && found.getElementById("waiting");
  if (!fresh) return location.reload(); // the game has begun, or there is no such table any more
  const [sat, bot] = ["sits" in waiting.dataset, waiting.querySelector("#bot")?.value];
  waiting.replaceChildren(...fresh.childNodes);
  waiting.toggleAttribute("data-sits", "sits" in fresh.dataset);
  // whoever leaves comes to a new page by the button that they press
  if (sat && !("sits" in fresh.dataset)) waiting.querySelector("[data-sent-away]").hidden = false;
  if (bot && waiting.querySelector("#bot")) waiting.querySelector("#bot").value = bot;
  showFaces(waiting);
}

/** The table was taken away: that is said, with a way on, and nothing is left that would lead nowhere. */
function closed(waiting) {
  const said = waiting.querySelector("[data-closed]");
  if (!said.hidden) return;
  said.hidden = false;
  waiting.replaceChildren(waiting.querySelector("h1"), said);
  document.getElementById("talk").hidden = true;
}

/** Whoever has the chat of a table that waits before them has read it. */
function hasRead(chat) {
  if (document.visibilityState !== "visible") return;
  window.htmx.ajax("POST", chat.dataset.chat, { values: { read: chat.dataset.said }, swap: "none", source: chat });
}

/** What was said there meanwhile, beside what is being typed. */
async function hearAgain(chat) {
  const answer = await fetch(chat.dataset.chat).catch(() => null);
  const fresh = answer?.ok && new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("chat");
  if (!fresh) return;
  chat.querySelector(".remarks").replaceWith(fresh.querySelector(".remarks"));
  chat.dataset.said = fresh.dataset.said;
  localTimes(chat);
  hasRead(chat);
}

// A form that was refused: on to the first field that is wrong.
document.querySelector(".field:has(.error) :is(input, select), [aria-invalid]")?.focus();

working.listen();
countdown.start();
