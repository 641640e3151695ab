// Told: a sign or a few letters that have words for who points at them say these to a finger, too.

/** What does something of its own when it is touched. */
const DOES = "a, button, label, summary, input, select, textarea, .hex";

let shown = null;

function hide() {
  shown?.remove();
  shown = null;
}

function show(one) {
  shown = document.createElement("p");
  shown.className = "tip";
  shown.setAttribute("role", "status");
  shown.textContent = one.title;
  document.body.append(shown);
  const [box, words] = [one.getBoundingClientRect(), shown.getBoundingClientRect()];
  const below = box.bottom + 6 + words.height < innerHeight;
  shown.style.top = `${Math.max(4, below ? box.bottom + 6 : box.top - words.height - 6)}px`;
  shown.style.left = `${Math.max(4, Math.min(box.left, innerWidth - words.width - 4))}px`;
}

export function listen() {
  document.addEventListener("click", (event) => {
    const before = shown?.textContent;
    hide();
    if (event.pointerType !== "touch" || event.target.closest(DOES)) return;
    const one = event.target.closest("#table [title]");
    if (one?.title && one.title !== before) show(one);
  });
  for (const kind of ["scroll", "resize", "keydown"]) addEventListener(kind, hide, { capture: true });
}
