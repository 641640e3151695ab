// What every page does: the switch between light and dark, and times in the reader's own zone.

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

/** Write every <time datetime> in the reader's language and zone. */
export function localTimes(root = document) {
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
