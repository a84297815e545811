"""All scenes of the demo, in one place. Each is reached from the list of cards and left again."""

import re


class Scene:
    def __init__(self, name, steps, sees, leave=("key:esc",), over=False, full=False,
                 least=(40, 12)):
        """`steps` and `leave`: ids of commands, `key:NAME`, `type:TEXT`, `see:PATTERN` to wait, or
        `code!` to type the newest code.
        `sees`: a regular expression that is on the screen afterwards. `over`: it lies over a dimmed
        screen. `full`: its blank cells are counted. `least`: the smallest size that shows it."""
        self.name = name
        self.steps = steps
        self.sees = re.compile(sees)
        self.leave = leave
        self.over = over
        self.full = full
        self.least = least

    def fits(self, size):
        return size[0] >= self.least[0] and size[1] >= self.least[1]


# The scenes of `walletui --demo`, in the order in which they are visited.
DEMO = [
    Scene("main", [], r"Everyday", leave=[], full=True),
    Scene("locked", ["move.first", "move.down", "move.down"], r"3 of 6", leave=["move.first"]),
    Scene("expired", ["move.last"], r"6 of 6", leave=["move.first"]),
    Scene("page", ["open"], r"Everyday", leave=["key:esc"]),
    Scene("filter", ["list.filter", "type:o"], r"/ ?o",
          leave=["key:esc", "move.first"]),
    Scene("virtual", ["screen.virtual"], r"Zalando", leave=["screen.cards", "move.first"],
          full=True),
    Scene("virtual-page", ["screen.virtual", "see:Zalando", "open"], r"What it may|Was sie darf",
          leave=["key:esc", "screen.cards", "move.first"], least=(60, 20)),
    Scene("virtual-mistake", ["screen.virtual", "see:Zalando", "list.filter", "type:state = x an"],
          r"(At|Bei) \d+:", leave=["key:esc", "screen.cards", "move.first"]),
    Scene("virtual-order", ["screen.virtual", "see:Zalando", "virtual.new", "type:Ozone"],
          r"Ozone", leave=["key:esc", "key:enter", "screen.cards", "move.first"], over=True),
    Scene("virtual-edit", ["screen.virtual", "see:Zalando", "virtual.edit"], r"Edit|ändern",
          leave=["key:esc", "screen.cards", "move.first"], over=True),
    Scene("virtual-personas", ["screen.virtual", "see:Zalando", "virtual.personas"],
          r"New persona|Neue Persona", leave=["key:esc", "screen.cards", "move.first"], over=True),
    Scene("virtual-sources", ["screen.virtual", "see:Zalando", "virtual.sources"],
          r"Pay for virtual|Bezahlen virtuelle", leave=["key:esc", "screen.cards", "move.first"],
          over=True),
    Scene("virtual-keys", ["screen.virtual", "see:Zalando", "virtual.keys"],
          r"for new cards|für neue Karten", leave=["key:esc", "screen.cards", "move.first"],
          over=True, least=(60, 20)),
    Scene("virtual-close", ["screen.virtual", "see:Zalando", "virtual.close"],
          r"Close|schließen", leave=["key:esc", "screen.cards", "move.first"], over=True),
    Scene("activity", ["screen.activity"], r"Yesterday|Happy|Lumi", leave=["screen.cards"], full=True),
    Scene("budgets", ["budgets"], r"Groceries|Lebensmittel", leave=["key:esc"], over=True),
    Scene("payments-empty", ["screen.payments"], r"No payments yet|Noch keine", leave=["screen.cards"]),
    Scene("saved-empty", ["screen.saved"], r"No saved cards|Noch keine", leave=["screen.cards"]),
    Scene("payment-form", ["screen.payments", "payment.new"], r"New payment", leave=["key:esc",
          "screen.cards"], over=True),
    Scene("palette", ["palette", "type:p"], r"Show PIN", leave=["key:esc"], over=True),
    Scene("help", ["help"], r"Lock card", leave=["key:esc"], over=True),
    Scene("themes", ["theme"], r"nord|light|dark", leave=["key:esc"]),
    Scene("messages", ["messages"], r"Messages|happened", leave=["key:esc"], over=True),
    Scene("settings", ["settings"], r"Settings", leave=["key:esc"]),
    Scene("create", ["card.create"], r"New card", leave=["key:esc"], over=True),
    Scene("rename", ["card.rename"], r"Name|Rename", leave=["key:esc"], over=True),
    Scene("replace", ["card.replace"], r"Replace|ersetzen", leave=["key:esc"], over=True),
    Scene("limits", ["card.limits"], r"Limits|Grenzen", leave=["key:esc"], over=True),
    Scene("tokens", ["move.first", "move.down", "move.down", "card.tokens"], r"Freeze|Einfrieren",
          leave=["key:esc", "move.first"], over=True),
    Scene("phone-wallet", ["card.phone"], r"iPhone", leave=["key:esc"], over=True),
    Scene("cancel", ["card.cancel"], r"Cancel", leave=["key:esc"], over=True),
    Scene("pay", ["shop.pay"], r"[Pp]ay", leave=["key:esc"], over=True),
    Scene("card-form", ["screen.payments", "payment.new"], r"Card number",
          leave=["key:esc", "screen.cards"], over=True),
    Scene("card-form-months", ["screen.payments", "payment.new", "key:tab", "type:\x19"],
          r"Valid until", leave=["key:esc", "key:esc", "screen.cards"], over=True),
    Scene("card-form-scan", ["screen.saved", "saved.add", "type:\x10"], r"From a picture",
          leave=["key:esc", "key:esc", "screen.cards"], over=True),
    Scene("phone", ["phone.toggle"], r"SIMULATED", leave=["key:esc"]),
    Scene("code", ["card.reveal"], r"[Ss]end code", leave=["key:esc"], over=True),
    Scene("code-sent", ["card.reveal", "see:[Ss]end code", "key:enter"], r"Code \d{3} \d{3}", leave=[], over=True, least=(60, 20)),
    Scene("reveal", ["code!", "key:enter"], r"CVV \d{3}|\d{4}  +\d{4}", leave=["key:esc"],
          least=(60, 20)),
    Scene("toast", ["card.lock"], r"[Ll]ocked", leave=["card.undo"]),
]
# Scenes of other starts: the options, and what is on the screen.
STARTS = [
    Scene("start", [], r"Try the demo|demo", leave=[]),
]
# Scenes of a wallet on a server. `server!` ends it.
REMOTE = [
    Scene("offline", ["server!"], r"offline", leave=[]),
]
