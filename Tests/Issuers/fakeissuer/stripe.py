"""Stripe Issuing, as of version 2023-08-16."""

import re

from fakeissuer import pins
from fakeissuer.server import Issuer, Refusal, number, scattered

INTERVALS = ("per_authorization", "daily", "weekly", "monthly", "yearly", "all_time")
LIMIT = re.compile(r"spending_controls\[spending_limits\]\[(\d+)\]\[(amount|interval)\]")
METADATA = re.compile(r"metadata\[([^\]]{1,40})\]")


class Stripe(Issuer):
    replay_header = "Idempotent-Replayed"
    public_paths = ("/v1/keys",)

    def __init__(self, key):
        super().__init__(key)
        self.holders = {}
        self.new_cardholder("Ana Petrova")
        self.cards, self.authorizations, self.transactions, self.events = {}, {}, {}, []

    def authorized(self, headers):
        return headers.get("Authorization") == "Bearer " + self.key

    def refuse(self, status, text, headers=None, **more):
        kind = "api_error" if status >= 500 else "invalid_request_error"
        error = {"type": kind, "message": text}
        error.update(more)
        known = {"Request-Id": f"req_{self.serial()}"}
        return Refusal(status, {"error": error}, dict(known, **(headers or {})))

    def reused(self):
        return self.refuse(400, "Keys can only be used with the same parameters",
                           type="idempotency_error")

    def state(self):
        return {"cards": list(self.cards.values()),
                "payments": list(self.transactions.values())}

    def fill(self, count):
        for _ in range(count):
            self.new_card({"currency": "usd", "type": "virtual", "status": "active",
                           "cardholder": "ich_1"})

    def named(self, name, is_locked):
        self.new_card({"currency": "usd", "type": "virtual", "metadata[alias]": name,
                       "cardholder": "ich_1",
                       "status": "inactive" if is_locked else "active"})

    def handle(self, request):
        if request.headers.get("Stripe-Version") != "2023-08-16":
            raise self.refuse(400, "Invalid Stripe API version")
        parts = request.path.strip("/").split("/")[1:]
        match (request.method, parts):
            case ("GET", ["keys"]):
                return 200, {}, {"key_id": "pins-1", "jwk": pins.jwk()}
            case ("GET", ["issuing", "cards"]):
                return 200, {}, self.page(request, [self.shown(c) for c in self.cards.values()])
            case ("POST", ["issuing", "cards"]):
                return 200, {}, self.shown(self.new_card(request.body))
            case ("GET", ["issuing", "cards", token]):
                wanted = request.query.get("expand[]", [])
                return 200, {}, self.shown(self.find(token), wanted)
            case ("POST", ["issuing", "cards", token]):
                return 200, {}, self.shown(self.change(token, request.body))
            case ("GET", ["issuing", "cardholders"]):
                status = request.one("status")
                return 200, {}, self.page(
                    request, [h for h in self.holders.values() if status in (None, h["status"])])
            case ("GET", ["issuing", "authorizations"]):
                return 200, {}, self.page(request, self.of_card(request, self.authorizations))
            case ("GET", ["issuing", "transactions"]):
                return 200, {}, self.page(request, self.of_card(request, self.transactions))
            case ("GET", ["events"]):
                begin = int(request.one("created[gte]", 0))
                return 200, {}, self.page(
                    request, [e for e in self.events if e["created"] >= begin])
            case ("POST", ["test_helpers", "issuing", "authorizations"]):
                return 200, {}, self.authorize(request.body)
            case ("POST", ["test_helpers", "issuing", "authorizations", token, verb]):
                return 200, {}, self.step(token, verb, request.body)
            case ("POST", ["test_helpers", "issuing", "transactions", token, "refund"]):
                return 200, {}, self.refund(token, request.body)
        raise self.refuse(404, "Unrecognized request URL")

    def of_card(self, request, records):
        card = request.one("card")
        return [r for r in records.values() if card in (None, r["card"]["id"])]

    def page(self, request, entries):
        size = int(request.one("limit", 10))
        if not 1 <= size <= 100:
            raise self.refuse(400, "limit must be from 1 to 100", param="limit")
        # The newest first.
        entries = list(reversed(entries))
        after = request.one("starting_after")
        first = 0
        if after is not None:
            ids = [entry["id"] for entry in entries]
            if after not in ids:
                raise self.refuse(400, "No such object", param="starting_after")
            first = ids.index(after) + 1
        return {"object": "list", "data": entries[first:first + size],
                "has_more": first + size < len(entries)}

    # Cards

    def new_cardholder(self, name):
        token = f"ich_{len(self.holders) + 1}"
        self.holders[token] = {
            "id": token, "object": "issuing.cardholder", "name": name, "status": "active",
            "requirements": {"disabled_reason": None, "past_due": []}}

    def new_card(self, body):
        for needed in ("currency", "type", "cardholder"):
            if needed not in body:
                raise self.refuse(400, f"Missing required param: {needed}", param=needed)
        if body["cardholder"] not in self.holders:
            raise self.refuse(400, "No such cardholder", param="cardholder")
        serial = self.serial()
        pan = number(serial)
        card = {
            "id": f"ic_{serial}", "object": "issuing.card", "livemode": False,
            "created": self.now(), "brand": "Visa", "type": body["type"],
            "status": body.get("status", "inactive"), "cancellation_reason": None,
            "cardholder": self.holders[body["cardholder"]],
            "currency": body["currency"], "exp_month": 6, "exp_year": 2031, "last4": pan[-4:],
            "metadata": {}, "spending_controls": {"spending_limits": []},
            "number": pan, "cvc": scattered(serial, 3)}
        self.set(card, body, known={"currency", "type", "status", "cardholder"})
        self.cards[card["id"]] = card
        self.tell("issuing_card.created", card)
        return card

    def find(self, token):
        if token not in self.cards:
            raise self.refuse(404, f"No such issuing card: '{token}'", code="resource_missing")
        return self.cards[token]

    def change(self, token, body):
        card = self.find(token)
        if card["status"] == "canceled":
            raise self.refuse(400, "A canceled card can't be updated")
        if body.get("status", "active") not in ("active", "inactive", "canceled"):
            raise self.refuse(400, "Invalid status", param="status")
        self.set(card, body, known={"status", "cancellation_reason"})
        card["status"] = body.get("status", card["status"])
        self.tell("issuing_card.updated", card)
        return card

    def set(self, card, body, known):
        limits = {}
        for name, value in body.items():
            if name in known:
                continue
            if found := METADATA.fullmatch(name):
                if value:
                    card["metadata"][found[1]] = value
                else:
                    card["metadata"].pop(found[1], None)
            elif found := LIMIT.fullmatch(name):
                limits.setdefault(int(found[1]), {})[found[2]] = value
            elif name == "pin[encrypted_number]":
                card["pin"] = pins.from_jwe(value, "pins-1")
                if card["pin"] is None:
                    raise self.refuse(400, "The PIN can't be decrypted", param=name)
            elif name == "spending_controls[spending_limits]" and value == "":
                card["spending_controls"]["spending_limits"] = []
            else:
                raise self.refuse(400, f"Received unknown parameter: {name}", param=name,
                                  code="parameter_unknown")
        if limits:
            ordered = [limits[place] for place in sorted(limits)]
            if any(limit.get("interval") not in INTERVALS for limit in ordered):
                raise self.refuse(400, "Invalid interval", param="spending_controls")
            card["spending_controls"]["spending_limits"] = [
                {"amount": int(limit["amount"]), "interval": limit["interval"], "categories": []}
                for limit in ordered]

    def shown(self, card, wanted=()):
        hidden = {"number", "cvc"} - set(wanted) | {"pin"}
        return {name: value for name, value in card.items() if name not in hidden}

    def tell(self, kind, thing):
        self.events.append({
            "id": f"evt_{self.serial()}", "type": kind, "created": self.now(),
            "data": {"object": {"id": thing["id"], "card": thing.get("card")}}})

    # Payments

    def authorize(self, body):
        card = self.find(body.get("card", ""))
        amount = int(body["amount"])
        reason = None
        if card["status"] == "inactive":
            reason = "card_inactive"
        elif card["status"] == "canceled":
            reason = "card_canceled"
        elif any(0 <= limit["amount"] < amount
                 for limit in card["spending_controls"]["spending_limits"]):
            reason = "spending_controls"
        serial = self.serial()
        payment = {
            "id": f"iauth_{serial}", "approved": reason is None,
            "status": "pending" if reason is None else "closed",
            "amount": amount if reason is None else 0, "currency": card["currency"],
            "merchant_amount": amount, "merchant_currency": card["currency"],
            "merchant_data": {"name": body.get("merchant_data[name]", ""),
                              "category_code": "5999"},
            "card": {"id": card["id"]}, "created": self.now(), "verification_data": {},
            "request_history": [{"approved": reason is None, "amount": amount,
                                 "reason": reason or "webhook_approved"}]}
        self.authorizations[payment["id"]] = payment
        self.tell("issuing_authorization.created", payment)
        return payment

    def step(self, token, verb, body):
        payment = self.authorizations.get(token)
        if payment is None:
            raise self.refuse(404, "No such authorization", code="resource_missing")
        if payment["status"] != "pending":
            raise self.refuse(400, "The authorization isn't pending")
        if verb == "increment":
            payment["amount"] += int(body["increment_amount"])
        elif verb == "reverse":
            payment["amount"] -= int(body.get("reverse_amount", payment["amount"]))
            if payment["amount"] <= 0:
                payment["amount"], payment["status"] = 0, "reversed"
        elif verb == "expire":
            payment["amount"], payment["status"] = 0, "expired"
        elif verb == "capture":
            amount = int(body.get("capture_amount", payment["amount"]))
            self.move(payment, "capture", -amount)
            payment["amount"], payment["status"] = 0, "closed"
        else:
            raise self.refuse(404, "Unrecognized request URL")
        self.tell("issuing_authorization.updated", payment)
        return payment

    def move(self, payment, kind, amount):
        record = {
            "id": f"ipi_{self.serial()}", "type": kind, "amount": amount,
            "currency": payment["currency"], "merchant_amount": abs(amount),
            "merchant_currency": payment["currency"], "merchant_data": payment["merchant_data"],
            "authorization": payment.get("authorization", payment["id"]),
            "card": payment["card"], "created": self.now()}
        self.transactions[record["id"]] = record
        self.tell("issuing_transaction.created", record)
        return record

    def refund(self, token, body):
        record = self.transactions.get(token)
        if record is None:
            raise self.refuse(404, "No such transaction", code="resource_missing")
        return self.move(record, "refund", int(body.get("refund_amount", -record["amount"])))
