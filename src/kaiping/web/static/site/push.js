// In the settings: this browser may be told by web push, even while no page is open.

const box = document.getElementById("push");
const button = box?.querySelector("button[data-on]");
const said = box?.querySelector("output");

/** The server's public key as the browser wants it. */
function key(text) {
  const raw = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(raw, (letter) => letter.charCodeAt(0));
}

const written = (buffer) =>
  btoa(String.fromCharCode(...new Uint8Array(buffer))).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

async function add() {
  if ((await Notification.requestPermission()) !== "granted") return box.dataset.denied;
  const worker = await navigator.serviceWorker.register("/push-worker.js");
  await navigator.serviceWorker.ready;
  const address = await worker.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: key(box.dataset.key),
  });
  const fields = new URLSearchParams({
    endpoint: address.endpoint,
    public: written(address.getKey("p256dh")),
    secret: written(address.getKey("auth")),
    name: navigator.userAgentData?.brands.at(-1)?.brand ?? navigator.userAgent.split(" ").at(-1),
  });
  const headers = JSON.parse(document.body.getAttribute("hx-headers"));
  const answer = await fetch(box.dataset.add, { method: "POST", body: fields, headers });
  if (!answer.ok) return box.dataset.failed;
  location.reload();
  return "";
}

if (button && "serviceWorker" in navigator && "PushManager" in window) {
  button.hidden = false;
  button.addEventListener("click", async () => {
    button.disabled = true;
    said.textContent = await add().catch(() => box.dataset.failed);
    button.disabled = false;
  });
} else if (said) {
  said.textContent = box.dataset.unable;
}
