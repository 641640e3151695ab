"""Notices in the browser: the script that is woken by a push, and the page of settings that asks for it."""

from __future__ import annotations

import json
from collections.abc import Callable

from playwright.sync_api import expect

from tests.web.browser.sitting import Sitting
from tests.web.server import Server, Visitor

Sit = Callable[..., Sitting]

_REGISTER = (
    "navigator.serviceWorker.register('/push-worker.js').then(() => navigator.serviceWorker.ready).then(() => 1)"
)
_SHOWN = """async () => {
    const registration = await navigator.serviceWorker.ready;
    return (await registration.getNotifications()).map((one) => [one.title, one.body, one.data.link]);
}"""


def test_a_push_is_shown(sit: Sit, server: Server, visitor: Visitor):
    """While no page of the table is in sight; one that is in sight shows it itself."""
    sitting = sit(visitor, "/lobby", table=False, permissions=["notifications"])
    page = sitting.page
    page.goto(f"{server.url}/lobby")
    page.evaluate(_REGISTER)
    browser = page.context.new_cdp_session(page)
    found: list[str] = []
    browser.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda event: found.extend(one["registrationId"] for one in event["registrations"]),
    )
    browser.send("ServiceWorker.enable")
    while not found:
        page.wait_for_timeout(50)

    def push(link: str) -> None:
        message = {"title": "It is your turn", "body": "Slow evening", "link": link}
        about = {"origin": server.url, "registrationId": found[0], "data": json.dumps(message)}
        browser.send("ServiceWorker.deliverPushMessage", about)

    push("/lobby")
    push("/game/elsewhere/")
    page.wait_for_function(f"async () => (await ({_SHOWN})()).length > 0")
    assert page.evaluate(_SHOWN) == [["It is your turn", "Slow evening", "/game/elsewhere/"]]


def test_settings_offer_this_browser(sit: Sit, server: Server, fresh_name: str):
    page = sit(server.member(f"told{fresh_name}"), "/settings", table=False).page
    page.goto(f"{server.url}/settings")
    button = page.locator("#push button[data-on]")
    expect(button).to_be_visible()
    button.click()  # a browser without permission says so
    expect(page.locator("#push output")).not_to_be_empty()
