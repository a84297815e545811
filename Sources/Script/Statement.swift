package import Languages

/// What a line of a script begins with.
package enum Statement: String, CaseIterable, Sendable {
  case set, caption, key, type, wait, expect, pause, mark, reset

  /// The forms of the statement and what each does, for error messages and the manual.
  package var forms: [(form: String, help: String)] {
    switch self {
    case .set: Setting.allCases.map { ("set \($0.form)", $0.help.english) }
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
  case size, theme, lang, speed, seed, kiosk

  package var form: String {
    switch self {
    case .size: "size COLUMNSxROWS[+]"
    case .theme: "theme NAME"
    case .lang: "lang en|de"
    case .speed: "speed FACTOR"
    case .seed: "seed NUMBER"
    case .kiosk: "kiosk yes|no"
    }
  }

  package var help: LocalizedText {
    switch self {
    case .size:
      LocalizedText(
        "the wallet's size, without the two rows of captions; with +, as the terminal is, and no less",
        "die Größe der Wallet, ohne die zwei Zeilen für Texte; mit +: wie das Terminal, nicht kleiner"
      )
    case .theme: LocalizedText("the theme (dark)", "das Theme (dark)")
    case .lang:
      LocalizedText(
        "the wallet's language, whatever the locale is (en)",
        "die Sprache der Wallet, gleich welche sonst gilt (en)")
    case .speed:
      LocalizedText(
        "2 is twice as fast; 0.1 to 100 (1)", "2 ist doppelt so schnell; 0.1 bis 100 (1)")
    case .seed:
      LocalizedText(
        "the seed of what is random (1)",
        "der Startwert für den Zufall (1)")
    case .kiosk:
      LocalizedText("whether a kiosk plays it (yes)", "ob ein Kiosk es abspielt (yes)")
    }
  }
}
