import Canvas
import Script
import WalletUI
import Words

/// A script as a guided tour: it shows the captions and the next key to press. If a visitor presses
/// another key, the tour waits. After several wrong keys in a row the tour ends.
struct KioskTour {
  private enum Press: Equatable {
    case key(Key)
    /// A number of digits that come from the wallet: the code on the phone (or `c`, which types
    /// it), the CVV or the last four digits.
    case digits(Script.Source, Int)
  }
  private struct Step {
    let caption: String
    var press: Press
  }

  private var steps: [Step]
  private var wrongKeys = 0
  private static let maxWrongKeys = 8

  init(_ script: Script) {
    var caption = ""
    var steps: [Step] = []
    loop: for step in script.steps {
      switch step.action {
      case .caption(let text): caption = text
      case .key(let key): steps.append(Step(caption: caption, press: .key(key)))
      case .type(let text):
        for scalar in text.unicodeScalars {
          steps.append(Step(caption: caption, press: .key(.character(scalar))))
        }
      case .take(let source):
        steps.append(Step(caption: caption, press: .digits(source, source.digits)))
      // The following steps belong to another wallet.
      case .reset: break loop
      case .pause, .wait, .expect, .mark: break
      }
    }
    self.steps = steps.reversed()
  }

  /// The caption and the keys to press; nil: the tour is over.
  func hint(_ words: Words) -> (caption: String, keys: String)? {
    guard let step = steps.last, wrongKeys < Self.maxWrongKeys else { return nil }
    switch step.press {
    case .key(let key): return (step.caption, key.label)
    case .digits(.code, _): return (step.caption, words.kiosk.typesCode)
    case .digits(.cvv, _): return (step.caption, words.kiosk.typesCVV)
    case .digits(.lastFour, _): return (step.caption, words.kiosk.typesLastFour)
    }
  }

  /// - Parameter keymap: Keys for the same command are equal.
  mutating func follow(_ key: Key, _ keymap: Keymap) {
    guard let step = steps.last, wrongKeys < Self.maxWrongKeys else { return }
    switch step.press {
    case .key(let wanted):
      let command = keymap.command(for: wanted)?.id
      if key == wanted || command != nil && command == keymap.command(for: key)?.id {
        return next()
      }
    case .digits(let source, let left):
      let isWhole = source == .code && key == .character("c")
      if isWhole || left == 1 && key.isDigit { return next() }
      if key.isDigit {
        steps[steps.count - 1].press = .digits(source, left - 1)
        return
      }
    }
    wrongKeys += 1
  }

  private mutating func next() {
    wrongKeys = 0
    steps.removeLast()
  }
}

extension Script.Source {
  fileprivate var digits: Int {
    switch self {
    case .code: 6
    case .cvv: 3
    case .lastFour: 4
    }
  }
}

extension Key {
  fileprivate var isDigit: Bool {
    if case .character(0x30...0x39) = code { return modifiers.isEmpty }
    return false
  }
}
