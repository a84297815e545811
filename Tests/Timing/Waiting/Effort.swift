import Glibc

/// How much a test tries that could go on for ever: one with random input, or with a loop.
package enum Effort {
  /// In `make test`.
  case short
  /// In `make check-…`, which sets `WALLETUI_CHECKS`.
  case long
  /// In `make torture`, which sets `WALLETUI_TORTURE`.
  case torture

  package static let current: Effort =
    getenv("WALLETUI_TORTURE") != nil ? .torture : getenv("WALLETUI_CHECKS") != nil ? .long : .short

  /// The number for this run.
  ///
  /// - Parameter short: Left out by tests that `make test` does not run.
  package static func pick(short: Int? = nil, long: Int, torture: Int) -> Int {
    switch current {
    case .short: short ?? long
    case .long: long
    case .torture: torture
    }
  }
}
