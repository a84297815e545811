#!/usr/bin/env python3
"""Answers that a client may meet, made from docs/openapi.json: what the contract allows, and worse.

    answers.py [--only OPERATION] [--kind KIND] [--long BYTES]
        prints them, one a line, each as JSON: {"operation", "kind", "member", "allowed", "body"};
        `body` is the answer's text. `allowed`: a client must take it; else it may refuse it, and
        must neither trap nor hang. With `--long 0` a long text is the word LONG.
    answers.py --serve [--error STATUS] [--error-sign-in STATUS] [--payload NAME]
        serves them: every member that is a text, unknown words included, is hostile. Prints
        `listening on URL`, then answers until its standard input ends. Any password signs in. Point
        a client there (`walletui --server URL --insecure-loopback --login x …`). With --error every
        operation but the sign-in is answered with an error object, with --error-sign-in the sign-in
        is, too. Payloads: those of PAYLOADS; without the option the members get them in turn.

From Python: `Contract().answers()` for the first, `hostile(schema)` for one hostile answer; each
hostile text contains MARK, so that a test sees that it was shown at all.

The operations' names are the document's; beside them there are ERROR (the error object), SCA (what
stands in a challenge for a confirmation), and NEWS-CARDS, NEWS-ADDED, NEWS-DAMAGE (`data` of events).

Kinds, of which each concerns one member but `whole`, `least` and `more`: `whole`; `least` (required members only); `without` a member; `null` for it; `word` (one that
no list has, for an enumeration); `more` members than known; `number` (the same written otherwise);
`beyond` (numbers at the ends of ranges and behind them); `text` (hostile); `long` (BYTES, 1 MiB);
`list` (empty, and long ones); `item` (one of a list cannot be read); `type` (another than it is).
"""

import argparse
import copy
import http.server
import json
import pathlib
import re
import sys
import threading

ROOT = pathlib.Path(__file__).resolve().parents[2]
MARK = "HOSTILE"
LONG = "A-LONG-TEXT"
PAYLOADS = {
    "osc52": "\x1b]52;c;SE9TVElMRQ==\x07", "csi": "\x1b[2J\x1b[31;5m", "dcs": "\x1bP+q544e\x1b\\",
    "c1": "\x9b31m\x9d52;c;eA==\x9c\x85", "controls": "\x00\x01\x07\x08\x0e\x7f", "lines": "\r\n\t\v\f",
    "bidi": "\u202e\u2066\u2069\u200f\u061c", "zero": "\u200b\u200d\ufeff\u2060\u00ad",
    "marks": "e" + "\u0301" * 40, "separators": "\u2028\u2029", "tags": "\U000e0041\U000e007f",
    "wide": "\u4f60\U0001f469\u200d\U0001f4bb", "private": "\ue000\ufffe\U0010ffff",
    "format": "%s%n\\u001b[31m${HOME}`id`",
}
PATTERNS = {
    "^[0-9]{4}$": "4821", "^[0-9]{3}$": "233", "^[0-9]{16}$": "5555550000000004",
    "^[0-9]{6}$": "555555", "^[A-Z]{3}$": "EUR", "^[0-9a-f]{64}$": "0a" * 32,
    "^([0-9]{4}|WUI(-[A-Z]+)+|([A-Z][a-z]+)+Error)$": "5269", "^[\\p{L}\\p{M} .-]+$": "Sofia",
}
NUMBERS = ["-1", "0", "-9223372036854775808", "9223372036854775807", "9223372036854775808",
           "-9223372036854775809", "1e300", "-1e300", "1e-300", "0.5", "-0.0", "1000000000000000",
           "999999999999999", "4294967296", "2147483648", "65536"]
OTHERS = ["true", "7", "\"text\"", "[]", "{}", "[{}]", "[null]", "{\"a\":null}"]


class Literal(str):
    """JSON as it is to be written."""


