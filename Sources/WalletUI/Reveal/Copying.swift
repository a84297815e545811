import Canvas
import Secrets
import WalletModel
package import Words

/// A part of a card's details that can have the focus and be copied (A27). Of a PIN there is none.
package enum DetailField: String, Sendable, CaseIterable {
  case pan, cvv, expiry, holder

  func name(_ words: Words) -> String {
    switch self {
    case .pan: words.cardNumber
    case .cvv: words.cvv
    case .expiry: words.expiryDate
    case .holder: words.holderName
    }
  }
}

/// What was done with something that is to be copied; never more than is known.
package enum CopyAttempt: Sendable, Equatable {
  /// This program took it.
  case sent(String)
  /// The terminal was asked to keep it, which it may or may not do.
  case asked
  /// There is nothing to copy with.
  case nothing
  /// This program did not take it.
  case refused(String)
}

/// What became of a copy that was to be taken back.
package enum CopyEnd: Sendable, Equatable {
  case cleared(String)
  /// Something else was copied since.
  case leftAlone
  /// The terminal cannot be asked what it holds.
  case unknown
  case failed(String)
}

extension CopyEnd {
  /// What the person is to know once the program has ended; nil: nothing is left of the copy.
  package func remains(_ words: Words) -> String? {
    switch self {
    case .cleared, .leftAlone: nil
    case .unknown: "\(words.clipboardNotCleared): \(words.terminalCannotBeAsked)"
    case .failed(let program): "\(words.clipboardNotCleared): \(words.didNotAnswer(program))"
    }
  }
}

/// A copy that is still out there.
package struct CopyOut: Sendable, Equatable {
  /// When it is taken back, in nanoseconds since boot.
  package let deadline: UInt64
  /// Whether it can be.
  package let canBeCleared: Bool
}

extension State {
  /// Seconds until a copy is taken back.
  static let copySeconds = 30

  /// Why nothing can be copied now; nil: the field with the focus can.
  package var copyRefusal: String? {
    switch reveal?.content {
    case nil: return words.nothingToCopy
    case .pin: return words.pinIsNeverCopied
    case .details: break
    }
    guard let field = reveal?.focus, !settings.copy.contains(field) else { return nil }
    return words.copyingIsOff(field.name(words), field.rawValue)
  }

  mutating func copyField() -> [Effect] {
    guard let reveal, let secret = reveal.copy(of: reveal.focus, settings.panSeparator) else {
      return []
    }
    return [.copy(reveal.focus, secret)]
  }

  /// While details are shown, Tab and the arrows go from field to field.
  mutating func revealKey(_ key: Key) -> Bool {
    guard var reveal, case .details = reveal.content, key.modifiers.isEmpty else { return false }
    let step: Int
    switch key.code {
    case .tab, .right: step = 1
    case .backtab, .left: step = -1
    default: return false
    }
    let all = DetailField.allCases
    let here = all.firstIndex(of: reveal.focus) ?? 0
    reveal.focus = all[(here + step + all.count) % all.count]
    self.reveal = reveal
    return true
  }

  mutating func copied(_ field: DetailField, _ attempt: CopyAttempt) -> [Effect] {
    // Locked meanwhile: what came too late for that is taken back now.
    guard gate == .open else { return [.takeCopyBack] }
    let name = field.name(words)
    switch attempt {
    case .sent(let program):
      copyOut = CopyOut(deadline: clock.after(seconds: State.copySeconds), canBeCleared: true)
      toasts.show(.success, words.copySent(name, program), clock: clock)
    case .asked:
      copyOut = CopyOut(deadline: clock.after(seconds: State.copySeconds), canBeCleared: false)
      toasts.show(
        .info, words.copyAsked(name), detail: words.copyAskedDetail, clock: clock, seconds: 10)
    case .nothing:
      toasts.show(
        .warning, words.nothingToCopyWith, detail: words.nothingToCopyWithDetail, clock: clock,
        seconds: 10)
    case .refused(let program):
      toasts.show(.warning, words.copyRefused(name, program), clock: clock, seconds: 10)
    }
    return []
  }

  mutating func tookCopyBack(_ end: CopyEnd) -> [Effect] {
    copyOut = nil
    let detail = words.copyEndDetail(tmux: end == .cleared("tmux"))
    switch end {
    case .cleared: toasts.show(.success, words.clipboardCleared, detail: detail, clock: clock)
    case .leftAlone:
      toasts.show(
        .info, words.clipboardLeftAlone, detail: words.copiedSince, clock: clock)
    case .unknown:
      toasts.show(
        .warning, words.clipboardNotCleared, detail: words.terminalCannotBeAsked, clock: clock,
        seconds: 10)
    case .failed(let program):
      toasts.show(
        .warning, words.clipboardNotCleared, detail: words.didNotAnswer(program), clock: clock,
        seconds: 10)
    }
    return []
  }

  /// Whole seconds until the clipboard is cleared; nil: there is nothing to clear.
  var copySecondsLeft: Int? {
    guard let copyOut, copyOut.canBeCleared else { return nil }
    return seconds(until: copyOut.deadline)
  }

  private func seconds(until deadline: UInt64) -> Int {
    Int((max(deadline, clock.now) - clock.now + Clock.second - 1) / Clock.second)
  }
}

extension Reveal {
  /// What is copied of a field; in locked memory all of it, so that there is one way.
  func copy(of field: DetailField, _ separator: PAN.Separator) -> Secret? {
    guard case .details(let pan, let cvv, let expiry, let holder) = content else { return nil }
    switch field {
    case .pan:
      return pan.withBytes { digits in
        let groups = PAN.groups(brand: PAN.brand(of: digits), count: digits.count)
        let text = Secret(capacity: digits.count * 2)
        for (index, group) in groups.enumerated() {
          if index > 0 { for byte in separator.rawValue.utf8 { text.append(byte) } }
          for byte in digits[group] { text.append(byte) }
        }
        return text
      }
    case .cvv: return cvv.copy()
    case .expiry: return Secret(text: expiry.short)
    case .holder: return Secret(text: holder)
    }
  }
}

extension Secret {
  /// Of what is none, for what takes secrets only.
  fileprivate convenience init(text: String) {
    self.init(capacity: text.utf8.count)
    for byte in text.utf8 { append(byte) }
  }
}
