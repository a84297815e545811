"""Increase."""

from fakeissuer.lithic import written
from fakeissuer.server import Issuer, Refusal, number, scattered

TYPES = {400: "invalid_parameters_error", 401: "invalid_api_key_error",
         403: "insufficient_permissions_error", 404: "object_not_found_error",
         409: "invalid_operation_error", 429: "rate_limited_error"}
FIELDS = {"account_id", "description", "authorization_controls", "status"}


class Increase(Issuer):
    keys_for_patch = True

    def __init__(self, key):
        super().__init__(key)
        self.cards, self.payments, self.events = {}, {}, []

    def authorized(self, headers):
        return headers.get("Authorization") == "Bearer " + self.key

    def refuse(self, status, text, headers=None):
        kind = TYPES.get(status, "internal_server_error")
        return Refusal(status, {"type": kind, "title": text, "detail": None, "status": status},
                       headers)

    def reused(self):
        return Refusal(409, {"type": "idempotency_key_already_used_error",
                             "title": "This key was used", "detail": None, "status": 409})

    def state(self):
        return {"cards": list(self.cards.values()), "payments": list(self.payments.values())}

    def fill(self, count):
        for _ in range(count):
            self.new_card({"account_id": "account_1"}, None)

    def named(self, name, is_locked):
        card = self.new_card({"account_id": "account_1", "description": name}, None)
        card["status"] = "disabled" if is_locked else "active"

    def handle(self, request):
        parts = request.path.strip("/").split("/")
        match (request.method, parts):
            case ("GET", ["cards"]):
                key = request.one("idempotency_key")
                found = [c for c in self.cards.values() if key in (None, c["idempotency_key"])]
                return 200, {}, self.page(request, [self.shown(c) for c in found])
            case ("POST", ["cards"]):
                self.check(request.body)
                key = request.headers.get("Idempotency-Key")
                return 200, {}, self.shown(self.new_card(request.body, key))
            case ("GET", ["cards", token]):
                return 200, {}, self.shown(self.find(token))
            case ("PATCH", ["cards", token]):
                self.check(request.body)
                return 200, {}, self.shown(self.change(token, request.body))
            case ("GET", ["cards", token, "details"]):
                return 200, {}, self.details(self.find(token))
            case ("POST", ["cards", token, "update_pin"]):
                card = self.find(token)
                pin = request.body.get("pin", "")
                if not (pin.isdigit() and 4 <= len(pin) <= 12):
                    raise self.refuse(400, "pin must be 4 to 12 digits")
                card["pin"] = pin
                return 200, {}, self.details(card)
            case ("GET", ["card_payments"]):
                card = request.one("card_id")
                found = [p for p in self.payments.values() if card in (None, p["card_id"])]
                return 200, {}, self.page(request, found)
            case ("GET", ["events"]):
                begin = request.one("created_at.on_or_after", "")
                return 200, {}, self.page(
                    request, [e for e in self.events if e["created_at"] >= begin])
            case ("POST", ["simulations", step]):
                return 200, {}, self.simulate(step, request.body)
        raise self.refuse(404, "Not found")

    def check(self, body):
        for name in body:
            if name not in FIELDS:
                raise self.refuse(400, f"Unknown parameter {name}")

    def page(self, request, entries):
        size = int(request.one("limit", 100))
        if not 1 <= size <= 100:
            raise self.refuse(400, "limit must be from 1 to 100")
        first = int(request.one("cursor", "c0")[1:])
        rest = first + size < len(entries)
        return {"data": entries[first:first + size], "next_cursor": f"c{first + size}" if rest else None}

    # Cards

    def new_card(self, body, key):
        if "account_id" not in body:
            raise self.refuse(400, "account_id is required")
        serial = self.serial()
        pan = number(serial)
        card = {
            "id": f"card_{serial}", "account_id": body["account_id"], "status": "active",
            "description": body.get("description"), "last4": pan[-4:], "bin": pan[:6],
            "expiration_month": 6, "expiration_year": 2031,
            "cardholder_name": {"first": "Ana", "last": "Petrova", "middle": None},
            "created_at": written(self.now()), "idempotency_key": key, "type": "card",
            "authorization_controls": body.get("authorization_controls"),
            "number": pan, "code": scattered(serial, 3), "pin": "0000"}
        self.cards[card["id"]] = card
        self.tell("card.created", card["id"])
        return card

    def find(self, token):
        if token not in self.cards:
            raise self.refuse(404, "No card with this id")
        return self.cards[token]

    def change(self, token, body):
        card = self.find(token)
        if card["status"] == "canceled":
            raise self.refuse(409, "A canceled card can't be changed")
        if body.get("status", "active") not in ("active", "disabled", "canceled"):
            raise self.refuse(400, "status isn't valid")
        card.update(body)
        self.tell("card.updated", token)
        return card

    def shown(self, card):
        return {name: value for name, value in card.items()
                if name not in ("number", "code", "pin")}

    def details(self, card):
        return {"card_id": card["id"], "primary_account_number": card["number"],
                "verification_code": card["code"], "pin": card["pin"], "expiration_month": 6,
                "expiration_year": 2031, "type": "card_details"}

    def tell(self, category, card):
        is_card = category.startswith("card.")
        self.events.append({
            "id": f"event_{self.serial()}", "created_at": written(self.now()),
            "category": category, "associated_object_type": "card" if is_card else "card_payment",
            "associated_object_id": card})

    # Payments

    def simulate(self, step, body):
        if step == "card_authorizations":
            return self.authorize(self.find(body.get("card_id", "")), body)
        payment = self.payments.get(body.get("card_payment_id"))
        if payment is None:
            raise self.refuse(404, "No payment with this id")
        state = payment["state"]
        held = (state["authorized_amount"] + state["incremented_amount"]
                - state["reversed_amount"])
        amount = body.get("amount", held)
        names = {"card_increments": "incremented_amount", "card_reversals": "reversed_amount",
                 "card_settlements": "settled_amount", "card_refunds": "refunded_amount"}
        if step == "card_authorization_expirations":
            state["reversed_amount"] += held
        elif step in names:
            state[names[step]] += amount
        else:
            raise self.refuse(404, "Not found")
        self.tell("card_payment.updated", payment["id"])
        return {"id": payment["id"]}

    def authorize(self, card, body):
        reason = {"disabled": "card_not_active", "canceled": "card_canceled"}.get(card["status"])
        limits = ((card["authorization_controls"] or {}).get("usage") or {}).get("multi_use") or {}
        for limit in limits.get("spending_limits", []):
            if reason is None and limit["settlement_amount"] < body["amount"]:
                reason = "breaches_limit"
        kind = "card_authorization" if reason is None else "card_decline"
        inner = {"amount": body["amount"], "currency": "USD", "reason": reason,
                 "merchant_descriptor": body.get("merchant_descriptor", ""),
                 "merchant_category_code": body.get("merchant_category_code", "5999")}
        payment = {
            "id": f"card_payment_{self.serial()}", "card_id": card["id"],
            "created_at": written(self.now()),
            "state": {"authorized_amount": body["amount"] if reason is None else 0,
                      "incremented_amount": 0, "reversed_amount": 0, "settled_amount": 0,
                      "refunded_amount": 0},
            "elements": [{"category": kind, kind: inner}]}
        self.payments[payment["id"]] = payment
        self.tell("card_payment.created", payment["id"])
        found = {"card_payment_id": payment["id"]}
        return {"id": "sim", "pending_transaction": found if reason is None else None,
                "declined_transaction": None if reason is None else found}
