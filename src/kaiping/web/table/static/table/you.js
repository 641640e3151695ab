// You: the viewer's own seat is marked among the players, in the order of turns and in the log; and who plays a seat
// that bears another's name is named beside it.

/** Where there is room for a name it stands beside that of the seat, elsewhere it is told to who points at it. */
function takers() {
  const about = document.querySelector('meta[name="takers"]');
  for (const [seat, who] of Object.entries(JSON.parse(about?.content ?? "{}"))) {
    for (const one of document.querySelectorAll(`[data-player="${CSS.escape(seat)}"]`)) {
      const words = about.dataset.words.replace("%s", who);
      const place = one.matches("tr, details") ? one.querySelector("th, h3") : one;
      if (!place || place.querySelector(".taker")) continue;
      if (place === one && !one.matches(".who")) {
        one.title = `${seat}, ${words}`;
        continue;
      }
      const name = document.createElement("small");
      name.className = "taker muted";
      name.textContent = `(${words})`;
      place.append(" ", name);
    }
  }
}

export function start() {
  takers();
  yours();
}

/** Mark it wherever it stands on the page and is not marked yet. */
function yours() {
  const about = document.querySelector('meta[name="you"]');
  if (!about) return;
  const name = about.content;
  for (const one of document.querySelectorAll(`[data-player="${CSS.escape(name)}"]:not(.who)`)) {
    const place = one.matches("tr, details") ? one.querySelector("th, h3") : one;
    if (!place || place.querySelector(".you")) continue;
    const tag = document.createElement("small");
    tag.className = "tag you";
    tag.textContent = about.dataset.word;
    place.append(" ", tag);
  }
  for (const line of document.querySelectorAll(".log :is(.entry, .after) p, .ticker p")) {
    line.classList.toggle("yours", line.textContent.trim().startsWith(`${name} `));
  }
}

export function listen() {
  document.addEventListener("htmx:afterSettle", start);
}
