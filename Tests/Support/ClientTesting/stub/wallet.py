"""The stub's cards, codes and rules: the published paths and fields, and docs/openapi.json where
nothing is published. Nothing of ours that the document calls optional is sent, and headers that are
ours (keys to seal to, versions) are not looked at.
"""

import base64
import itertools
import json
import re
import urllib.parse

CARDS = "/profile/prepaid/cards"
TIME, LATER = "2026-01-02T17:54:12Z", "2026-01-02T18:09:12Z"
CODES = {"SMS": "123456", "EMAIL": "654321", "AUTHENTICATOR": "111111"}
# A24, and what an activation may begin with.
ALLOWED = {"ACTIVE": ["CANCELLED", "LOCKED"], "LOCKED": ["ACTIVE", "CANCELLED"],
           "DIGITAL": ["CANCELLED", "LOCKED"], "ISSUED": ["CANCELLED"]}
PROGRAMS = [
    # A33: allowableCards and isDigital have defaults.
    {"cardType": "VIRTUAL", "scheme": "MC", "name": "BRAND-VIRTUAL-MC", "currencies": ["EUR"]},
    {"cardType": "PHYSICAL", "scheme": "VISA", "name": "BRAND-PHYSICAL-VISA",
     "currencies": ["EUR", "USD"], "allowableCards": 3, "isDigital": True},
]


def coded(value):
    return base64.b64encode(json.dumps({"scaDetails": value}).encode()).decode()


class Problem(Exception):
    def __init__(self, status, code, message, fields=(), **headers):
        super().__init__(message)
        self.status, self.headers = status, headers
        self.body = {"error": {
            "code": code, "message": message, "details": [],
            "fieldErrors": [{"field": name, "error": text} for name, text in fields]}}


def needs_user_agent(body):
    """A16, A22: products and comments, as RFC 9110 has them."""
    token = r"[!#$%&'*+.^`|~\w-]+"
    if not re.fullmatch(rf"{token}(/{token})?( {token}(/{token})?| \([^()]*\))*",
                        body.get("userAgent") or ""):
        raise Problem(400, "5068", "Field error(s)", [("userAgent", "Required")])


