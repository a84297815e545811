package import Languages

/// A sentence of an error: what happened, why, or what to do about it.
package enum Reason: Hashable, Sendable {
  /// One of the table. It crosses the wire by its code and its values.
  case coded(CodedReason)
  /// Made where no server answers: the command line, files, the way to a server.
  case local(LocalizedText)
  /// As a server, the system or a library says it; or for programmers, who read English.
  case verbatim(String)

  /// The text in every language.
  package var text: LocalizedText {
    switch self {
    case .coded(let reason): reason.text
    case .local(let text): text
    case .verbatim(let text): LocalizedText(verbatim: text)
    }
  }

  /// The text as it is on the wire, in JSON and in the log.
  package var english: String { text.english }
  package var german: String { text.german }

  /// The same, with a place behind it: `It cannot be read. (card 2)`.
  package func at(_ place: String) -> Reason {
    .text("\(text.english) (\(place))", "\(text.german) (\(place))")
  }

  /// A text that never crosses the wire.
  package static func text(_ english: String, _ german: String) -> Reason {
    .local(LocalizedText(english, german))
  }
}

/// A reason of the table: which one, and the values in its text.
package struct CodedReason: Hashable, Sendable {
  package let code: ReasonCode
  package let values: [String]

  init(_ code: ReasonCode, _ values: [String] = []) {
    assert(values.count == code.valueCount, "\(code.rawValue) has \(code.valueCount) values")
    self.code = code
    self.values = values
  }

  /// As it came over the wire; nil when the code is not in the table, or has another number of
  /// values.
  package init?(code name: String, values: [String]) {
    guard let code = ReasonCode(rawValue: name), values.count == code.valueCount else { return nil }
    self.code = code
    self.values = values
  }

  /// The text in every language, with the values in it.
  package var text: LocalizedText {
    let parts = values.map(code.word)
    return LocalizedText(
      Self.fill(code.text.english, parts.map(\.english)),
      Self.fill(code.text.german, parts.map(\.german)))
  }

  /// The text as it is on the wire.
  package var english: String { text.english }

  private static func fill(_ text: String, _ values: [String]) -> String {
    let pieces = text.split(separator: "%", omittingEmptySubsequences: false)
    return zip(pieces, values + [""]).map { $0 + $1 }.joined()
  }
}

/// The codes of the table, by topic. The texts of a topic are one exhaustive switch: a reason that
/// lacks a text in a language does not compile.
package enum ReasonCode: Hashable, Sendable {
  case field(FieldReason)
  case card(CardReason)
  case authentication(AuthenticationReason)
  case shop(ShopReason)
  case storage(StorageReason)
  /// What happened when a failure with this code is the reason of another one.
  case message(ErrorCode)
  /// What to do about a failure with this code.
  case advice(ErrorCode)

  /// On the wire: the topic, a full stop, the reason.
  package var rawValue: String {
    switch self {
    case .field(let reason): "field." + reason.rawValue
    case .card(let reason): "card." + reason.rawValue
    case .authentication(let reason): "authentication." + reason.rawValue
    case .shop(let reason): "shop." + reason.rawValue
    case .storage(let reason): "storage." + reason.rawValue
    case .message(let code): "message." + code.rawValue
    case .advice(let code): "advice." + code.rawValue
    }
  }

  package init?(rawValue: String) {
    let parts = rawValue.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else { return nil }
    let name = String(parts[1])
    let code: ReasonCode? =
      switch parts[0] {
      case "field": FieldReason(rawValue: name).map { .field($0) }
      case "card": CardReason(rawValue: name).map { .card($0) }
      case "authentication": AuthenticationReason(rawValue: name).map { .authentication($0) }
      case "shop": ShopReason(rawValue: name).map { .shop($0) }
      case "storage": StorageReason(rawValue: name).map { .storage($0) }
      case "message": ErrorCode(rawValue: name).map { .message($0) }
      case "advice": ErrorCode(rawValue: name).map { .advice($0) }
      default: nil
      }
    guard let code else { return nil }
    self = code
  }

  /// Every code there is.
  package static var all: [ReasonCode] {
    var all: [ReasonCode] = FieldReason.allCases.map { .field($0) }
    all += CardReason.allCases.map { .card($0) }
    all += AuthenticationReason.allCases.map { .authentication($0) }
    all += ShopReason.allCases.map { .shop($0) }
    all += StorageReason.allCases.map { .storage($0) }
    all += ErrorCode.all.map { .message($0) }
    all += ErrorCode.all.filter { $0.advice != nil }.map { .advice($0) }
    return all
  }

  /// The text, with `%` where a value goes. The values have the same order in every language.
  package var text: LocalizedText {
    switch self {
    case .field(let reason): reason.text
    case .card(let reason): reason.text
    case .authentication(let reason): reason.text
    case .shop(let reason): reason.text
    case .storage(let reason): reason.text
    case .message(let code): code.message
    case .advice(let code): code.advice ?? LocalizedText(verbatim: "")
    }
  }

  /// How many values the text has.
  package var valueCount: Int { text.english.count { $0 == "%" } }

  /// A value as text.
  func word(_ value: String) -> LocalizedText {
    guard case .card(let reason) = self else { return LocalizedText(verbatim: value) }
    return reason.word(value)
  }
}

extension Reason {
  package static func field(_ reason: FieldReason, _ values: String...) -> Reason {
    .coded(CodedReason(.field(reason), values))
  }
  package static func card(_ reason: CardReason, _ values: String...) -> Reason {
    .coded(CodedReason(.card(reason), values))
  }
  package static func authentication(_ reason: AuthenticationReason) -> Reason {
    .coded(CodedReason(.authentication(reason)))
  }
  package static func shop(_ reason: ShopReason, _ values: String...) -> Reason {
    .coded(CodedReason(.shop(reason), values))
  }
  package static func storage(_ reason: StorageReason, _ values: String...) -> Reason {
    .coded(CodedReason(.storage(reason), values))
  }
  package static func message(_ code: ErrorCode) -> Reason { .coded(CodedReason(.message(code))) }
  package static func advice(_ code: ErrorCode) -> Reason { .coded(CodedReason(.advice(code))) }
}
