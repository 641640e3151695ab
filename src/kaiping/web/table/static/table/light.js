// Light: whatever company or player is pointed at lights up everywhere.

let lit = null;

function light(kind, name) {
  const key = name && `${kind}:${name}`;
  if (key === lit) return;
  lit = key;
  for (const one of document.querySelectorAll(".lit")) one.classList.remove("lit");
  document.body.classList.toggle("lighting", Boolean(name) && kind === "company");
  if (!name) return;
  for (const one of document.querySelectorAll(`[data-${kind}="${CSS.escape(name)}"]`)) one.classList.add("lit");
}

/** A freshly swapped table: what is pointed at there says so itself. */
export function start() {
  light("company", null);
}

export function listen() {
  for (const kind of ["pointerover", "focusin"]) {
    document.addEventListener(kind, (event) => {
      const company = event.target.closest?.("[data-company]");
      if (company) return light("company", company.dataset.company);
      const player = event.target.closest?.("[data-player]");
      light("player", player?.dataset.player ?? null);
    });
  }
}