class Wallet:
    def __init__(self, changed):
        self.changed, self.ids = changed, itertools.count(1)
        self.events, self.pins, self.authenticator = {}, {}, "NONE"
        self.tokens = {"D1": {"dpanRef": "D1", "walletId": "W1", "walletType": "APPLE_PAY",
                              "status": "COMPLETED"}}
        self.cards = [{
            "cardId": "0b0d5d2a-4ee0", "status": "ACTIVE", "expiry": {"month": 3, "year": 2028},
            "lastFour": "5043", "bin": "474836", "customerId": "2131", "cardType": "VIRTUAL",
            "programName": "BRAND-VIRTUAL-MC", "currency": "EUR",
            "createdDate": "2025-01-02T03:04:05Z", "accountId": "99"}]
        # Whether the request for a confirmation is readable, and whether a card in the list is not.
        self.garbles_confirmations, self.has_broken_card = False, False

    def answer(self, method, target, headers, body):
        """Status and value of the answer, or a Problem."""
        path, _, query = target.partition("?")
        for wanted, pattern, name in ROUTES:
            found = re.fullmatch(pattern, path)
            if found and wanted == method:
                ids = [urllib.parse.unquote(part) for part in found.groups()]
                query = dict(urllib.parse.parse_qsl(query))
                return getattr(self, name)(*ids, query=query, headers=headers, body=body)
        raise Problem(404, "5269", "Entity not found")

    def card(self, identity):
        for card in self.cards:
            if card["cardId"] == identity:
                return card
        raise Problem(404, "5269", "Entity not found")

    def list_cards(self, query, **_):
        cards = [card for card in self.cards
                 if card["status"] in query.get("status", card["status"]).split(",")
                 and query.get("cardType", card["cardType"]) == card["cardType"]]
        limit, offset = int(query.get("limit", 10)), int(query.get("offset", 0))
        if self.has_broken_card:
            cards = [{"cardId": "broken", "status": 7}] + cards
        meta = {"numberOfRecords": len(cards), "limit": limit, "page": offset // limit + 1}
        return 200, {"cards": cards[offset:offset + limit], "meta": meta}

    def get_card(self, identity, query, **_):
        card = dict(self.card(identity))
        include = query.get("include", "").split(",")
        if "AVAILABLE_ACTIONS" in include:
            # A14. An unknown word must not prevent a client from showing the card.
            card["availableActions"] = [{"action": "LOCK"}, {"action": "GILD"}]
        if "TOKENIZATIONS" in include:
            card["tokenizations"] = list(self.tokens.values())
        return 200, card

    def create_card(self, body, **_):
        needs_user_agent(body)
        program = next((p for p in PROGRAMS if p["name"] == body.get("programName")), None)
        if program is None:
            raise Problem(400, "5068", "Field error(s)", [("programName", "Unknown")])
        number = next(self.ids)
        is_physical = program["cardType"] == "PHYSICAL"
        if is_physical and "deliveryAddress" not in body:
            raise Problem(400, "5068", "Field error(s)", [("deliveryAddress", "Required")])
        card = dict(
            self.cards[0], cardId=f"new-{number}", lastFour=f"{number:04}",
            cardType=program["cardType"], scheme=program["scheme"], programName=program["name"],
            currency=body["currency"], status="ISSUED" if is_physical else "ACTIVE",
            isPinSet="cardPin" in body)
        self.cards.append(card)
        self.changed(card)
        return 201, card

    def activate(self, identity, body, **_):
        needs_user_agent(body)
        card = self.card(identity)
        if card["status"] not in ("ISSUED", "DIGITAL"):
            raise Problem(409, "5100", "The card cannot be activated")
        if (body["lastFourDigits"], body["cvv"]) != (card["lastFour"], "233"):
            raise Problem(400, "5068", "Field error(s)", [("cvv", "is wrong")])
        card.update(status="ACTIVE", activationDate=TIME)
        self.changed(card)
        return 200, card

    def update(self, identity, headers, body, **_):
        card = self.card(identity)
        if "pin" in body:
            self.confirm(headers)
            self.pins[identity] = body["pin"]
            card["isPinSet"] = True
        elif body["status"] in ALLOWED.get(card["status"], []) and body["statusReason"]:
            card["status"] = body["status"]
        else:
            raise Problem(400, "5068", "Field error(s)", [("status", "cannot be reached")])
        self.changed(card)
        return 200, card

    def details(self, identity, headers, **_):
        self.card(identity)
        self.confirm(headers)
        # A36.
        return 200, {"pan": "4748365822915043", "cvv": "233", "expiry": {"month": 3, "year": 2028},
                     "cardHolderName": "Mollie Bazhaev"}

    def pin(self, identity, headers, **_):
        self.card(identity)
        self.confirm(headers)
        return 200, {"pin": self.pins[identity]}

    # C01–C05.

    def tokenize(self, identity, headers, body, **_):
        card = self.card(identity)
        needed = {"APPLE_PAY": ["leafCertificate", "subordinateCertificate", "nonce",
                                "nonceSignature"]}.get(
            body["walletType"], ["clientDeviceId", "clientWalletAccountId"])
        missing = [(name, "Required") for name in needed if name not in body]
        if missing:
            raise Problem(400, "5068", "Field error(s)", missing)
        self.confirm(headers)
        token = f"DAPLMC{next(self.ids):042}"
        self.tokens[token] = {
            "dpanRef": token, "walletType": body["walletType"], "status": "INITIATED"}
        answer = {"activationData": "TUJQQUQtMS1GSy0x", "cardNetwork": "CARD_NETWORK_VISA",
                  "tokenProvider": "TOKEN_PROVIDER_VISA", "cardLastDigits": card["lastFour"],
                  "customer": {"name": "Mollie Bazhaev", "address1": "1 High Street",
                               "city": "London", "countryCode": "GB", "postalCode": "E1 6AN"}}
        if body["walletType"] == "APPLE_PAY":
            answer.update(encryptedPassData="c2VhbGVk", ephemeralPublicKey="BAAA")
        if body["walletType"] == "GOOGLE_PAY":
            answer.update(opaquePaymentCard="b3BhcXVl")
        return 201, answer

    def update_token(self, identity, token, body, **_):
        self.card(identity)
        if token not in self.tokens:
            raise Problem(404, "5269", "Entity not found")
        if body["dpanRef"] != token or body["status"] != "COMPLETED":
            raise Problem(400, "5068", "Field error(s)", [("status", "Must be COMPLETED")])
        self.tokens[token].update(body)
        return 200, self.tokens[token]

    # B04–B14.

    def confirm(self, headers):
        """Once for each event that was confirmed; else a new event."""
        given = headers.get("SCA-Authorization")
        if given:
            named = json.loads(base64.b64decode(given))["scaDetails"]
            event = self.events.get(named["eventId"])
            if event and event["operation"] == named["walletOperationId"] and event["verified"]:
                del self.events[named["eventId"]]
                return
        number = next(self.ids)
        identity = f"not-a-uuid/{number}"
        self.events[identity] = {"operation": f"op-{number}", "verified": False, "sent": 0,
                                 "wrong": 0, "channel": None}
        ways = [{"method": "OTP", "channel": "SMS", "target": "+359 ••• ••• 412"},
                {"method": "OTP", "channel": "EMAIL", "target": "m•••@example.com"},
                {"method": "OTP", "channel": "AUTHENTICATOR"},
                # Published ways that walletui does not use, and an unknown one.
                {"method": "PASSKEYS"}, {"method": "BIOMETRIC", "channel": "PUSH_NOTIFICATION"},
                {"method": "SMOKE_SIGNAL", "channel": "HILL"}]
        details = coded({
            "eventId": identity, "walletOperationId": f"op-{number}",
            "authenticationMode": "EMBEDDED", "availableVerifications": ways,
            "creationTime": TIME, "expirationTime": LATER})
        if self.garbles_confirmations:
            details = details[1:]
        raise Problem(401, "5279", "Unauthorized", WWW_Authenticate=(
            f'SCA realm="Prepaid Cards" auth-param1="{details}"'))

    def event(self, identity, body):
        event = self.events.get(identity)
        if event is None or event["operation"] != body["walletOperationId"]:
            raise Problem(404, "5269", "Entity not found")
        return event

    def challenge(self, identity, body, **_):
        event = self.event(identity, body)
        if event["sent"] == 3:
            raise Problem(429, "1200", "Too many requests", Retry_After="900")
        event["sent"] += 1
        event["channel"] = body["verification"]["channel"]
        return 201, {
            "eventId": identity, "walletOperationId": event["operation"],
            "authenticationMode": "EMBEDDED", "verification": body["verification"],
            "allowableChallenges": 3, "currentChallenges": event["sent"],
            "creationTime": TIME, "expirationTime": LATER}

    def attempt(self, identity, body, **_):
        event = self.event(identity, body)
        is_right = body["verification"]["value"] == CODES.get(event["channel"])
        event["verified"] = is_right and event["wrong"] < 5
        event["wrong"] += not is_right
        status = "VERIFIED" if event["verified"] else (
            "FAILED" if event["wrong"] >= 5 else "REJECTED")
        return 201, {
            "id": "1", "eventId": identity, "walletOperationId": event["operation"],
            "status": status, "allowableAttempts": 5, "currentAttempts": event["wrong"],
            "creationTime": TIME}

    # As in the document, because nothing is published.

    def programs(self, query, **_):
        return 200, {"programs": [p for p in PROGRAMS
                                  if query.get("cardType", p["cardType"]) == p["cardType"]]}

    def transactions(self, identity, query, **_):
        self.card(identity)
        payments = [{
            "id": f"t{n}", "cardId": identity, "type": "COMPLETE",
            "transactedAt": TIME, "billedAmount": {"amount": -420, "currencyCode": "EUR"},
            "transactedAmount": {"amount": -500, "currencyCode": "USD"}, "description": "Shop"}
            for n in range(3)]
        return 200, {"transactions": payments[:int(query["limit"])]}

    def account(self, identity, **_):
        return 200, {"id": identity, "customerId": "2131", "currencyCode": "EUR",
                     "totalBalance": 100, "availableBalance": 90}

    def profile(self, **_):
        return 200, {"customerId": "2131", "name": "Mollie Bazhaev", "mobile": "+359 881234412",
                     "email": "m@example.com", "market": "EU"}

    def phone(self, **_):
        return 200, {"messages": [{"id": "1", "channel": "SMS", "sender": "Stub", "time": TIME,
                                   "text": "Code %@", "code": "123456"}]}

    def get_authenticator(self, **_):
        return 200, {"state": self.authenticator}

    def enrol(self, headers, **_):
        self.confirm(headers)
        self.authenticator = "PENDING"
        return 201, {"uri": "otpauth://totp/stub?secret=GEZDGNBV", "secret": "GEZDGNBV"}

    def confirm_authenticator(self, body, **_):
        if body["code"] != CODES["AUTHENTICATOR"]:
            raise Problem(401, "5279", "Unauthorized")
        self.authenticator = "ENROLLED"
        return 200, {"state": self.authenticator}


ROUTES = [
    ("GET", CARDS, "list_cards"), ("POST", CARDS, "create_card"),
    ("GET", CARDS + "/([^/]+)", "get_card"), ("PATCH", CARDS + "/([^/]+)", "update"),
    ("POST", CARDS + "/([^/]+)/activation", "activate"),
    ("GET", CARDS + "/([^/]+)/details", "details"), ("GET", CARDS + "/([^/]+)/pin", "pin"),
    ("GET", CARDS + "/([^/]+)/transactions", "transactions"),
    ("POST", CARDS + "/([^/]+)/tokenizations", "tokenize"),
    ("PATCH", CARDS + "/([^/]+)/tokenizations/([^/]+)", "update_token"),
    ("GET", "/profile/prepaid/programs", "programs"), ("GET", "/profile", "profile"),
    ("GET", "/profile/accounts/([^/]+)", "account"),
    ("POST", "/auth/sca/events/([^/]+)/challenges", "challenge"),
    ("POST", "/auth/sca/events/([^/]+)/attempts", "attempt"),
    ("GET", "/auth/sca/authenticator", "get_authenticator"),
    ("POST", "/auth/sca/authenticator", "enrol"),
    ("POST", "/auth/sca/authenticator/confirmation", "confirm_authenticator"),
    ("GET", "/simulator/phone/messages", "phone"),
]
