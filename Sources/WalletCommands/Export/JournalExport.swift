import TextLayout
import WalletModel

/// Payments for beancount.
struct BeancountExport {
  let accounts: ExportAccounts

  /// Beancount opens the accounts itself if the file is read alone. It ignores the line if another
  /// file includes this one.
  static let header = "plugin \"beancount.plugins.auto_accounts\"\n"

  func text(_ entries: [ExportEntry]) -> String {
    entries.reduce(into: Self.header) { text, entry in
      guard let postings = JournalPosting.of(entry, accounts) else { return }
      let flag = entry.payment.type == .pending ? "!" : "*"
      text += "\n\(entry.day) \(flag) \(quoted(entry.merchant)) \(quoted(entry.memo))\n"
      text += "  id: \(quoted(entry.bookedID))\n"
      if let foreign = entry.foreign {
        text += "  transacted: \(foreign.signedDecimal) \(foreign.currency.code)\n"
      }
      for posting in postings {
        text += "  \(posting.line)\n"
      }
    }
  }

  private func quoted(_ text: String) -> String {
    "\"" + text.escaping(["\\": "\\\\", "\"": "\\\""]) + "\""
  }
}

/// Payments for ledger. It books a UUID once, however often a journal has it.
struct LedgerExport {
  let accounts: ExportAccounts

  func text(_ entries: [ExportEntry]) -> String {
    entries.reduce(into: "") { text, entry in
      guard let postings = JournalPosting.of(entry, accounts) else { return }
      let flag = entry.payment.type == .pending ? "!" : "*"
      text += (text.isEmpty ? "" : "\n")
      text += "\(entry.day) \(flag) (\(entry.bookedID)) \(payee(entry.merchant))\n"
      text += "    ; UUID: \(entry.bookedID)\n"
      // Behind a tag it is its value: ledger reads no date in brackets and no further tag there.
      if !entry.memo.isEmpty { text += "    ; Memo: \(entry.memo)\n" }
      if let foreign = entry.foreign {
        text += "    ; Transacted: \(foreign.signedDecimal) \(foreign.currency.code)\n"
      }
      for posting in postings {
        text += "    \(posting.line)\n"
      }
    }
  }

  /// Two spaces, a tab or a semicolon would begin a comment, and `|` a note.
  private func payee(_ text: String) -> String {
    let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let plain = words.escaping([";": ",", "|": "/"])
    return plain.isEmpty ? "-" : plain
  }
}

/// What an account gets.
private struct JournalPosting {
  let account: String
  let money: Money

  /// The form of both programs.
  var line: String { "\(account)  \(money.signedDecimal) \(money.currency.code)" }

  /// They add up to 0; nil: nothing is booked.
  static func of(_ entry: ExportEntry, _ accounts: ExportAccounts) -> [JournalPosting]? {
    guard entry.isBooked, let amount = entry.amount, let fee = entry.fee, let total = entry.total
    else { return nil }
    func negated(_ money: Money) -> Money { Money(0 &- money.minorUnits, money.currency) }
    var postings = [
      JournalPosting(account: accounts.card(entry), money: total),
      JournalPosting(account: accounts.other(entry), money: negated(amount)),
    ]
    if fee.minorUnits != 0 {
      postings.append(JournalPosting(account: accounts.fees, money: negated(fee)))
    }
    return postings
  }
}
