import CardEntry
import Secrets
import WalletModel

@testable import CardScan

let november = CalendarMonth(year: 2026, month: 11)
let visa = "4111111111111111"
let mastercard = "5555555555554444"
let amex = "378282246310005"

/// What is read from a text: the digits or `-`, and the expiry or `--/--`.
func scan(_ text: some Collection<UInt8>) -> String {
  let secret = Secret(count: text.count) { $0.copyBytes(from: text) }
  return shown(secret.withBytes { CardTextReader($0, today: november).read() })
}

func scan(_ text: String) -> String { scan(Array(text.utf8)) }

func shown(_ card: ScannedCard) -> String {
  let digits = card.number?.withBytes { String(decoding: $0, as: UTF8.self) }
  let number = digits ?? (card.gaps.contains(.severalNumbers) ? "several" : "-")
  return number + " " + (card.expiry ?? .unspecified).short
}
