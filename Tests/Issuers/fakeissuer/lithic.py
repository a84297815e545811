"""Lithic and Privacy.com."""

import datetime
import re

from fakeissuer import pins
from fakeissuer.server import Issuer, Refusal, number, scattered

UUID4 = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}")
DURATIONS = ("TRANSACTION", "MONTHLY", "ANNUALLY", "FOREVER")
STATES = ("OPEN", "PAUSED", "CLOSED")


def written(seconds):
    return datetime.datetime.fromtimestamp(seconds, datetime.UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


class Lithic(Issuer):
    types = ("VIRTUAL", "SINGLE_USE", "MERCHANT_LOCKED", "PHYSICAL", "UNLOCKED", "DIGITAL_WALLET")
    fields = {"memo", "spend_limit", "spend_limit_duration", "state", "substatus", "comment",
              "type", "account_token", "pin"}

    def __init__(self, key):
        super().__init__(key)
        self.cards, self.payments, self.events = {}, {}, []
        self.nonces = set()

    def authorized(self, headers):
        return headers.get("Authorization") == self.key

    def refuse(self, status, text, headers=None):
        body = {"message": text, "debugging_request_id": f"debug-{self.serial()}"}
        return Refusal(status, body, headers)

    def reused(self):
        return self.refuse(409, "This idempotency key was used with other parameters")

    def check_key(self, key):
        if not UUID4.fullmatch(key):
            raise self.refuse(400, "Idempotency-Key must be a version 4 UUID")

    def state(self):
        return {"cards": list(self.cards.values()), "payments": list(self.payments.values())}

    def fill(self, count):
        for _ in range(count):
            self.new_card({"type": self.types[0]})

    def named(self, name, is_locked):
        self.new_card({"type": self.types[0], "memo": name,
                       "state": "PAUSED" if is_locked else "OPEN"})

    # Requests

    def handle(self, request):
        parts = request.path.strip("/").split("/")
        if parts[:1] != ["v1"]:
            raise self.refuse(404, "Not found")
        match (request.method, parts[1:]):
            case ("GET", ["cards"]):
                return 200, {}, self.page(request, [self.shown(c) for c in self.cards.values()])
            case ("POST", ["cards"]):
                return 200, {}, self.with_secrets(self.new_card(self.checked(request.body)))
            case ("GET", ["cards", token]):
                return 200, {}, self.with_secrets(self.find(token))
            case ("PATCH", ["cards", token]):
                return 200, {}, self.with_secrets(self.change(token, self.checked(request.body)))
            case ("GET", ["transactions"]):
                card = request.one("card_token")
                found = [p for p in self.payments.values() if card in (None, p["card_token"])]
                return 200, {}, self.page(request, found)
            case ("GET", ["events"]):
                begin = request.one("begin", "")
                return 200, {}, self.page(
                    request, [e for e in self.events if e["created"] >= begin])
            case ("POST", ["simulate", step]):
                return 201, {}, self.simulate(step, request.body)
        raise self.refuse(404, "Not found")

    def checked(self, body):
        for name in body:
            if name not in self.fields:
                raise self.refuse(400, f"Unknown parameter {name}")
        if body.get("type", self.types[0]) not in self.types:
            raise self.refuse(422, "type isn't valid")
        if body.get("state", "OPEN") not in STATES:
            raise self.refuse(422, "state isn't valid")
        limit = body.get("spend_limit", 0)
        if not isinstance(limit, int) or limit < 0:
            raise self.refuse(422, "spend_limit must be at least 0")
        if body.get("spend_limit_duration", "FOREVER") not in DURATIONS:
            raise self.refuse(422, "spend_limit_duration isn't valid")
        return body

    def page(self, request, entries):
        size = int(request.one("page_size", 50))
        if not 1 <= size <= 100:
            raise self.refuse(400, "page_size must be from 1 to 100")
        after = request.one("starting_after")
        first = 0
        if after is not None:
            tokens = [entry["token"] for entry in entries]
            if after not in tokens:
                raise self.refuse(400, "starting_after isn't known")
            first = tokens.index(after) + 1
        return {"data": entries[first:first + size], "has_more": first + size < len(entries)}

    # Cards

    def new_card(self, body):
        serial = self.serial()
        pan = number(serial)
        card = {
            "token": f"00000000-0000-4000-8000-{serial:012d}", "account_token": "account-1",
            "card_program_token": "program-1", "type": body.get("type", "VIRTUAL"),
            "state": body.get("state", "OPEN"), "substatus": None, "comment": "",
            "last_four": pan[-4:], "exp_month": "06", "exp_year": "2031",
            "memo": body.get("memo", ""), "hostname": "",
            "spend_limit": body.get("spend_limit", 0),
            "spend_limit_duration": body.get("spend_limit_duration", "TRANSACTION"),
            "pin_status": "NOT_SET", "created": written(self.now()),
            "cardholder_currency": "USD", "pan": pan, "cvv": scattered(serial, 3),
        }
        self.cards[card["token"]] = card
        self.tell("card.created", card["token"])
        return card

    def find(self, token):
        if token not in self.cards:
            raise self.refuse(404, "Card not found")
        return self.cards[token]

    def change(self, token, body):
        card = self.find(token)
        if card["state"] == "CLOSED":
            raise self.refuse(422, "A closed card can't be changed")
        if "pin" in body:
            pin = pins.from_rsa(body["pin"], self.nonces)
            if pin is None or not (pin.isdigit() and 4 <= len(pin) <= 12):
                raise self.refuse(422, "pin can't be decrypted")
            body = dict(body, pin=pin, pin_status="OK")
        card.update({name: value for name, value in body.items() if name != "type"})
        self.tell("card.updated", token)
        return card

    def shown(self, card):
        return {name: value for name, value in card.items() if name not in ("pan", "cvv", "pin")}

    def with_secrets(self, card):
        return {name: value for name, value in card.items() if name != "pin"}

    def tell(self, kind, token):
        self.events.append({
            "token": f"msg_{self.serial()}", "event_type": kind, "created": written(self.now()),
            "payload": {"card_token": token}})

    # Payments

    def simulate(self, step, body):
        if step in ("authorize", "return"):
            card = next((c for c in self.cards.values() if c["pan"] == body.get("pan")), None)
            if card is None:
                raise self.refuse(404, "Card not found")
            return self.pay(card, body, is_credit=step == "return")
        payment = self.payments.get(body.get("token"))
        if payment is None:
            raise self.refuse(404, "Transaction not found")
        if payment["status"] != "PENDING":
            raise self.refuse(422, "The transaction isn't pending")
        held = payment["amounts"]["hold"]["amount"]
        amount = body.get("amount", held)
        if step == "authorization_advice":
            held = amount
        elif step == "void":
            held -= amount
            if held <= 0:
                held = 0
                expired = body.get("type") == "AUTHORIZATION_EXPIRY"
                payment["status"] = "EXPIRED" if expired else "VOIDED"
        elif step == "clearing":
            payment["amounts"]["settlement"]["amount"] += amount
            payment["status"] = "SETTLED"
            held = 0
        else:
            raise self.refuse(404, "Not found")
        payment["amounts"]["hold"]["amount"] = held
        payment["updated"] = written(self.now())
        self.tell("card_transaction.updated", payment["card_token"])
        return {"debugging_request_id": "debug"}

    def pay(self, card, body, is_credit):
        amount = body["amount"]
        result = "APPROVED"
        if not is_credit:
            if card["state"] == "PAUSED":
                result = "CARD_PAUSED"
            elif card["state"] == "CLOSED":
                result = "CARD_CLOSED"
            elif 0 < card["spend_limit"] < amount:
                result = "USER_TRANSACTION_LIMIT"
        status = "DECLINED" if result != "APPROVED" else "SETTLED" if is_credit else "PENDING"
        money = {"amount": amount, "currency": "USD"}
        nothing = {"amount": 0, "currency": "USD"}
        created = written(self.now())
        payment = {
            "token": f"10000000-0000-4000-8000-{self.serial():012d}",
            "card_token": card["token"], "account_token": "account-1", "created": created,
            "updated": created, "status": status, "result": result,
            "amounts": {
                "cardholder": dict(money, amount=-amount) if is_credit else money,
                "hold": money if status == "PENDING" else nothing,
                "merchant": money,
                "settlement": dict(money, amount=-amount) if is_credit else dict(nothing)},
            "merchant": {"descriptor": body.get("descriptor", ""), "mcc": body.get("mcc", "5999")},
            "events": []}
        self.payments[payment["token"]] = payment
        if status == "PENDING" and card["type"] == "SINGLE_USE":
            card["state"] = "CLOSED"
            self.tell("card.updated", card["token"])
        self.tell("card_transaction.updated", card["token"])
        return {"token": payment["token"], "debugging_request_id": "debug"}


class Privacy(Lithic):
    """The consumer service: pages by number, whole dollars, no events, no keys."""

    keys_for_post = False
    types = ("UNLOCKED", "SINGLE_USE", "MERCHANT_LOCKED", "DIGITAL_WALLET")
    fields = {"memo", "spend_limit", "spend_limit_duration", "state", "type"}

    def authorized(self, headers):
        return headers.get("Authorization") == "api-key " + self.key

    def checked(self, body):
        if body.get("spend_limit", 0) % 100 != 0:
            raise self.refuse(400, "spend_limit must be whole dollars")
        return super().checked(body)

    def handle(self, request):
        if request.path == "/v1/events":
            raise self.refuse(404, "Not found")
        return super().handle(request)

    def page(self, request, entries):
        size, page = int(request.one("page_size", 50)), int(request.one("page", 1))
        pages = max(1, -(-len(entries) // size))
        return {
            "data": entries[(page - 1) * size:page * size], "page": page,
            "total_entries": len(entries), "total_pages": pages}
