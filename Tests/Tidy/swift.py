"""Where declarations of Swift begin and end, read from code without comments and strings."""

import re
from collections import namedtuple

from tree import line_of

# `depth` is 0 for a declaration outside of all others.
Declaration = namedtuple("Declaration", "name kind line lines depth")
TYPES = {"class", "struct", "enum", "actor", "protocol", "extension"}
TOKEN = re.compile(
    r"(?<![\w.`])(?P<type>class|struct|enum|actor|protocol|extension)[ \t]+"
    r"(?!(?:func|var|let|subscript|init)\b)(?P<name>[\w.]+)"
    r"|(?<![\w.`])func[ \t]+(?P<function>`?\w+`?|[^\w\s(]+)"
    r"|(?<![\w.`])(?P<made>init|deinit|subscript)[?!]?(?=[ \t]*[(<{])"
    r"|[{}()]")


def declarations(code):
    """Each type, extension and function, in the order in which they end."""
    round_, begun, open_ = 0, None, []
    for token in TOKEN.finditer(code):
        text = token[0]
        if text in "()":
            round_ += 1 if text == "(" else -1
        elif text == "{":
            # A closure in the parameters is not the body.
            is_body = begun is not None and begun[3] == round_
            open_.append(begun if is_body else None)
            begun = None if is_body else begun
        elif text == "}":
            begun = begun if begun and begun[3] < round_ else None
            ended = open_.pop() if open_ else None
            if ended:
                name, kind, place, _ = ended
                first, last = line_of(code, place), line_of(code, token.start())
                yield Declaration(name, kind, first, last - first + 1, len(open_))
        else:
            kind = token["type"] or token["made"] or "func"
            name = token["name"] or token["function"] or kind
            begun = name, kind, token.start(), round_
