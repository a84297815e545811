package import Arguments

/// When colours are used: the values of `--color`.
package enum ColorWhen: String, CaseIterable, Sendable {
  /// On a terminal, unless NO_COLOR is set (https://no-color.org).
  case auto
  /// Always, even with NO_COLOR and outside a terminal.
  case always
  case never

  /// Option `--color`.
  package static let option = CommandOption(
    "color", .choice("WHEN", allCases.map(\.rawValue)),
    "when to use colours; auto: unless NO_COLOR is set")

  /// The value of the option; `auto` if it was not given.
  package init(_ invocation: Invocation) {
    self = invocation.text("color").flatMap(ColorWhen.init(rawValue:)) ?? .auto
  }

  /// Whether NO_COLOR is set and not empty.
  package static var environmentForbids: Bool { Streams.variable("NO_COLOR") != nil }
}
