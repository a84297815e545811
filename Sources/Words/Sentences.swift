import Languages
import WalletModel

/// Texts that come from below or from a server, where they are English: what is wrong with a field,
/// and the details of failures. `%` stands for a part that is taken over; parts that are such texts
/// themselves are translated too, but for names: what stands in quotes or behind `--`. So are the
/// parts of `file:line:column: message`. What is not here, a person reads as it came.
extension Words {
  package func translated(_ text: String) -> String {
    if let refusal = refusedChange(text) { return refusal }
    guard language == .german else { return text }
    if let whole = Words.whole[text] { return whole }
    for (english, german) in Words.patterns {
      guard let parts = match(text, english) else { continue }
      let pieces = zip(parts, english).map { part, before in
        Words.beforeNames.contains(where: before.hasSuffix) ? part : translated(part)
      }
      return fill(german, pieces)
    }
    guard let colon = text.firstRange(of: ": ") else { return text }
    return translated(String(text[..<colon.lowerBound])) + ": "
      + translated(String(text[colon.upperBound...]))
  }

  private static let change = pieces("A card that is % cannot become %.")

  /// Statuses are named there as on the wire; people know them by their words.
  private func refusedChange(_ text: String) -> String? {
    guard let names = match(text, Words.change), names.count == 2 else { return nil }
    let (from, to) = (CardStatus(rawValue: names[0]), CardStatus(rawValue: names[1]))
    return from.isKnown && to.isKnown ? cannotBecome(to, from: from) : nil
  }

  private static let beforeNames = ["\"", "“", "`", "--"]

  /// The parts of `text` that stand where the pattern has `%`; nil when it does not match.
  private func match(_ text: String, _ pattern: [Substring]) -> [String]? {
    guard let first = pattern.first, let last = pattern.last, text.hasPrefix(first),
      text.hasSuffix(last), text.utf8.count >= first.utf8.count + last.utf8.count
    else { return nil }
    var rest = text.dropFirst(first.count).dropLast(last.count)
    var parts: [String] = []
    for piece in pattern.dropFirst().dropLast() {
      guard let range = rest.firstRange(of: piece) else { return nil }
      parts.append(String(rest[..<range.lowerBound]))
      rest = rest[range.upperBound...]
    }
    return parts + [String(rest)]
  }

  private func fill(_ pattern: [Substring], _ parts: [String]) -> String {
    var text = String(pattern.first ?? "")
    for (part, piece) in zip(parts, pattern.dropFirst()) { text += part + piece }
    return text
  }

  private static let whole = Dictionary(
    sentences.filter { !$0.0.contains("%") }
      + ErrorCode.all.flatMap { code in
        [code.message, code.advice ?? code.message].map { ($0.english, $0.german) }
      }, uniquingKeysWith: { a, _ in a })

  private static let patterns: [([Substring], [Substring])] =
    sentences.filter { $0.0.contains("%") }.map { (pieces($0.0), pieces($0.1)) }

  private static func pieces(_ pattern: String) -> [Substring] {
    pattern.split(separator: "%", omittingEmptySubsequences: false)
  }

  private static var sentences: [(String, String)] {
    fieldSentences + shopSentences + walletSentences + vaultSentences + serverSentences
      + mistakeSentences + scriptSentences + doctorSentences + commandSentences
  }
}
