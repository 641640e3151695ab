// Still: a mouse that rests points at nothing, whatever comes to lie under it, until it moves.

let at = null; // where the mouse was last

const place = (event) => `${event.screenX} ${event.screenY}`;
const resting = () => document.body.classList.contains("still");

/** Tell the other modules what is pointed at. */
const point = (one) => one.dispatchEvent(new PointerEvent("pointerover", { bubbles: true }));

/** Listens before all others: what moved under a mouse at rest is kept from them. */
export function listen() {
  for (const kind of ["pointerover", "pointermove"]) {
    document.addEventListener(
      kind,
      (event) => {
        if (!event.isTrusted || event.pointerType !== "mouse") return;
        const moved = place(event) !== at;
        at = place(event);
        if (moved) {
          const rested = resting();
          document.body.classList.remove("still");
          if (rested && kind === "pointermove") point(event.target);
        } else if (kind === "pointerover") {
          event.stopImmediatePropagation();
          document.body.classList.add("still");
          point(document.body);
        }
      },
      { capture: true },
    );
  }
}
