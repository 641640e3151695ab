"""Scripts and style sheets are written for readers; what is served has neither their comments nor their indentation.

Nothing is renamed or rewritten, and a line of a script stays a line: what a browser reports is found in the source.
"""

from __future__ import annotations

import re

_COMMENTS = re.compile(r"^[ \t]*(?://[^\n]*|/\*.*?\*/[ \t]*)(?:\n|\Z)", re.DOTALL | re.MULTILINE)
_INDENTATION = re.compile(r"^[ \t]+|[ \t]+$|\n+(?=\n)", re.MULTILINE)
_STYLE = re.compile(
    r"""(?P<kept> "[^"\n]*" | '[^'\n]*' ) | /\*.*?\*/ | \s*(?P<edge>[{};,])\s* | (?P<colon>:)\s+ | \s+""",
    re.DOTALL | re.VERBOSE,
)


def plain_script(source: str) -> str:
    r"""A script without the lines that are comments; texts that go over several lines are not to be in it.

    >>> plain_script("// why\nlet a = 1; // so\n\n/** What\n *  it does. */\nif (a)\n  b();\n")
    'let a = 1; // so\nif (a)\nb();\n'
    """
    return _INDENTATION.sub("", _COMMENTS.sub("", source)).lstrip("\n")


def plain_style(source: str) -> str:
    r"""A style sheet on one line.

    >>> plain_style('/* why */\n.a :hover, b {\n  content: "a  {";\n  color: red;\n}\n')
    '.a :hover,b{content:"a  {";color:red}'
    """

    def short(found: re.Match[str]) -> str:
        if found["kept"] is None and found["edge"] is None and found["colon"] is None:
            return "" if found[0].startswith("/*") else " "
        return found["kept"] or found["edge"] or found["colon"]

    return _STYLE.sub(short, source).replace(";}", "}").strip()
