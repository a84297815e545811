/// One thing that `doctor` looked at.
struct Check: Encodable {
  enum State: String, Encodable, CaseIterable {
    case ok
    /// It works, but not as well or as safely as it could.
    case warn
    case fail
  }
  /// What programs know it by: `terminal.colours`.
  let name: String
  let state: State
  /// What was found, in English: put into the person's language where it is shown.
  let found: String
  /// What to do; nil: nothing.
  let advice: String?

  static func ok(_ name: String, _ found: String) -> Check {
    Check(name: name, state: .ok, found: found, advice: nil)
  }

  static func warn(_ name: String, _ found: String, _ advice: String) -> Check {
    Check(name: name, state: .warn, found: found, advice: advice)
  }

  static func fail(_ name: String, _ found: String, _ advice: String) -> Check {
    Check(name: name, state: .fail, found: found, advice: advice)
  }
}
