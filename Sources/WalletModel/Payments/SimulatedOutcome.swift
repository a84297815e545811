/// What the simulated payment service does with an amount, in minor units (D58).
package enum SimulatedOutcome: Hashable, Sendable {
  /// The payment is made after so many seconds.
  case approved(afterSeconds: Int)
  /// HTTP 402 with this code of the service.
  case declined(code: Int)
  /// HTTP 500 with this code, after so many seconds.
  case failed(code: Int, afterSeconds: Int)
  /// The bank wants to ask the person first: HTTP 402 with 3060.
  case needsAuthentication

  /// Amounts without a row of their own are approved at once.
  package init(amount: Int64) {
    switch amount {
    case 4: self = .declined(code: 3015)
    case 5: self = .declined(code: 3009)
    case 6, 20: self = .failed(code: 1007, afterSeconds: 0)
    case 11: self = .declined(code: 3022)
    case 12: self = .declined(code: 3023)
    case 13: self = .declined(code: 3024)
    case 23: self = .declined(code: 4002)
    case 24: self = .declined(code: 3007)
    case 25: self = .declined(code: 4001)
    case 77: self = .needsAuthentication
    case 90...95: self = .approved(afterSeconds: Int(amount - 89) * 5)
    case 96: self = .failed(code: 1007, afterSeconds: 35)
    default: self = .approved(afterSeconds: 0)
    }
  }
}
