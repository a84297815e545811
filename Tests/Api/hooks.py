"""The values that exist on this server, which the OpenAPI document cannot name."""

import base64
import json
import re

import schemathesis
from hypothesis import strategies as st


def sca_header(event, operation):
    details = {"scaDetails": {"eventId": event, "walletOperationId": operation}}
    return base64.b64encode(json.dumps(details).encode()).decode()


ids = st.uuids().map(str)
schemathesis.openapi.format("sca-authorization", st.builds(sca_header, ids, ids))
# The high bit is not used, and 9 at the start keeps clear of the points of low order.
schemathesis.openapi.format("x25519-key", st.binary(min_size=31, max_size=31).map(
    lambda rest: base64.b64encode(b"\t" + rest).decode()))

# A32 answers these; the rules between the fields of a request are A16 to A19.
PROGRAMS = ["SKRILL-VIRTUAL-MC-EEA", "SKRILL-PHYSICAL-MC-EEA", "SKRILL-VIRTUAL-VISA-EEA",
            "SKRILL-PHYSICAL-VISA-EEA", "BRAND-PHYSICAL-MC"]
ADDRESS = {"address1": "1 Vitosha Boulevard", "city": "Sofia", "countryCode": "BG",
           "postalCode": "1000"}
SECRETS = {"pan", "primaryAccountNumber", "cardNumber", "cvv", "csc", "pin", "cardPin", "code",
           "value", "uri", "url", "secret", "password", "passphrase", "access_token",
           "refresh_token"}
# Events that wait for a code, and codes that came, both as the server told.
events = []
codes = []
# Ids of cards that the server told, for the shop.
cards = []
MERCHANTS = ["cafe-lumiere", "zalando", "brooklyn-books", "ramen-tokyo", "no-sale"]


@schemathesis.hook
def after_call(context, case, response):
    for challenge in response.headers.get("www-authenticate", []):
        if "auth-param1=" in challenge:
            details = json.loads(base64.b64decode(challenge.split('"')[3]))["scaDetails"]
            events.append((details["eventId"], details["walletOperationId"]))
    if case.operation.path == "/profile/prepaid/cards" and response.status_code == 200:
        cards.extend(card["cardId"] for card in response.json()["cards"])
    if case.operation.path == "/simulator/phone/messages" and response.status_code == 200:
        # Sealed ones have none that we could read.
        messages = response.json().get("messages", [])
        found = [message.get("code", "") for message in messages]
        codes.extend(code for code in found[:1] if len(code) == 6)


def without_false_secrets(value):
    """Without fields that have a secret's name and are no text: rest.md says that none may be."""
    if isinstance(value, list):
        return [without_false_secrets(item) for item in value]
    if not isinstance(value, dict):
        return value
    return {name: without_false_secrets(item) for name, item in value.items()
            if name not in SECRETS or not isinstance(item, (dict, list))}


# The server refuses these in every text that one chooses: letters and marks that show nothing
# (Unicode's default ignorable ones), for which patterns have no class, and controls, which
# Schemathesis takes for spaces (it reads the class Zs as any white space).
INVISIBLE = re.compile("[\t-\r\x1c-\x1f\x85\u2028\u2029"
                       "\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\ufe00-\ufe0e\uffa0"
                       "\U000e0000-\U000e0fff]")


def without_invisible(value):
    if isinstance(value, str):
        return INVISIBLE.sub("x", value)
    if isinstance(value, list):
        return [without_invisible(item) for item in value]
    if isinstance(value, dict):
        return {name: without_invisible(item) for name, item in value.items()}
    return value


@schemathesis.hook
def before_call(context, case, kwargs):
    """Adapts valid requests to this server. Invalid ones are not changed."""
    if case.meta is None or not case.meta.generation.mode.is_positive:
        return
    if isinstance(case.body, dict):
        case.body = without_invisible(without_false_secrets(case.body))
    name = case.operation.definition.raw.get("operationId")
    if name == "CREATE_CARD" and isinstance(case.body, dict):
        order_card(case.body)
    elif name in ("LIST_TRANSACTIONS", "LIST_ALL_TRANSACTIONS"):
        order_dates(case.query or {})
    elif isinstance(case.body, dict) and name.startswith(("NETAXEPT_", "MERCHANT_", "PAYMENT_HUB_")):
        sell(case, name)
    if name == "AUTHORIZE" and isinstance(case.body, dict) and "amount" in case.body:
        pay(case.body)
    elif name in ("CREATE_CHALLENGE", "SUBMIT_ATTEMPT") and events and case.body:
        confirm(case, name)
    elif events and "SCA-Authorization" in (case.headers or {}):
        case.headers["SCA-Authorization"] = sca_header(*events[-1])


def order_card(body):
    """An existing programme, and an address only where one is needed."""
    program = PROGRAMS[len(str(body)) % len(PROGRAMS)]
    body["programName"], body["currency"] = program, "EUR"
    if "VIRTUAL" in program:
        body.pop("deliveryAddress", None)
    elif not body.get("deliveryAddress"):
        body["deliveryAddress"] = ADDRESS


def order_dates(query):
    """A range that begins before it ends."""
    if "startDate" in query and "endDate" in query:
        query["startDate"] = "2020-01-01T00:00:00Z"
        query["endDate"] = "2030-01-01T00:00:00Z"


def pay(body):
    """An existing merchant, and a card if the request names one by its id."""
    body["merchantId"] = MERCHANTS[len(str(body)) % len(MERCHANTS)]
    body.pop("currencyCode", None)
    if body.get("cardId") and cards:
        body["cardId"] = cards[len(str(body)) % len(cards)]


def sell(case, name):
    """The demo's merchant, customer and card, and days and addresses that exist."""
    body = case.body
    body.pop("redirectUrl", None)
    if name.startswith("NETAXEPT_"):
        body.update(merchantId="12000001", token="demo-merchant")
        body.pop("customerNumber", None)
        body.pop("panHash", None)
        if "recurringExpiryDate" in body:
            body["recurringExpiryDate"] = "20351231"
    elif name == "MERCHANT_REGISTER":
        case.path_parameters["merchant"] = "12000001"
        body["customerId"] = "8860412"
        body.pop("cardId", None)
        if body.get("method"):
            body["method"] = {"id": "Visa"}
    elif name == "MERCHANT_REMOVE_CARD":
        body["customerId"] = "8860412"
    elif name == "PAYMENT_HUB_CREATE_HANDLE":
        body.update(currencyCode="EUR", accountId="1000010", card={
            "cardNum": "4000000000001000", "cardExpiry": {"month": 9, "year": 2035}, "cvv": "123",
            "holderName": "Ana Petrova"})
        body.pop("paymentHandleTokenFrom", None)


def confirm(case, name):
    event, operation = events[-1]
    case.path_parameters["id"] = event
    case.body["walletOperationId"] = operation
    if name == "CREATE_CHALLENGE":
        channel = ["SMS", "EMAIL"][len(events) % 2]
        case.body["verification"] = {"method": "OTP", "channel": channel}
    elif codes:
        case.body["verification"] = {"method": "OTP", "value": codes[-1]}
