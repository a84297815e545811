import Canvas
import Clipboard
import FrontEnd
import Glibc
import ScreenApp
import TerminalRuntime
import TextLayout
import Themes
import WalletModel

extension Doctor {
  func terminal() -> [Check] {
    let isHere = isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1
    return [window(isHere)] + description(isHere) + [locale(), clipboard()]
  }

  /// The smallest size that shows every screen completely.
  private static let smallest = (columns: 80, rows: 24)

  private func window(_ isHere: Bool) -> Check {
    let name = "terminal"
    guard let console = Console.open() else {
      return .warn(
        name, "there is none here: commands work, the screen does not",
        "Start walletui in a terminal to see the wallet.")
    }
    defer { console.close() }
    guard let size = console.size else {
      return .warn(name, "it does not tell its size, so it is taken as 80×24", "Try `stty size`.")
    }
    let text = "\(size.columns)×\(size.rows)"
    if size.columns < Self.smallest.columns || size.rows < Self.smallest.rows {
      return .warn(name, "\(text) is small; parts are left out", "Make it 80×24 or larger.")
    }
    return .ok(name, isHere ? text : text + ", though input or output is redirected now")
  }

  private func description(_ isHere: Bool) -> [Check] {
    let limit = WalletScreen.depth(screen)
    let report: TerminalReport
    do throws(TerminalError) {
      report = try Terminal.report(TerminalOptions(colours: limit))
    } catch {
      let advice = "Set TERM to what the terminal is, such as xterm-256color."
      let check = isHere ? Check.fail : Check.warn
      return [check("terminal.type", error.description, advice)]
    }
    let type = Check.ok("terminal.type", Text.clean(report.name))
    let paste =
      report.marksPaste
      ? Check.ok("terminal.paste", "pasted text is told from keys (bracketed paste)")
      : Check.warn(
        "terminal.paste", "pasted text cannot be told from keys",
        "Do not paste into walletui here: each character is taken for a key.")
    return [type, colours(report, limit), paste]
  }

  private func colours(_ report: TerminalReport, _ limit: ColorDepth?) -> Check {
    let colorTerm = getenv("COLORTERM").map { Text.clean(String(cString: $0)) } ?? ""
    let why: String
    if screen.colours != nil {
      why = "as --colours or the configuration says"
    } else if limit != nil {
      why = "NO_COLOR is set"
    } else if report.depth == .direct {
      why = report.name.hasSuffix("-direct") ? "as TERM says" : "COLORTERM is \(colorTerm)"
    } else {
      why = "TERM has \(report.colours)"
    }
    let found = "\(report.depth.title): \(why)"
    if limit == nil && report.depth < .indexed256 {
      return .warn("terminal.colours", found, "Where it has more, name it: TERM=xterm-256color.")
    }
    return .ok("terminal.colours", found)
  }

  private func locale() -> Check {
    let name = "locale"
    setlocale(LC_CTYPE, "")
    let codeset = nl_langinfo(Int32(CODESET)).map { String(cString: $0) } ?? ""
    if codeset == "UTF-8" { return .ok(name, "UTF-8") }
    guard setlocale(LC_CTYPE, "C.UTF-8") != nil else {
      return .fail(
        name, "\(Text.clean(codeset)), and there is no C.UTF-8",
        "Set LANG to a UTF-8 locale that is installed (`locale -a`), or use --ascii.")
    }
    return .warn(
      name, "\(Text.clean(codeset)); the screen uses C.UTF-8 instead",
      "Set LANG to a UTF-8 locale, such as C.UTF-8.")
  }

  private func clipboard() -> Check {
    let name = "clipboard"
    let provider = Clipboard.find().provider
    switch provider {
    case .wayland, .xclip, .xsel, .tmux: return .ok(name, provider.rawValue)
    case .terminal:
      return .warn(
        name, "the terminal's (OSC 52): what was copied cannot be taken back",
        "Install wl-clipboard, xclip or xsel, so that a copied number is cleared in time.")
    case .none:
      return .warn(
        name, "there is none: nothing can be copied", "Install wl-clipboard, xclip or xsel.")
    }
  }
}
