import Languages

/// One thing that `doctor` looked at.
struct Check {
  enum State: String, CaseIterable {
    case ok
    /// It works, but not as well or as safely as it could.
    case warn
    case fail
  }
  /// The name for programs: `terminal.colours`.
  let name: String
  let state: State
  let found: LocalizedText
  /// What to do; nil: nothing.
  let advice: LocalizedText?

  static func ok(_ name: String, _ found: LocalizedText) -> Check {
    Check(name: name, state: .ok, found: found, advice: nil)
  }

  static func warn(_ name: String, _ found: LocalizedText, _ advice: LocalizedText) -> Check {
    Check(name: name, state: .warn, found: found, advice: advice)
  }

  static func fail(_ name: String, _ found: LocalizedText, _ advice: LocalizedText) -> Check {
    Check(name: name, state: .fail, found: found, advice: advice)
  }

  // The same, with the two texts themselves.

  static func ok(_ name: String, _ english: String, _ german: String) -> Check {
    ok(name, LocalizedText(english, german))
  }

  static func warn(
    _ name: String, _ english: String, _ german: String, advice: String, _ germanAdvice: String
  ) -> Check {
    warn(name, LocalizedText(english, german), LocalizedText(advice, germanAdvice))
  }

  static func fail(
    _ name: String, _ english: String, _ german: String, advice: String, _ germanAdvice: String
  ) -> Check {
    fail(name, LocalizedText(english, german), LocalizedText(advice, germanAdvice))
  }
}
