"""Modules in one file: nothing is left out, and what cannot be joined is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from kaiping.web.joined import joined

WEB = Path(__file__).parents[2] / "src" / "kaiping" / "web"


@pytest.mark.parametrize(
    "line",
    [
        'import one from "./first.js";',
        'import "./first.js";',
        'export { told } from "./first.js";',
        "export default 3;",
        "export let changing = 1;",
    ],
)
def test_other_forms_are_refused(line: str) -> None:
    with pytest.raises(ValueError, match="cannot be joined"):
        joined("page.js", lambda name: f"{line}\n" if name == "page.js" else "export const told = [];\n")


def test_a_circle_is_refused() -> None:
    with pytest.raises(ValueError, match="imports itself"):
        joined("one.js", lambda name: 'import * as two from "./{}.js";'.format("two" if name == "one.js" else "one"))


@pytest.mark.parametrize("page", ["table/static/table/table.js", "static/site/site.js"])
def test_nothing_of_our_own_modules_is_left_out(page: str) -> None:
    """Each line of a module stands in the file, but for what imports and exports."""
    folder, name = (WEB / page).parent, (WEB / page).name
    read = list[str]()

    def source(module: str) -> str:
        read.append(module)
        return (folder / module).read_text()

    whole = joined(name, source)
    assert sorted(set(read)) == sorted(read), "a module stands there twice"
    for module in read:
        _head, _, after = whole.partition(f"const ${module.removesuffix('.js')} = ")
        body, _, _rest = after.partition("\n})();")
        lines = (line for line in (folder / module).read_text().splitlines() if not line.startswith("import "))
        assert all(line.removeprefix("export ") in body for line in lines)
