package import Languages
import TextLayout

/// What payments are searched for: `lidl >20 november`. All of its terms must match.
///
/// A word matches the payment's texts, the card, the state or the category. `>50`, `<10` and
/// `=12.50` compare the amount; `november`, `2026-11`, `today` and `yesterday` are dates, in
/// English and German.
package struct PaymentSearch: Sendable, Equatable {
  /// What a word means besides a part of a text.
  package struct Meaning: Sendable, Equatable {
    package var cards: Set<CardID> = []
    package var types: Set<TransactionType> = []
    package var reasons: Set<DeclineReason> = []
    package var categories: Set<MerchantCategory> = []
    package init() {}
  }

  /// A term that says nothing. The others apply nevertheless.
  package struct Mistake: Sendable, Equatable {
    /// Where it begins, in characters from the beginning of the text.
    package let position: Int
    package let reason: LocalizedText
  }

  enum Term: Sendable, Equatable {
    /// UTF-8, folded (`Text.folded`).
    case word([UInt8], Meaning, tenThousandths: Int128?)
    case amount(Comparison, tenThousandths: Int128)
    /// Of `CivilTime.dayNumber`.
    case days(ClosedRange<Int>)
  }

  enum Comparison: Character, Sendable {
    case more = ">"
    case less = "<"
    case equal = "="
  }

  private(set) var terms: [Term] = []
  package private(set) var mistake: Mistake?
  private let zone: TimeZone

  /// Whether it matches all payments.
  package var isEmpty: Bool { terms.isEmpty }

  /// - Parameters:
  ///   - now: What `today` is, and which November the last one.
  ///   - zone: Where its days begin.
  ///   - meaning: What a folded word means.
  package init(
    _ text: String, now: Timestamp, in zone: TimeZone,
    meaning: (String) -> Meaning = { _ in Meaning() }
  ) {
    self.zone = zone
    let today = now.civil(in: zone)
    let words = Self.words(text)
    var index = 0
    while index < words.count {
      let word = words[index]
      let year = index + 1 < words.count ? Self.year(words[index + 1].text) : nil
      index += 1
      switch Self.term(word.text, year: year, today: today, meaning) {
      case .success(let read):
        terms.append(read.term)
        if read.usesYear { index += 1 }
      case .failure(let failure):
        mistake =
          mistake ?? Mistake(position: word.position + failure.position, reason: failure.reason)
      }
    }
  }

  /// Looks at each byte of the texts once for each word; in the worst case, once for each byte of
  /// the word.
  package func matches(_ payment: Transaction) -> Bool {
    !payment.isDamaged
      && terms.allSatisfy { term in
        switch term {
        case .word(let bytes, let meaning, let tenThousandths):
          payment.texts.contains { Text.contains($0.text, folded: bytes) }
            || meaning.matches(payment)
            || tenThousandths.map { $0 == payment.billedAmount.tenThousandths } ?? false
        case .amount(.more, let limit): payment.billedAmount.tenThousandths > limit
        case .amount(.less, let limit): payment.billedAmount.tenThousandths < limit
        case .amount(.equal, let amount): payment.billedAmount.tenThousandths == amount
        case .days(let days):
          days.contains(payment.transactedAt.civil(in: zone).dayNumber)
        }
      }
  }

  /// Whether payments of the day of this time, or of earlier ones, can match.
  package func canMatch(upTo time: Timestamp) -> Bool {
    let last = time.civil(in: zone).dayNumber
    return terms.allSatisfy {
      if case .days(let days) = $0 { days.lowerBound <= last } else { true }
    }
  }

  // MARK: Reading

  private struct Failure: Error {
    var position: Int
    var reason: LocalizedText
  }

  private static func words(_ text: String) -> [(text: String, position: Int)] {
    text.split(whereSeparator: \.isWhitespace).map {
      (Text.folded($0), text.distance(from: text.startIndex, to: $0.startIndex))
    }
  }

  private static func term(
    _ word: String, year: Int?, today: CivilTime, _ meaning: (String) -> Meaning
  ) -> Result<(term: Term, usesYear: Bool), Failure> {
    if let comparison = word.first.flatMap(Comparison.init) {
      let number = word.dropFirst()
      if number.isEmpty {
        return .failure(
          Failure(
            position: 1,
            reason: LocalizedText(
              "An amount follows, like \(comparison.rawValue)50",
              "Hier folgt ein Betrag, etwa \(comparison.rawValue)50")))
      }
      guard let amount = tenThousandths(number) else {
        return .failure(
          Failure(
            position: 1,
            reason: LocalizedText(
              "“\(number)” is not an amount", "„\(number)“ ist kein Betrag")))
      }
      return .success((.amount(comparison, tenThousandths: amount), false))
    }
    if let days = relativeDays[word] {
      let day = today.adding(days: days).dayNumber
      return .success((.days(day...day), false))
    }
    if let month = months[word] {
      let past = month <= today.month ? today.year : today.year - 1
      return .success(
        (.days(days(of: CalendarMonth(year: year ?? past, month: month))), year != nil))
    }
    if let date = date(word) { return date.map { (.days($0), false) } }
    return .success(
      (.word(Array(word.utf8), meaning(word), tenThousandths: tenThousandths(word[...])), false))
  }

  /// `12.50`, `12,5` or `€12`, in ten-thousandths.
  private static func tenThousandths(_ text: Substring) -> Int128? {
    let text = text.first.map { "€$£¥".contains($0) } ?? false ? text.dropFirst() : text
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
      .flatMap { $0.split(separator: ",", omittingEmptySubsequences: false) }
    guard (1...2).contains(parts.count), let whole = parts.first,
      (1...15).contains(whole.utf8.count),
      parts.count == 1 || (1...4).contains(parts[1].utf8.count),
      parts.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } })
    else { return nil }
    let fraction = parts.count == 2 ? parts[1] : ""
    return Int128(whole + fraction + String(repeating: "0", count: 4 - fraction.utf8.count))
  }

  private static let relativeDays: [String: Int64] = [
    "today": 0, "heute": 0, "yesterday": -1, "gestern": -1,
  ]

  private static func year(_ word: String) -> Int? {
    word.utf8.count == 4 ? Int(word).flatMap { (1900...2999).contains($0) ? $0 : nil } : nil
  }

  private static func days(of month: CalendarMonth) -> ClosedRange<Int> {
    let first = (month.year * 100 + month.month) * 100
    return first + 1...first + month.days
  }

  /// `2026-11` or `2026-11-19`; nil: it does not look like one.
  private static func date(_ word: String) -> Result<ClosedRange<Int>, Failure>? {
    let parts = word.split(separator: "-", omittingEmptySubsequences: false)
    let isNumeric = parts.allSatisfy { $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }
    guard isNumeric, (2...3).contains(parts.count), let year = year(String(parts[0])),
      parts.dropFirst().allSatisfy({ (1...2).contains($0.utf8.count) })
    else { return nil }
    guard let month = Int(parts[1]), (1...12).contains(month) else {
      return .failure(
        Failure(position: 5, reason: LocalizedText("There are 12 months", "Es gibt 12 Monate")))
    }
    let days = days(of: CalendarMonth(year: year, month: month))
    guard parts.count == 3 else { return .success(days) }
    let last = days.count
    guard let day = Int(parts[2]), (1...last).contains(day) else {
      return .failure(
        Failure(
          position: 6 + parts[1].count,
          reason: LocalizedText("That month has \(last) days", "Dieser Monat hat \(last) Tage")))
    }
    return .success(days.lowerBound + day - 1...days.lowerBound + day - 1)
  }

  /// The names of the months and their usual short forms.
  private static let months: [String: Int] = {
    let names = [
      "january jan januar jänner", "february feb februar feber", "march mar märz mär", "april apr",
      "may mai", "june jun juni", "july jul juli", "august aug", "september sep sept",
      "october oct oktober okt", "november nov", "december dec dezember dez",
    ]
    var months: [String: Int] = [:]
    for (index, line) in names.enumerated() {
      for name in line.split(separator: " ") { months[Text.folded(name)] = index + 1 }
    }
    return months
  }()
}

extension PaymentSearch.Meaning {
  fileprivate func matches(_ payment: Transaction) -> Bool {
    cards.contains(payment.cardID) || types.contains(payment.type)
      || payment.declineReason.map(reasons.contains) ?? false
      || !categories.isEmpty && categories.contains(payment.category)
  }
}

extension Money {
  /// Of the main unit, without a sign: amounts of currencies with 0 to 4 decimals compare.
  package var tenThousandths: Int128 {
    Int128(minorUnits.magnitude) * 10_000 / Int128(currency.unit)
  }
}
