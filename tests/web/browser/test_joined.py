"""Modules in one file run in a browser as they do apart."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Browser, Page, Route

from kaiping.web.joined import joined

_MODULES = {
    "page.js": """
        |import * as first from "./first.js";
        |import { told, add as put } from "./second-part.js";
        |put("page");
        |console.log([...told, first.name(), new first.Hex(3).id].join(" "));
        |function add() { return "not that of the other module"; }
    """,
    "first.js": """
        |import { add } from "./second-part.js";
        |add("first");
        |export const name = () => here;
        |const here = "named";
        |export class Hex { constructor(id) { this.id = id; } }
    """,
    "second-part.js": """
        |export const told = [];
        |export function add(word) { told.push(word); }
        |add("second");
    """,
}


def _text(name: str) -> str:
    return re.sub(r"^ *\|", "", _MODULES[name], flags=re.M)


def _said(browser: Browser, serve: Callable[[str], str]) -> list[str]:
    """What the module page.js says, where every file of a server is what ``serve`` makes of its name."""

    def answer(route: Route) -> None:
        name = route.request.url.rpartition("/")[2]
        if name:
            route.fulfill(body=serve(name), content_type="text/javascript")
        else:
            route.fulfill(body='<script type="module" src="page.js"></script>', content_type="text/html")

    page: Page = browser.new_page()
    said = list[str]()
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda error: said.append(str(error)))
    page.route("http://modules.test/**", answer)
    with page.expect_console_message():
        page.goto("http://modules.test/")
    page.close()
    return said


def test_modules_run_in_one_file_as_they_do_apart(browser: Browser) -> None:
    asked = list[str]()

    def together(name: str) -> str:
        asked.append(name)
        return joined(name, _text)

    assert _said(browser, _text) == _said(browser, together) == ["second first page named 3"]
    assert asked == ["page.js"]
