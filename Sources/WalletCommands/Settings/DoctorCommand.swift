import Arguments
import FrontEnd
import Languages
import TextLayout
import WalletAPI
import WalletModel
import Words

struct DoctorCommand: StatusCommand {
  let path = "doctor"
  let summary = "Check the terminal, the configuration, memory, files and the server."
  let answer: String? = """
    `ok` (nothing fails), and `checks`, a list of `name`, `state` (ok, warn, fail), `found` and, \
    unless it is ok, `advice`
    """
  let notes: [String] = [
    """
    Each line is ok, warn (works, but not as well or as safely as it could) or fail, with advice. \
    The exit status is 1 if something fails, otherwise 0. doctor changes nothing, asks nothing and \
    does not sign in.
    """
  ]
  let preparation = Preparation.settings
  let reportsConfigurationMistakes = true

  func status(_ invocation: Invocation) async throws(WalletError) -> ExitCode {
    let checks = try await Doctor(invocation).checks()
    let isOK = !checks.contains { $0.state == .fail }
    if invocation.wantsJSON {
      try Output.json(["ok": .bool(isOK), "checks": .array(checks.map(\.json))])
    } else {
      try print(checks, invocation.words)
    }
    return isOK ? .ok : .internalError
  }

  private func print(_ checks: [Check], _ words: Words) throws(WalletError) {
    let width =
      2 + (Check.State.allCases.map { Text.width(of: words.commandLine.word($0)) }.max() ?? 0)
    for check in checks {
      let head =
        Text.pad(words.commandLine.word(check.state), to: width) + Text.pad(check.name, to: 20)
      try Output.line(head + check.found[words.language])
      guard let advice = check.advice else { continue }
      try Output.line(String(repeating: " ", count: width) + "→ " + advice[words.language])
    }
  }
}

extension CommandLineWords {
  fileprivate func word(_ state: Check.State) -> String {
    switch state {
    case .ok: isOk
    case .warn: warning
    case .fail: failure
    }
  }
}

extension Check {
  fileprivate var json: JSON {
    [
      "name": .string(name), "state": .string(state.rawValue), "found": .string(found.english),
      "advice": .text(advice?.english),
    ]
  }
}
