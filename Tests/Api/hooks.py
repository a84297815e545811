"""The values that exist on this server, which the OpenAPI document cannot name."""

import base64
import json
import pathlib
import re
import sys
import urllib.request

import schemathesis
from hypothesis import strategies as st

sys.path.append(str(pathlib.Path(__file__).resolve().parent.parent / "Timing"))

from waiting import DEADLINE, await_that  # noqa: E402


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
# Ids of virtual cards and what they are made of, by the name of the list that told them.
virtual = {}
VIRTUAL_PATHS = {"personas": "personas", "fundingsources": "fundingSources", "cards": "virtualCards",
                 "provisionalfundingsources": "provisionalFundingSources",
                 "provisionalcards": "provisionalCards"}
VIRTUAL = "/simulator/virtual/"
AUDIENCE = "sudoplatform.virtual-cards.virtual-card"
TEST_CARD = {"cardNum": "4242424242424242", "cardExpiry": {"month": 9, "year": 2035}, "cvv": "123"}
MERCHANTS = ["cafe-lumiere", "zalando", "brooklyn-books", "ramen-tokyo", "no-sale"]


@schemathesis.hook
def after_call(context, case, response):
    for challenge in response.headers.get("www-authenticate", []):
        if "auth-param1=" in challenge:
            details = json.loads(base64.b64decode(challenge.split('"')[3]))["scaDetails"]
            events.append((details["eventId"], details["walletOperationId"]))
    if case.operation.path == "/profile/prepaid/cards" and response.status_code == 200:
        cards.extend(card["cardId"] for card in response.json()["cards"])
    if case.operation.path.startswith(VIRTUAL) and response.status_code == 200:
        make_virtual(response)
    if case.operation.path.startswith(VIRTUAL):
        keep_virtual(case.operation.path, response)
    if case.operation.path == "/simulator/phone/messages" and response.status_code == 200:
        # Sealed ones have none that we could read.
        messages = response.json().get("messages", [])
        found = [message.get("code", "") for message in messages]
        codes.extend(code for code in found[:1] if len(code) == 6)


def keep_virtual(path, response):
    """Remembers the ids of a list, or of what was made."""
    kind = path.removeprefix(VIRTUAL)
    if kind not in VIRTUAL_PATHS or response.status_code not in (200, 201):
        return
    answer = response.json()
    known = virtual.setdefault(kind, [])
    for item in answer.get(VIRTUAL_PATHS[kind], [answer]):
        if item.get("id") and item["id"] not in known:
            known.append(item["id"])


def make_virtual(response):
    """Makes a virtual card with all that it needs, once, as the user of this answer."""
    if "made" in virtual:
        return
    virtual["made"] = []
    base = response.request.url.split(VIRTUAL)[0]
    token = response.request.headers["Authorization"]

    def call(path, body=None):
        request = urllib.request.Request(
            base + path, None if body is None else json.dumps(body).encode(),
            {"Authorization": token, "Content-Type": "application/json"})
        with urllib.request.urlopen(request, timeout=DEADLINE) as answer:
            return json.load(answer)

    persona = call(VIRTUAL + "personas", {"name": "Shopping"})["id"]
    begun = call(VIRTUAL + "provisionalfundingsources", {"currencyCode": "USD", "card": TEST_CARD})
    data = {name: begun["provisioningData"][name] for name in ("provider", "version", "linkToken")}
    source = call(f"{VIRTUAL}provisionalfundingsources/{begun['id']}/completion", data)["id"]
    proof = call(f"{VIRTUAL}personas/{persona}/proofs", {"audience": AUDIENCE})["proof"]
    made = call(VIRTUAL + "provisionalcards", {
        "ownershipProofs": [proof], "fundingSourceId": source, "cardHolder": "Ana",
        "currencyCode": "USD", "publicKey": {
            "keyId": "k", "algorithm": "X25519-SealedBox-1",
            "publicKey": base64.b64encode(b"\t" * 32).decode()}})["id"]
    # It takes three seconds.
    card = await_that(lambda: call(f"{VIRTUAL}provisionalcards/{made}").get("card"),
                      "a virtual card")["id"]
    call("/simulator/authorizations", {
        "cardId": card, "merchantId": "brooklyn-books", "amount": 100})
    for kind, name in (("personas", persona), ("fundingsources", source), ("cards", card),
                       ("provisionalcards", made)):
        virtual.setdefault(kind, []).insert(0, name)


def existing(case):
    """Puts an id that exists into the path of a virtual card and what it is made of."""
    known = virtual.get(case.operation.path.removeprefix(VIRTUAL).split("/")[0], [])
    # What is removed or cancelled has no further use.
    last = case.operation.path.rsplit("/", 1)[-1]
    if known and "id" in (case.path_parameters or {}) and last not in ("removal", "cancellation"):
        case.path_parameters["id"] = known[len(str(case.body)) % len(known)]


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
    elif name in ("LIST_TRANSACTIONS", "LIST_ALL_TRANSACTIONS", "LIST_VIRTUAL_TRANSACTIONS"):
        order_dates(case.query or {})
    elif isinstance(case.body, dict) and name.startswith(("NETAXEPT_", "MERCHANT_", "PAYMENT_HUB_")):
        sell(case, name)
    if case.operation.path.startswith(VIRTUAL):
        existing(case)
        prepare_virtual(case, name)
    if name == "AUTHORIZE" and isinstance(case.body, dict) and "amount" in case.body:
        pay(case.body)
    elif name in ("CREATE_CHALLENGE", "SUBMIT_ATTEMPT") and events and case.body:
        confirm(case, name)
    elif events and "SCA-Authorization" in (case.headers or {}):
        case.headers["SCA-Authorization"] = sca_header(*events[-1])


def prepare_virtual(case, name):
    """A test card, a rule that names a merchant who exists, and metadata that are JSON."""
    body = case.body
    if not isinstance(body, dict):
        return
    if name in ("SET_UP_FUNDING_SOURCE", "REFRESH_FUNDING_SOURCE"):
        body.clear()
        body.update(currencyCode="USD", card=TEST_CARD)
    elif name in ("PROVISION_VIRTUAL_CARD", "UPDATE_VIRTUAL_CARD") and body.get("merchantId"):
        body["merchantId"] = MERCHANTS[len(str(body)) % len(MERCHANTS)]
    if name in ("PROVISION_VIRTUAL_CARD", "UPDATE_VIRTUAL_CARD") and body.get("metadata"):
        # The document cannot say that a text is JSON.
        body["metadata"] = json.dumps({"note": body["metadata"][:400]})


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
        # The document cannot say which kind of service a method needs.
        body.pop("paymentMethodActionList", None)
        if "serviceType" in body:
            body["serviceType"] = "M"
        if "recurringExpiryDate" in body:
            body["recurringExpiryDate"] = "20351231"
    elif name == "MERCHANT_REGISTER":
        case.path_parameters["merchant"] = "12000001"
        body["customerId"] = "8860412"
        body.pop("cardId", None)
        if body.get("method"):
            body["method"] = {"id": "Visa"}
        if body.get("customerEmail"):
            body["customerEmail"] = "ana@example.com"
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
