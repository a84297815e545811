import Canvas
import Secrets
import TerminalRuntime
import WalletUI

/// What an operator types.
package enum KioskPin {
  /// How long one may be.
  package static let digits = 4...12
  /// Wrong ones until it is blocked.
  static let tries: UInt64 = 3
  /// Seconds of the first block; each wrong PIN after that doubles it.
  static let block: UInt64 = 30
  static let longestBlock: UInt64 = 3600
}

/// The way in for whoever looks after it: a chord, a PIN, and a menu. Without a PIN there is none.
extension KioskProgram {
  /// Ctrl-O twice within two seconds, wherever one is.
  static let chordKey = Key.control("o")
  private static let chordSpan: UInt64 = 2_000_000_000

  /// Whether the key is none of the wallet's.
  func isChord(_ key: Key) -> Bool {
    guard plan.pin != nil, key == Self.chordKey else {
      chord = nil
      return false
    }
    let now = plan.now()
    if let first = chord, now - min(now, first) <= Self.chordSpan {
      chord = nil
      operate()
    } else {
      chord = now
    }
    return true
  }

  // MARK: The PIN

  /// Seconds until a PIN is taken again; nil: one is taken.
  var blockedSeconds: Int? {
    let now = plan.now()
    let end = Watched[.pinBlocked]
    return end > now ? Int((end - now + 999_999_999) / 1_000_000_000) : nil
  }

  func pinKey(_ key: Key, _ input: SecretInput) {
    var input = input
    isDirty = true
    switch key.code {
    case .escape: return attract()
    case .enter: return submit(input)
    default:
      guard blockedSeconds == nil else { return }
      wasWrong = false
      _ = input.handle(key)
    }
    mode = .pin(input)
  }

  private func submit(_ input: SecretInput) {
    var input = input
    guard let pin = plan.pin, blockedSeconds == nil, input.count > 0 else { return }
    let isRight = input.secret.matches(pin)
    input.wipe()
    if isRight {
      Watched[.pinFailures] = 0
      return maintain()
    }
    wasWrong = true
    mode = .pin(SecretInput(digits: KioskPin.digits.upperBound))
    let failures = Watched[.pinFailures] + 1
    Watched[.pinFailures] = failures
    guard failures >= KioskPin.tries else { return }
    let doublings = min(failures - KioskPin.tries, 10)
    let seconds = min(KioskPin.block << doublings, KioskPin.longestBlock)
    Watched[.pinBlocked] = plan.now() + seconds * 1_000_000_000
  }

  // MARK: Maintenance

  enum Maintenance: Int, CaseIterable {
    case restart, script, leave
  }

  func maintenanceKey(_ key: Key, _ selected: Int) {
    isDirty = true
    let count = Maintenance.allCases.count
    switch key.code {
    case .escape: attract()
    case .down, .tab, .character(0x6a): mode = .maintenance((selected + 1) % count)
    case .up, .backtab, .character(0x6b): mode = .maintenance((selected + count - 1) % count)
    case .enter: choose(selected)
    case .character(let value): choose(Int(value) - 0x31)
    default: break
    }
  }

  private func choose(_ index: Int) {
    switch Maintenance(rawValue: index) {
    case .restart: attract()
    case .script:
      scriptIndex = (scriptIndex + 1) % plan.scripts.count
      mode = .maintenance(index)
    case .leave: status = 0
    case nil: break
    }
  }
}
