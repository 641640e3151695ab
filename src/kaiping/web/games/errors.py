"""Why a change of a game cannot be made, besides the rules."""

from django.utils.translation import gettext as _

from kaiping.errors import BadInput, KaipingError


class Barred(BadInput):
    """What a table as it stands does not allow; programs tell by the code which reason it is."""

    def __init__(self, code: str, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code


class NotYours(KaipingError):
    """An action for a seat that is not one's own."""


class TooLate(KaipingError):
    """Somebody else has changed the game since the page was drawn, or since the table's row was read."""

    def __init__(self, words: str = "") -> None:
        super().__init__(words or _("Somebody was faster: the game has moved on meanwhile."))
