import Secrets
import TextLayout
import WalletModel

/// Payments as Open Financial Exchange 1.6: a credit card statement for each card and currency. Each
/// element has its end, so parsers of XML read them too.
enum OFXExport {
  /// The most characters of these elements.
  private static let (longestName, longestMemo, longestID, longestAccount) = (32, 255, 255, 22)

  private struct StatementKey: Hashable {
    let card: CardID
    let currency: Currency
  }

  static func text(_ entries: [ExportEntry], cards: some Sequence<CardID>) -> String {
    var order: [StatementKey] = []
    var statements: [StatementKey: [ExportEntry]] = [:]
    for entry in entries where entry.isBooked {
      let account = StatementKey(
        card: entry.payment.cardID, currency: entry.payment.billedAmount.currency)
      if statements[account] == nil { order.append(account) }
      statements[account, default: []].append(entry)
    }
    let last = entries.map(\.payment.transactedAt).max() ?? Timestamp(milliseconds: 0)
    var text = """
      OFXHEADER:100
      DATA:OFXSGML
      VERSION:160
      SECURITY:NONE
      ENCODING:UTF-8
      CHARSET:NONE
      COMPRESSION:NONE
      OLDFILEUID:NONE
      NEWFILEUID:NONE


      <OFX>
      <SIGNONMSGSRSV1><SONRS>\(status)<DTSERVER>\(time(last))</DTSERVER>\
      <LANGUAGE>ENG</LANGUAGE></SONRS></SIGNONMSGSRSV1>
      <CREDITCARDMSGSRSV1>

      """
    let alike = Dictionary(grouping: Set(cards).union(order.map(\.card))) {
      ExportEntry.plainID($0.rawValue).prefix(longestAccount)
    }
    for (index, account) in order.enumerated() {
      text += statement(account, statements[account] ?? [], alike, number: index + 1)
    }
    return text + "</CREDITCARDMSGSRSV1>\n</OFX>\n"
  }

  private static let status = "<STATUS><CODE>0</CODE><SEVERITY>INFO</SEVERITY></STATUS>"

  /// The beginning of the card's id. If others begin alike: half of it, and a hash behind a point.
  private static func accountID(_ card: CardID, _ alike: [Substring: [CardID]]) -> String {
    let id = ExportEntry.plainID(card.rawValue)
    if alike[id.prefix(longestAccount)]?.count == 1 { return String(id.prefix(longestAccount)) }
    let hash = Hash.bytes(16, of: Array(id.utf8)).prefix(6)
    let number = hash.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return "\(id.prefix(11)).\(String(number, radix: 36))"
  }

  private static func statement(
    _ account: StatementKey, _ entries: [ExportEntry], _ alike: [Substring: [CardID]], number: Int
  ) -> String {
    let times = entries.map(\.payment.transactedAt)
    let start = times.min() ?? Timestamp(milliseconds: 0)
    let end = times.max() ?? Timestamp(milliseconds: 0)
    let sum = Money(sum: entries.compactMap { $0.total?.minorUnits }, account.currency)
    let id = accountID(account.card, alike)
    return """
      <CCSTMTTRNRS><TRNUID>\(number)</TRNUID>\(status)<CCSTMTRS>\
      <CURDEF>\(account.currency.code)</CURDEF>\
      <CCACCTFROM><ACCTID>\(id)</ACCTID></CCACCTFROM>
      <BANKTRANLIST><DTSTART>\(time(start))</DTSTART><DTEND>\(time(end))</DTEND>
      \(entries.map(transaction).joined())\
      </BANKTRANLIST>
      <LEDGERBAL><BALAMT>\(sum.signedDecimal)</BALAMT><DTASOF>\(time(end))</DTASOF></LEDGERBAL>
      </CCSTMTRS></CCSTMTTRNRS>

      """
  }

  private static func transaction(_ entry: ExportEntry) -> String {
    guard let total = entry.total, let fee = entry.fee else { return "" }
    let payment = entry.payment
    var memo: [String] = []
    if Array(entry.merchant.unicodeScalars).count > longestName { memo.append(entry.merchant) }
    if payment.type == .pending { memo.append("pending") }
    if fee.minorUnits != 0 { memo.append("fee \(fee.signedDecimal) \(fee.currency.code)") }
    if let foreign = entry.foreign {
      memo.append("transacted \(foreign.signedDecimal) \(foreign.currency.code)")
    }
    if !entry.memo.isEmpty { memo.append(entry.memo) }
    var text = """
      <STMTTRN><TRNTYPE>\(total.minorUnits < 0 ? "DEBIT" : "CREDIT")</TRNTYPE>\
      <DTPOSTED>\(time(payment.transactedAt))</DTPOSTED><TRNAMT>\(total.signedDecimal)</TRNAMT>\
      <FITID>\(entry.bookedID.prefix(longestID))</FITID>
      """
    if let mcc = payment.mcc, mcc.utf8.count == 4, mcc.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) {
      text += "<SIC>\(mcc)</SIC>"
    }
    text += "<NAME>\(escaped(cut(entry.merchant, longestName)))</NAME>"
    if !memo.isEmpty {
      text += "<MEMO>\(escaped(cut(memo.joined(separator: ", "), longestMemo)))</MEMO>"
    }
    return text + "</STMTTRN>\n"
  }

  private static func cut(_ text: String, _ length: Int) -> String {
    let cut = String(String.UnicodeScalarView(text.unicodeScalars.prefix(length)))
    return cut.allSatisfy(\.isWhitespace) ? "-" : cut
  }

  private static func escaped(_ text: String) -> String {
    text.escaping(["&": "&amp;", "<": "&lt;", ">": "&gt;"])
  }

  /// `20260303124107`, in UTC.
  private static func time(_ time: Timestamp) -> String {
    String(time.description.prefix(19).filter { ("0"..."9").contains($0) })
  }
}
