import Secrets
import WalletModel

/// A secret with a value that is not secret.
func secret(_ text: String) -> Secret {
  Array(text.utf8).withUnsafeBytes { Secret(copying: $0) }
}

func card(
  _ status: CardStatus, type: CardType = .physical, activated: Bool = false, pin: Bool = true
) -> Card {
  var card = Card(
    id: CardID("c"), status: status, expiry: CardExpiry(month: 9, year: 2029), lastFour: "0093",
    bin: "474836", customerID: CustomerID("u"), cardType: type, programName: "P",
    currency: Currency("EUR"), createdDate: Timestamp(seconds: 0), accountID: AccountID("a"),
    scheme: .visa, holderName: "ANA PETROVA")
  card.isPinSet = pin
  card.activationDate = activated ? Timestamp(seconds: 1) : nil
  return card
}
