package import Languages

/// The code of a failure. It never changes once released; numbers are published ones (A38, D57),
/// names with `WUI-` are ours.
///
/// All that is true of a code is in its row. To add one, add its row to the file of its topic and
/// its name to the list there: `ErrorCodeTests` fails for a row that no list has.
package struct ErrorCode: Hashable, Sendable, CustomStringConvertible {
  /// A reference, so that errors stay small.
  private let row: Row

  private final class Row: Sendable {
    let code: String
    let httpStatus: Int
    let exit: ExitCode
    let message: LocalizedText
    let advice: LocalizedText?

    init(
      _ code: String, _ httpStatus: Int, _ exit: ExitCode, _ message: LocalizedText,
      _ advice: LocalizedText?
    ) {
      self.code = code
      self.httpStatus = httpStatus
      self.exit = exit
      self.message = message
      self.advice = advice
    }
  }

  /// The message and the advice, each in English and in German.
  init(
    _ code: String, http: Int, exit: ExitCode, _ message: String, _ inGerman: String,
    advice: String, _ adviceInGerman: String
  ) {
    let advice = LocalizedText(advice, adviceInGerman)
    row = Row(code, http, exit, LocalizedText(message, inGerman), advice)
  }

  init(_ code: String, http: Int, exit: ExitCode, _ message: String, _ inGerman: String) {
    row = Row(code, http, exit, LocalizedText(message, inGerman), nil)
  }

  /// The code with this name, as it is here or as the service of virtual cards writes it (F34); nil
  /// when it is not in the catalogue.
  package init?(rawValue: String) {
    guard
      let code = ErrorCode.byName[rawValue] ?? ErrorCode.byName[ErrorCode.serviceWord(rawValue)]
    else { return nil }
    self = code
  }

  /// The code on the wire, and for people.
  package var rawValue: String { row.code }
  /// Status of the answer over HTTP.
  package var httpStatus: Int { row.httpStatus }
  /// Status that the command line ends with.
  package var exit: ExitCode { row.exit }
  /// What happened, in a sentence without its full stop.
  package var message: LocalizedText { row.message }
  /// What to do next, in a sentence; nil when there is nothing to say.
  package var advice: LocalizedText? { row.advice }

  /// `message` and `advice` as an error without others of its own has them.
  package var usualMessage: Reason { .message(self) }
  package var usualAdvice: Reason? { advice.map { _ in .advice(self) } }

  package static func == (a: ErrorCode, b: ErrorCode) -> Bool { a.rawValue == b.rawValue }
  package func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }

  /// The catalogue.
  package static let all =
    published + issuer + shop + payments + virtualCards + network + machine

  private static let byName = Dictionary(
    all.map { ($0.rawValue, $0) }, uniquingKeysWith: { first, _ in first })

  /// The server cannot be reached, or not in time.
  package var isUnreachable: Bool { self == .netOffline || self == .netTimeout || self == .netLost }

  package var description: String { rawValue }
}