class Contract:
    """The document. `long`: bytes of a long text."""

    def __init__(self, long=1 << 20):
        self.document = json.loads((ROOT / "docs/openapi.json").read_text())
        self.schemas = self.document["components"]["schemas"]
        self.long = long

    def operations(self):
        """(name, method, path, status, schema) of each that answers with a body."""
        for path, methods in self.document["paths"].items():
            for method, operation in methods.items():
                # What shops and browsers ask. No client of ours reads it.
                if "servers" in operation:
                    continue
                for status, answer in operation["responses"].items():
                    content = answer.get("content", {})
                    if status[0] == "2" and "application/json" in content:
                        schema = content["application/json"]["schema"]
                        yield operation["operationId"], method.upper(), path, int(status), schema

    def others(self):
        """Objects that stand elsewhere than in an answer's body."""
        text, time = {"type": "string"}, {"type": "string", "format": "date-time"}

        def record(required, **members):
            return {"type": "object", "properties": members, "required": required}

        yield "ERROR", {"$ref": "#/components/schemas/Error"}
        yield "SCA", record(["scaDetails"], scaDetails=record(
            ["eventId", "walletOperationId", "creationTime", "expirationTime"],
            eventId=text, walletOperationId=text,
            authenticationMode={"type": "string", "enum": ["OUTSOURCED", "EMBEDDED", "HYBRID"]},
            availableVerifications={
                "type": "array", "items": {"$ref": "#/components/schemas/Verification"}},
            creationTime=time, expirationTime=time))
        yield "NEWS-CARDS", record([], cardIds={"type": "array", "items": text})
        yield "NEWS-ADDED", record(
            ["numberOfRecords"], numberOfRecords={"type": "integer", "minimum": 0})
        yield "NEWS-DAMAGE", record(["message"], message=text)

    def plain(self, schema):
        """The schema itself: no reference, of several the published one that is not null."""
        while True:
            if "$ref" in schema:
                schema = self.schemas[schema["$ref"].rsplit("/", 1)[1]]
            elif "oneOf" in schema or "anyOf" in schema:
                schema = next(s for s in schema.get("oneOf") or schema["anyOf"]
                              if s.get("type") != "null")
            else:
                return schema

    def sample(self, schema, least=False):
        """A value that the schema allows."""
        schema = self.plain(schema)
        if "const" in schema:
            return schema["const"]
        if "enum" in schema:
            return schema["enum"][0]
        kind = schema["type"]
        if kind == "object":
            return {name: self.sample(member, least)
                    for name, member in schema["properties"].items()
                    if not least or name in schema.get("required", [])}
        if kind == "array":
            items = [self.sample(schema["items"], least) for _ in range(3)]
            # Records of a list have ids of their own.
            for index, item in enumerate(items):
                for name in ("cardId", "id", "dpanRef"):
                    if isinstance(item, dict) and name in item:
                        item[name] = f"{item[name]}-{index}"
            return items
        if kind == "integer":
            least, most = schema.get("minimum", 0), schema.get("maximum", 1 << 40)
            return max(least, min(43, most))
        if kind == "boolean":
            return False
        if schema.get("format") == "date-time":
            return "2026-03-03T12:41:07Z"
        if schema.get("format") == "uri-reference":
            return "/digitalwallets/v1/profile/prepaid/secure-details/0a0a"
        if schema.get("contentEncoding") == "base64":
            return "AAAA"
        return PATTERNS.get(schema.get("pattern"), "sample text 16 long")

    def members(self, schema, path=()):
        """(path, schema, whether it is required) of each member; of lists of the first item's."""
        schema = self.plain(schema)
        if schema.get("type") == "array":
            yield from self.members(schema["items"], path + (0,))
            if self.plain(schema["items"]).get("type") != "object":
                yield path + (0,), self.plain(schema["items"]), True
        for name, member in schema.get("properties", {}).items():
            yield path + (name,), self.plain(member), name in schema.get("required", [])
            yield from self.members(member, path + (name,))

    def variants(self, schema, kind=None):
        """(kind, member, value, whether the contract allows it); with a kind, others may be left
        out."""
        whole = self.sample(schema)
        yield "whole", "", whole, True
        yield "least", "", self.sample(schema, least=True), True
        yield "more", "", with_more(whole), True
        if kind in ("whole", "least", "more"):
            return
        for other in OTHERS:
            yield "type", "", Literal(other), False
        for path, member, required in self.members(schema):
            def put(kind, value, allowed):
                changed = copy.deepcopy(whole)
                replace(changed, path, value)
                return kind, name(path), changed, allowed

            if not isinstance(path[-1], int):
                yield put("without", None, not required)
                yield put("null", Literal("null"), not required)
            for other in OTHERS:
                yield put("type", Literal(other), False)
            yield from (put(*variant) for variant in self.values(member, get(whole, path)))

    def values(self, member, value):
        """(kind, value, whether it is allowed) of one member."""
        if "enum" in member:
            for word in ("NEVER_HEARD_OF", "", "active", "UNKNOWN", PAYLOADS["osc52"]):
                yield "word", word, True
        elif member.get("type") == "integer":
            for text in (f"{value}.0", f"{value}.000", f"{value / 10:.1f}e1", f"{value}0E-1"):
                yield "number", Literal(text), True
            for text in NUMBERS:
                inside = re.fullmatch(r"-?\d+", text) and (
                    max(member.get("minimum", -10**15 + 1), -10**15 + 1) <= int(text)
                    <= min(member.get("maximum", 10**15 - 1), 10**15 - 1))
                yield "beyond", Literal(text), bool(inside)
        elif member.get("type") == "string":
            free = "format" not in member and "const" not in member and "pattern" not in member
            for payload in PAYLOADS.values():
                yield "text", MARK + payload, free
            yield "long", LONG, False
        elif member.get("type") == "array":
            yield "list", [], True
            yield "list", value[:1] * 1000, False
            if isinstance(value[0], dict):
                for broken in ("{}", "7", "null", "[]", "{\"a\":[]}"):
                    yield "item", [value[0], Literal(broken), value[2]], True

    def answers(self, wanted=None):
        """Each variant of each answer, or those of the kind `wanted`; what only a record's own reader sees (types, texts, ends of
        ranges) once for each record's member."""
        seen = set()
        for operation, schema in [(o[0], o[4]) for o in self.operations()] + list(self.others()):
            for kind, member, value, allowed in self.variants(schema, wanted):
                if wanted not in (None, kind):
                    continue
                body = text(value)
                if kind in ("type", "text", "beyond", "long", "list"):
                    place = kind, ".".join(member.split(".")[-2:]), kind == "long" or body
                    if place in seen:
                        continue
                    seen.add(place)
                if self.long:
                    body = body.replace(LONG, "x" * self.long)
                yield {"operation": operation, "kind": kind, "member": member,
                       "allowed": allowed, "body": body}

    def hostile(self, schema, payload=None):
        """An answer in which every text but times has something hostile in it."""
        schema, turn = self.plain(schema), iter(list(PAYLOADS.values()) * 100)
        value = self.sample(schema)
        for path, member, _ in list(self.members(schema)):
            if member.get("type") == "string" and member.get("format") != "date-time":
                changed = MARK + (PAYLOADS[payload] if payload else next(turn))
                replace(value, path, changed + str(path[-1]))
        return value


