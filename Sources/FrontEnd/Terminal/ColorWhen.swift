package import Arguments
import Glibc

/// Whether colours are used: `--color`, as other programs have it.
package enum ColorWhen: String, CaseIterable, Sendable {
  /// On a terminal, unless NO_COLOR is set (https://no-color.org).
  case auto
  /// Whatever NO_COLOR says and wherever the output goes.
  case always
  case never

  /// Option `--color`.
  package static let option = CommandOption(
    "color", .choice("WHEN", allCases.map(\.rawValue)),
    "whether to use colours; auto: unless NO_COLOR is set")

  /// What the invocation says; `auto` where it says nothing.
  package init(_ invocation: Invocation) {
    self = invocation.text("color").flatMap(ColorWhen.init(rawValue:)) ?? .auto
  }

  /// Whether NO_COLOR is set to something.
  package static var environmentForbids: Bool { getenv("NO_COLOR").map { $0[0] != 0 } ?? false }
}
