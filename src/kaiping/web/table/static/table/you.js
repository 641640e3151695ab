// You: the viewer's own seat is marked among the players, in the order of turns and in the log.

/** Mark it wherever it stands on the page and is not marked yet. */
export function start() {
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
