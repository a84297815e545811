"""Virtual cards with the mouse: rows, fields, choices and buttons of each kind of dialog."""

from harness.raw import Raw
from harness.runner import scenario


def virtual(world):
    wallet = Raw(world, "--mouse", size=(120, 40)).ready()
    wallet.click("2 Virtual")
    wallet.see("▸ Virtual cards")
    wallet.see("Zalando only")
    return wallet


@scenario
def list_and_page_by_mouse(world):
    """A row is selected and opened, the wheel moves, and the keys below the list are clicked"""
    wallet = virtual(world)
    wallet.click("Zalando only")
    wallet.see("2 of 6")
    wallet.wheel_down("Zalando only")
    wallet.see("5 of 6")
    wallet.click("Zalando only")
    wallet.see("2 of 6")
    wallet.click("s pause")
    wallet.see("Zalando is paused")
    wallet.click("s resume")
    wallet.see("Zalando can pay again")
    wallet.click("Zalando only")
    wallet.see("Virtual › Zalando")
    wallet.click("Esc back")
    wallet.see("▸ Virtual cards")
    wallet.click("X close")
    wallet.see("▸ Close Zalando")
    wallet.click("Esc keep")
    wallet.see_not("▸ Close Zalando")
    wallet.see("2 of 6 · by persona")


@scenario
def forms_by_mouse(world):
    """Fields get the focus, choices go forwards and backwards, and a card is ordered"""
    wallet = virtual(world)
    wallet.click("c new")
    wallet.see("▸ New virtual card")
    wallet.send("Ozone.bg")
    wallet.click("One payment")
    wallet.click("One payment")
    wallet.see("Closes after its first payment")
    wallet.click("‹ Any shop")
    wallet.click("Any shop")
    wallet.see("‹ Café Lumière")
    wallet.click("‹ Café Lumière")
    wallet.see("‹ Any shop")
    wallet.click("Limit a month")
    wallet.send("120")
    wallet.see(r"up to \$120")
    wallet.click("^S make the card")
    wallet.see("Ozone.bg is being made")
    wallet.see("Ozone.bg is ready to pay")
    wallet.click("Zalando only")
    wallet.click("e edit rules")
    wallet.see("▸ Edit Zalando")
    wallet.click("Holder")
    wallet.send(" JR")
    wallet.see("ANA PETROVA JR")
    wallet.click("^S save")
    wallet.see("Zalando was changed")


@scenario(core=True)
def lists_of_dialogs_by_mouse(world):
    """Rows of the dialogs of personas, funding sources and keys are chosen with the mouse"""
    wallet = virtual(world)
    wallet.click("P personas")
    wallet.see("▸ Personas")
    wallet.click("2 cards")
    wallet.see("▸ Delete Work")
    wallet.click("Esc keep")
    wallet.see_not("▸ Delete Work")
    wallet.click("P personas")
    wallet.click("New persona")
    wallet.see("▸ New persona")
    wallet.send("Travel")
    wallet.click("Enter make it")
    wallet.see("Travel is there")
    wallet.click("$ funding")
    wallet.see("▸ Funding sources")
    wallet.click("A card by its number")
    wallet.see("▸ A card that pays")
    wallet.click("CVV")
    wallet.see("▲ Required")
    wallet.click("Esc back")
    wallet.see_not("▸ A card that pays")
    wallet.run("virtual.keys")
    wallet.see("for new cards")
    wallet.click("Export keys")
    wallet.see("▸ Export keys")
    wallet.click("Passphrase")
    wallet.send("not for long")
    wallet.click("Esc back")
    wallet.see("Discard")
