import Secrets
import WalletModel

let allBrands = AcceptedBrands([.visa: .both, .mastercard: .both, .amex: .both, .discover: .both])
let november = CalendarMonth(year: 2026, month: 11)
let visa = "4111111111111111"
let amex = "378282246310005"

func secret(_ text: String) -> Secret {
  let secret = Secret(capacity: 4_096)
  for byte in text.utf8 { secret.append(byte) }
  return secret
}

func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }
