/// The result of one check of `doctor`.
struct Check: Encodable {
  enum State: String, Encodable, CaseIterable {
    case ok
    /// It works, but not as well or as safely as it could.
    case warn
    case fail
  }
  /// The name for programs: `terminal.colours`.
  let name: String
  let state: State
  /// What was found, in English. It is translated where it is shown.
  let found: String
  /// What the user should do; nil: nothing.
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
