import Canvas
import ScreenKit
import Secrets
import WalletModel
package import Words

/// A part of a card's details that can have the focus and be copied (A27). A PIN has none.
package enum DetailField: String, Sendable, CaseIterable {
  case pan, cvv, expiry, holder

  private func names(_ words: CopyWords) -> (one: String, short: String, several: String) {
    switch self {
    case .pan: (words.cardNumber, words.numberShort, words.numbersToCopy)
    case .cvv: (words.cvv, words.cvv, words.cvvsToCopy)
    case .expiry: (words.expiryDate, words.expiryShort, words.datesToCopy)
    case .holder: (words.holderName, words.holderShort, words.namesToCopy)
    }
  }

  func name(_ words: Words) -> String { names(words.copying).one }
  /// Inside a hint.
  func shortName(_ words: Words) -> String { names(words.copying).short }
  fileprivate func plural(_ words: Words) -> String { names(words.copying).several }
}

/// What is copied.
package enum CopiedText: Sendable, Equatable {
  case detail(DetailField)
  case paymentID

  /// Whether the clipboard is cleared of it.
  package var isSecret: Bool { self != .paymentID }

  fileprivate func name(_ words: Words) -> String {
    switch self {
    case .detail(let field): field.name(words)
    case .paymentID: words.copying.paymentID
    }
  }
}

/// The result of copying. It never claims more than is known.
package enum CopyAttempt: Sendable, Equatable {
  /// This program took it.
  case sent(String)
  /// The terminal was asked to copy it, and may or may not have done so.
  case asked
  /// There is no program or terminal to copy with.
  case nothing
  /// This program refused it.
  case refused(String)
}

/// The result of clearing a copy from the clipboard.
package enum ClearingResult: Sendable, Equatable {
  case cleared(String)
  /// Not cleared, since something else was copied later.
  case leftAlone
  /// The terminal cannot report what its clipboard holds.
  case unknown
  case failed(String)
}

extension ClearingResult {
  /// What the user must know after the program has ended; nil: the copy is gone.
  package func remains(_ words: Words) -> String? {
    switch self {
    case .cleared, .leftAlone: nil
    case .unknown: "\(words.copying.clipboardNotCleared): \(words.copying.terminalCannotBeAsked)"
    case .failed(let program):
      "\(words.copying.clipboardNotCleared): \(words.copying.didNotAnswer(program))"
    }
  }
}

/// A copy that the clipboard still holds.
package struct ClipboardCopy: Sendable, Equatable {
  /// When it is cleared, in nanoseconds since boot.
  package let deadline: UInt64
  /// Whether it can be cleared.
  package let canBeCleared: Bool
}

extension Reveal {
  /// The copy of a field, always in locked memory, so that there is one code path.
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
  /// Makes a secret from a text that is not secret, for a function that takes only secrets.
  convenience init(text: String) {
    self.init(capacity: text.utf8.count)
    for byte in text.utf8 { append(byte) }
  }
}

/// Copies visible details to the clipboard, and clears them from it.
enum Copying: Timed {
  /// Seconds until a copy is cleared.
  private static let seconds = 30

  static func deadlines(_ state: State) -> [UInt64] {
    guard let clipboardCopy = state.secrets.clipboardCopy else { return [] }
    return clipboardCopy.canBeCleared
      ? [clipboardCopy.deadline, state.clock.nextSecond(before: clipboardCopy.deadline)]
      : [clipboardCopy.deadline]
  }

  static func due(_ state: inout State) -> [Effect]? {
    guard let clipboardCopy = state.secrets.clipboardCopy, clipboardCopy.deadline <= state.clock.now
    else {
      return nil
    }
    state.secrets.clipboardCopy = nil
    return [.clearCopy]
  }

  /// Why nothing can be copied now; nil: the field in focus can.
  static func refusal(_ state: State) -> String? {
    switch state.secrets.reveal?.content {
    case nil: return state.words.copying.nothingToCopy
    case .pin, .token: return state.words.copying.pinIsNeverCopied
    case .details: break
    }
    guard let field = state.secrets.reveal?.focus, !state.settings.copy.contains(field) else {
      return nil
    }
    let key =
      state.program.configuration.isAvailable ? state.keyLabel(for: SettingsForm.command.id) : nil
    return state.words.copying.copyingIsOff(field.plural(state.words), key: key)
  }

  static func copy(_ state: inout State) -> [Effect] {
    guard let reveal = state.secrets.reveal,
      let secret = reveal.copy(of: reveal.focus, state.settings.panSeparator)
    else {
      return []
    }
    return [.copy(.detail(reveal.focus), secret)]
  }

  /// While details are shown, Tab and the arrows change the field in focus.
  static func moveFocus(_ key: Key, _ state: inout State) -> Bool {
    guard var reveal = state.secrets.reveal, case .details = reveal.content, key.modifiers.isEmpty
    else {
      return false
    }
    let step: Int
    switch key.code {
    case .tab, .right: step = 1
    case .backtab, .left: step = -1
    default: return false
    }
    let all = DetailField.allCases
    let here = all.firstIndex(of: reveal.focus) ?? 0
    reveal.focus = all[(here + step + all.count) % all.count]
    state.secrets.reveal = reveal
    return true
  }

  static func copied(_ text: CopiedText, _ attempt: CopyAttempt, _ state: inout State) -> [Effect] {
    // The wallet was locked meanwhile, so the copy is cleared now.
    guard state.gate == .open else { return text.isSecret ? [.clearCopy] : [] }
    let name = text.name(state.words)
    func hold(canBeCleared: Bool) {
      let deadline = state.clock.after(seconds: seconds)
      state.secrets.clipboardCopy =
        text.isSecret ? ClipboardCopy(deadline: deadline, canBeCleared: canBeCleared) : nil
    }
    switch attempt {
    case .sent(let program):
      hold(canBeCleared: true)
      state.show(.success, state.words.copying.copySent(name, program))
    case .asked:
      hold(canBeCleared: false)
      state.show(
        .info, state.words.copying.copyAsked(name),
        detail: text.isSecret ? state.words.copying.copyAskedDetail : nil, seconds: 10)
    case .nothing:
      state.show(
        .warning, state.words.copying.nothingToCopyWith,
        detail: state.words.copying.nothingToCopyWithDetail, seconds: 10)
    case .refused(let program):
      state.show(.warning, state.words.copying.copyRefused(name, program), seconds: 10)
    }
    return []
  }

  static func copyCleared(_ end: ClearingResult, _ state: inout State) -> [Effect] {
    state.secrets.clipboardCopy = nil
    let detail = state.words.copying.copyEndDetail(tmux: end == .cleared("tmux"))
    switch end {
    case .cleared:
      state.show(.success, state.words.copying.clipboardCleared, detail: detail)
    case .leftAlone:
      state.show(
        .info, state.words.copying.clipboardLeftAlone, detail: state.words.copying.copiedSince)
    case .unknown:
      state.show(
        .warning, state.words.copying.clipboardNotCleared,
        detail: state.words.copying.terminalCannotBeAsked, seconds: 10)
    case .failed(let program):
      state.show(
        .warning, state.words.copying.clipboardNotCleared,
        detail: state.words.copying.didNotAnswer(program), seconds: 10)
    }
    return []
  }

  /// Whole seconds until the clipboard is cleared; nil: there is nothing to clear.
  static func secondsLeft(_ state: State) -> Int? {
    guard let clipboardCopy = state.secrets.clipboardCopy, clipboardCopy.canBeCleared else {
      return nil
    }
    return state.clock.secondsLeft(until: clipboardCopy.deadline)
  }
}