def with_more(value):
    """The same with members that nobody knows, in every object."""
    if isinstance(value, dict):
        more = {"walletuiKnowsNot": [1, {"a": None}], "": "x", "Status": 1}
        return {"first": None, **{k: with_more(v) for k, v in value.items()}, **more}
    return [with_more(item) for item in value] if isinstance(value, list) else value


def get(value, path):
    for step in path:
        value = value[step]
    return value


def replace(value, path, new):
    """nil: takes the member out."""
    place = get(value, path[:-1])
    if new is None:
        del place[path[-1]]
    else:
        place[path[-1]] = new


def name(path):
    return ".".join(str(step) for step in path if not isinstance(step, int))


def text(value):
    """JSON, with literals as they are."""
    if isinstance(value, Literal):
        return str(value)
    if isinstance(value, dict):
        return "{" + ",".join(json.dumps(k) + ":" + text(v) for k, v in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ",".join(map(text, value)) + "]"
    return json.dumps(value)


def serve(contract, options):
    base = contract.document["servers"][0]["url"]
    routes = [(method, re.compile(base + re.sub(r"\{\w+\}", "[^/]+", path)), status, schema)
              for _, method, path, status, schema in contract.operations()]

    class Handler(http.server.BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, *_):
            pass

        def answer(self, status, value, **headers):
            body = text(value).encode()
            self.send_response(status)
            for header, words in {"Content-Type": "application/json", **headers}.items():
                self.send_header(header.replace("_", "-"), words)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def handle_any(self):
            self.rfile.read(int(self.headers.get("Content-Length") or 0))
            path = self.path.split("?")[0]
            is_sign_in = path.endswith("/token")
            if options.error_sign_in and is_sign_in or options.error and not is_sign_in:
                error = contract.hostile({"$ref": "#/components/schemas/Error"}, options.payload)
                return self.answer(options.error_sign_in if is_sign_in else options.error, error)
            if is_sign_in:
                return self.answer(200, {
                    "access_token": "t", "expires_in": 900, "token_type": "Bearer",
                    "scope": "whitelabelWallet pci-dss-1"})
            for method, pattern, status, schema in routes:
                if method == self.command and pattern.fullmatch(path):
                    return self.answer(status, contract.hostile(schema, options.payload))
            self.answer(404, {})

        do_GET = do_POST = do_PATCH = handle_any

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    print(f"listening on http://127.0.0.1:{server.server_port}", flush=True)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    sys.stdin.read()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--only")
    parser.add_argument("--kind")
    parser.add_argument("--long", type=int, default=1 << 20)
    parser.add_argument("--serve", action="store_true")
    parser.add_argument("--error", type=int)
    parser.add_argument("--error-sign-in", type=int)
    parser.add_argument("--payload", choices=PAYLOADS)
    options = parser.parse_args()
    contract = Contract(options.long)
    if options.serve:
        return serve(contract, options)
    for answer in contract.answers(options.kind):
        if options.only in (None, answer["operation"]):
            print(json.dumps(answer))


if __name__ == "__main__":
    main()
