import Arguments
import Canvas
import WalletModel

/// Whether all is as it should be.
extension Commands {
  static let doctor = Subcommand(
    "doctor", "Check the terminal, the configuration, memory, files and the server.",
    answer: """
      `ok` (nothing fails), and `checks`, a list of `name`, `state` (ok, warn, fail), `found` and, \
      unless it is ok, `advice`
      """,
    notes: [
      """
      Each line is ok, warn (works, but not as well or as safely as it could) or fail, with what \
      to do. The exit status is 1 when something fails, else 0. Nothing is changed, nobody is \
      asked, and nobody signs in.
      """
    ]
  ) { invocation throws(WalletError) in
    let checks = try await Doctor(invocation).checks()
    let isOK = !checks.contains { $0.state == .fail }
    if invocation.wantsJSON {
      try Output.json(DoctorAnswer(ok: isOK, checks: checks))
    } else {
      for check in checks {
        try Output.line(
          "\(Text.pad(check.state.rawValue, to: 6))\(Text.pad(check.name, to: 20))\(check.found)")
        if let advice = check.advice { try Output.line("      → \(advice)") }
      }
    }
    return isOK ? .ok : .internalError
  }
}

private struct DoctorAnswer: Encodable {
  let ok: Bool
  let checks: [Check]
}
