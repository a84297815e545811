import Canvas
import ScreenKit
import Secrets
import TerminalRuntime

/// The limits for the operator's PIN.
package enum KioskPin {
  /// The length of a PIN.
  package static let digits = 4...12
  /// The number of wrong PINs that leads to the first block.
  static let attemptsBeforeBlock: UInt64 = 3
  /// The length of the first block in seconds. Each further wrong PIN doubles it.
  static let firstBlock: UInt64 = 30
  static let longestBlock: UInt64 = 3600
}

/// The access for the operator: a chord of keys, a PIN, and a menu. Without a PIN there is no
/// access.
extension KioskProgram {
  /// Ctrl-O, pressed twice within two seconds, in any place.
  static let chordKey = Key.control("o")
  private static let chordSpan: UInt64 = 2_000_000_000

  /// Whether the key belongs to the chord, so that the wallet does not get it.
  func isChord(_ key: Key) -> Bool {
    guard plan.pin != nil, key == Self.chordKey else {
      chord = nil
      return false
    }
    let now = plan.now()
    if let first = chord, now - min(now, first) <= Self.chordSpan {
      chord = nil
      close()
      pinWasWrong = false
      mode = .pin(SecretInput(digits: KioskPin.digits.upperBound))
    } else {
      chord = now
    }
    return true
  }

  // MARK: The PIN

  /// The seconds until a PIN is accepted again; nil: it is accepted now.
  var blockedSeconds: Int? {
    let now = plan.now()
    let end = Watchdog[.pinBlocked]
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
      pinWasWrong = false
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
      Watchdog[.pinFailures] = 0
      close()
      mode = .maintenance(0)
      return
    }
    pinWasWrong = true
    mode = .pin(SecretInput(digits: KioskPin.digits.upperBound))
    let failures = Watchdog[.pinFailures] + 1
    Watchdog[.pinFailures] = failures
    guard failures >= KioskPin.attemptsBeforeBlock else { return }
    let doublings = min(failures - KioskPin.attemptsBeforeBlock, 10)
    let seconds = min(KioskPin.firstBlock << doublings, KioskPin.longestBlock)
    Watchdog[.pinBlocked] = plan.now() + seconds * 1_000_000_000
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
