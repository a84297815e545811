/// The first word of a line with a step.
package enum Statement: String, CaseIterable, Sendable {
  case set, caption, key, type, wait, expect, pause, mark, reset

  /// The forms of the statement and what each does, for error messages and the manual.
  package var forms: [(form: String, help: String)] {
    switch self {
    case .set: Setting.allCases.map { ("set \($0.form)", $0.help) }
    case .caption:
      [
        (
          "caption \"TEXT\"",
          "shows a text below the wallet for as long as reading it takes, and until the next one"
        ), ("caption", "takes it away"),
      ]
    case .key: [("key KEY …", "presses keys, by their names in docs/keys.md")]
    case .type:
      [
        ("type \"TEXT\"", "types a text"),
        ("type code", "types the newest one-time code of the simulated phone, once there is one"),
        ("type cvv", "types the newest CVV from a letter on the simulated phone"),
        ("type last-four", "types the last four digits of the card at which one stands"),
      ]
    case .wait:
      [
        (
          "wait [not] \"TEXT\"|/REGEX/ [TIME]",
          "goes on when a line of the screen has it, or none has; fails after TIME (10s)"
        )
      ]
    case .expect: [("expect [not] \"TEXT\"|/REGEX/", "fails unless a line has it now, or none has")]
    case .pause: [("pause TIME", "waits: 500ms, 2s, 1.5s")]
    case .mark: [("mark NAME", "names this moment, for pictures and recordings")]
    case .reset: [("reset", "starts over with a new wallet")]
    }
  }
}

/// The first word of a line before all steps.
package enum Setting: String, CaseIterable, Sendable {
  case size, theme, lang, speed, seed

  package var form: String {
    switch self {
    case .size: "size COLUMNSxROWS[+]"
    case .theme: "theme NAME"
    case .lang: "lang en|de"
    case .speed: "speed FACTOR"
    case .seed: "seed NUMBER"
    }
  }

  package var help: String {
    switch self {
    case .size:
      "the wallet's size, without the two rows of captions; with +, as the terminal is, and no less"
    case .theme: "what it is painted with (dark)"
    case .lang: "the wallet's language, whatever the locale is (en)"
    case .speed: "2 is twice as fast; 0.1 to 100 (1)"
    case .seed: "what chance starts from: the same each time (1)"
    }
  }
}
