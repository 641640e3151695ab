"""The table as it is shown: functions from a game and who is looking to what a page needs. No rule lives here.

What the server calls (everything else in this package is for the templates)::

    viewer = Viewer(name="Ann", seats=frozenset({"Ann"}), may_undo=True, spectator=False)
    links = Links(page="/g/7/", body="/g/7/body", play="/g/7/play", ...)
    around = Around(version=7, name="Friday", bots=(("Bo", "casual"),))
    body(game, viewer, moment=None, links=links, around=around) -> Packed
    page(game, viewer, moment=None, links=links, around=around) -> dict
    part("hex", game, viewer, {"hex": "E7"}, moment=None, links=links) -> (template, dict)

* ``table/page.html`` is the whole page (it extends ``base.html``) and takes what ``page`` gives; ``body`` is what is
  swapped after each move, ready to be sent. ``moment`` is the number of actions shown when looking at the
  past; None is now. The body's outer element is ``<main id="table">``.
* The page posts a form to ``links.play`` with ``action`` (JSON as ``kaiping.action`` writes it) and
  ``version`` (that of ``around``). The answer is the body in every case: 200; 409 when somebody was faster, with a
  sentence as ``notice``; 403 and 422 when the action is refused, with the ``kaiping.errors.Reason`` (or a plain
  sentence) as ``refusal``.
* ``links.undo`` and ``links.redo`` take ``version`` and answer in the same way.
* ``links.stream`` is a stream of server-sent events: ``event: moved`` with ``data: {"version": n}`` makes the page
  fetch ``links.body``, ``event: chat`` makes it fetch ``links.chat``, ``event: gone`` loads
  it anew.
* ``links.part`` (GET ``?name=hex&hex=E7&at=N``) answers a fragment that is wanted only on request: call ``part`` with
  the name and the query and render what it gives. ``BadInput`` means 400. The parts are named in ``parts.PARTS``.
* ``links.chat`` and ``links.notes`` (GET) answer fragments of the server's own; a POST to ``links.chat`` takes ``text``
  and answers the fragment, a POST to ``links.notes`` takes ``text`` and answers an empty page.
* ``links.drawing`` (GET) answers what the reader has drawn on the map, as JSON; a POST takes ``drawing``.
* ``links.fork`` and ``links.program`` take POST forms; ``links.export`` takes ``?format=native|18xx``,
  ``links.picture`` ``?what=map|market|tiles&format=svg|png&at=N``; ``links.rules`` is the rules page with an anchor
  for each clause id.
* A link that is left empty is not offered: the page shows no control for it.
* ``table/page.html`` also knows ``notify``: whether the browser should tell that it is the viewer's turn; and
  ``you``, the one seat of the viewer, which is marked wherever it stands.

``base.html`` has the blocks ``title``, ``head``, ``header``, ``nav``, ``content``, ``footer`` and ``scripts``.
"""

from kaiping.web.table.drawing import body, page
from kaiping.web.table.parts import part
from kaiping.web.table.viewer import Around, Links, Programmed, Viewer

__all__ = ["Around", "Links", "Programmed", "Viewer", "body", "page", "part"]
