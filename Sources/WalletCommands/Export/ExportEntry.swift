import TextLayout
import WalletModel

/// A payment as other programs get it.
struct ExportEntry: Equatable {
  /// The same in each export, also once a pending payment is complete. ASCII letters, digits and
  /// `._-` only, so it needs no escaping in any format.
  let id: String
  let payment: Transaction
  /// The card's last four digits; nil: not known.
  let lastFour: String?

  /// The same for accounting programs, which take two entries of one id for the same. A pending
  /// payment may change before it is complete, so it has an id of its own for each amount.
  var bookedID: String {
    guard payment.type == .pending, let total else { return id }
    return "\(id).pending-\(total.minorUnits.magnitude)"
  }

  /// What the card's account gets without the fee: negative for a payment; nil: nothing is booked.
  var amount: Money? {
    let billed = payment.billedAmount
    switch payment.type {
    case .pending, .complete: return Money(0 &- billed.minorUnits, billed.currency)
    case .refund: return billed
    case .decline, .other: return nil
    }
  }

  /// The markup, with the sign of `amount`.
  var fee: Money? {
    guard let amount else { return nil }
    let charged = payment.detail.lazy.map(\.markupAmount).filter {
      $0.currency == amount.currency
    }.map(\.minorUnits)
    let sum = Money(sum: charged, amount.currency).minorUnits
    return Money(payment.type == .refund ? sum : 0 &- sum, amount.currency)
  }

  /// The change of the account: the sum of both.
  var total: Money? {
    guard let amount, let fee else { return nil }
    return Money(sum: [amount.minorUnits, fee.minorUnits], amount.currency)
  }

  /// The merchant's amount with the sign of `amount`; nil: it is in the card's currency.
  var foreign: Money? {
    let transacted = payment.transactedAmount
    guard let amount, transacted.currency != amount.currency else { return nil }
    return Money(
      amount.minorUnits < 0 ? 0 &- transacted.minorUnits : transacted.minorUnits,
      transacted.currency)
  }

  /// Whether accounting programs get it. A code that is no currency would be read as something else.
  var isBooked: Bool {
    guard let amount else { return false }
    return amount.currency.isCode && payment.transactedAmount.currency.isCode
  }

  /// `2026-03-03`, in UTC.
  var day: String { String(payment.transactedAt.description.prefix(10)) }

  /// The merchant in one line without control characters.
  var merchant: String { Text.clean(payment.description) }

  /// The other texts, in the same way.
  var memos: [(name: String, text: String)] {
    payment.texts.dropFirst().map { ($0.name, Text.clean($0.text)) }
  }

  /// Those that are there, for formats with one place for them.
  var memo: String { memos.map(\.text).filter { !$0.isEmpty }.joined(separator: ", ") }

  /// - Parameters:
  ///   - payments: All payments, the oldest first: ids depend on others. Damaged ones are left out.
  ///   - lastFour: By card.
  static func entries(_ payments: [Transaction], lastFour: [CardID: String]) -> [ExportEntry] {
    var charges: [String: Int] = [:]
    for payment in payments where payment.type == .complete && !payment.isDamaged {
      charges[payment.sequenceID, default: 0] += 1
    }
    var seen: [String: Int] = [:]
    return payments.compactMap { payment in
      guard !payment.isDamaged else { return nil }
      let id: String
      switch payment.type {
      case .complete:
        seen[payment.sequenceID, default: 0] += 1
        id = Self.id(payment.sequenceID, seen[payment.sequenceID] ?? 1)
      // What is still reserved is debited after what has been.
      case .pending: id = Self.id(payment.sequenceID, (charges[payment.sequenceID] ?? 0) + 1)
      case .refund, .decline, .other:
        id = plainID(payment.id.rawValue) + (payment.type == .decline ? ".declined" : "")
      }
      return ExportEntry(id: id, payment: payment, lastFour: lastFour[payment.cardID])
    }
  }

  /// The charge of a sequence with this number, from 1.
  private static func id(_ sequence: String, _ number: Int) -> String {
    plainID(sequence) + (number == 1 ? "" : ".\(number)")
  }

  /// Other bytes become `_` and their two hexadecimal digits, so different ids stay different.
  static func plainID(_ id: String) -> String {
    var result = ""
    for byte in id.utf8 {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "-"):
        result.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let hex = String(byte, radix: 16)
        result += "_" + (hex.count == 1 ? "0" : "") + hex
      }
    }
    return result
  }
}

extension Currency {
  /// Whether it is three capital letters, as ISO 4217 has them.
  fileprivate var isCode: Bool {
    code.utf8.count == 3
      && code.utf8.allSatisfy { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }
  }
}
