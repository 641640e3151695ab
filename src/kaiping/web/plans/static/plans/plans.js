// A planning board hears when its game moves on, and offers to look again what still holds.

const plan = document.querySelector(".plan[data-stream]");
if (plan) {
  const source = new EventSource(plan.dataset.stream);
  source.addEventListener("moved", (event) => {
    if (JSON.parse(event.data).version > Number(plan.dataset.version)) plan.querySelector(".moved-on").hidden = false;
  });
  addEventListener("pagehide", () => source.close());
}
