import Foundation
import IssuerConnectors
import Secrets
import WalletAPI
import WalletModel

/// The connectors that the tests try, each with a name for its golden file.
let connectors: [(name: String, connector: any IssuerConnector)] = [
  ("lithic", LithicConnector(.lithic, isSandbox: true)),
  ("privacy", LithicConnector(.privacy, isSandbox: true)),
  ("stripe", StripeConnector(isSandbox: true)),
  ("increase", IncreaseConnector(isSandbox: true)),
]

/// An idempotency key.
let sampleKey = "0123456789abcdef0123456789abcdef"
/// A test number with the prefix of the sample wallet.
let sampleNumber = "4000000000001000"

func secret(_ text: String) -> Secret {
  Array(text.utf8).withUnsafeBytes { Secret(copying: $0) }
}

/// A body as a connector gets it: in locked memory where the call says so.
func body<Answer>(_ text: String, for call: IssuerCall<Answer>) -> WireBody {
  call.answersSecret ? .secret(secret(text)) : .plain(Array(text.utf8))
}

extension IssuerCall {
  func read(_ text: String) throws -> Answer { try read(body(text, for: self)) }
}

/// A card as an issuer would have sent it.
func sampleCard(_ type: CardType = .virtual) -> IssuerCard {
  IssuerCard(
    Card(
      id: CardID("card/1"), status: .active, expiry: CardExpiry(month: 6, year: 2030),
      lastFour: "1000", bin: "", customerID: CustomerID(""), cardType: type,
      programName: "Sample", currency: Currency("USD"), createdDate: nil,
      accountID: AccountID("account"), scheme: .visa, holderName: "ANA PETROVA"))
}

/// One card of a connector, with the given fields in place of its own.
func cardJSON(_ name: String, _ fields: [String: String] = [:]) -> String {
  var all: [String: String] =
    switch name {
    case "lithic", "privacy":
      [
        "token": "\"c-1\"", "state": "\"OPEN\"", "type": "\"VIRTUAL\"", "last_four": "\"1000\"",
        "exp_month": "\"06\"", "exp_year": "\"2030\"", "created": "\"2026-11-01T10:00:00Z\"",
        "memo": "\"Travel\"", "spend_limit": "0", "pin_status": "\"OK\"",
      ]
    case "stripe":
      [
        "id": "\"c-1\"", "status": "\"active\"", "type": "\"virtual\"", "last4": "\"1000\"",
        "brand": "\"Visa\"", "currency": "\"eur\"", "exp_month": "6", "exp_year": "2030",
        "created": "1793527200", "metadata": "{\"alias\": \"Travel\"}",
        "cardholder": "{\"id\": \"ich_1\", \"name\": \"Ana Petrova\", \"status\": \"active\"}",
      ]
    default:
      [
        "id": "\"c-1\"", "status": "\"active\"", "last4": "\"1000\"", "bin": "\"400000\"",
        "expiration_month": "6", "expiration_year": "2030", "description": "\"Travel\"",
        "created_at": "\"2026-11-01T10:00:00Z\"", "account_id": "\"a-1\"",
      ]
    }
  all.merge(fields) { $1 }
  let pairs = all.sorted { $0.key < $1.key }.map { "\"\($0.key)\": \($0.value)" }
  return "{" + pairs.joined(separator: ", ") + "}"
}
