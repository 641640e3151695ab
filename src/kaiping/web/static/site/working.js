// Working: whatever takes longer than half a second is said to be under way, quietly.

const QUIET = 500; // milliseconds that need no word
const LONGEST = 60_000; // a page that has not come by then will not, or was a file to be kept

let going = 0;
let timer = null;

function begin() {
  going += 1;
  timer ??= setTimeout(() => (document.getElementById("working").hidden = false), QUIET);
}

function end() {
  going = Math.max(0, going - 1);
  if (going) return;
  clearTimeout(timer);
  timer = null;
  document.getElementById("working").hidden = true;
}

/** Another page is on its way; this one is left when it comes. */
function leaving() {
  begin();
  setTimeout(end, LONGEST);
}

export function listen() {
  document.addEventListener("htmx:beforeRequest", begin);
  document.addEventListener("htmx:afterRequest", (event) => {
    if (event.detail.xhr?.getResponseHeader("HX-Redirect")) leaving();
    end();
  });
  // what scripts fetch by themselves
  document.addEventListener("working", (event) => {
    begin();
    event.detail.finally(end);
  });
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (event.defaultPrevented || form.method === "dialog" || form.matches("[hx-post], [hx-get]")) return;
    leaving();
  });
  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[href]");
    const elsewhere = event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
    if (!link || elsewhere || event.defaultPrevented || link.target || link.matches("[download], [data-file]")) return;
    if (link.origin === location.origin && link.getAttribute("href")[0] !== "#") leaving();
  });
  // back by the browser's own button: nothing is under way
  addEventListener("pageshow", (event) => {
    if (!event.persisted) return;
    going = 1;
    end();
  });
}
