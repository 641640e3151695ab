// Woken by the browser when a notice arrives, whether a page is open or not.

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

/** The open page of a table, if there is one. */
async function page(link) {
  const open = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  return open.find((one) => new URL(one.url).pathname === link);
}

self.addEventListener("push", (event) => {
  const { title, body, link } = event.data.json();
  const tell = async () => {
    const there = await page(link);
    if (there?.visibilityState === "visible") return;
    // the same tag as the notice of an open page: one notice for a table, however it came
    await self.registration.showNotification(title, { body, tag: link, data: { link } });
  };
  event.waitUntil(tell());
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const { link } = event.notification.data;
  event.waitUntil(page(link).then((there) => (there ? there.focus() : self.clients.openWindow(link))));
});
