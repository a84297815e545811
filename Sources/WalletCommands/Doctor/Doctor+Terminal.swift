import Canvas
import Clipboard
import FrontEnd
import Glibc
import Languages
import ScreenApp
import TerminalRuntime
import TextLayout
import TextOutput
import Themes

extension Doctor {
  func terminal() -> [Check] {
    let isInteractive = TextOutput(Streams.current.input).isTerminal && Output.isTerminal
    return [window(isInteractive)] + description(isInteractive) + [locale(), clipboard()]
  }

  /// The smallest size that shows every screen completely.
  private static let smallest = (columns: 80, rows: 24)

  private func window(_ isInteractive: Bool) -> Check {
    let name = "terminal"
    guard let console = Console.open() else {
      return .warn(
        name, "there isn't one here: commands work, the screen doesn't",
        "hier ist keines: Befehle gehen, der Bildschirm nicht",
        advice: "Start walletui in a terminal to see the wallet.",
        "Starten Sie walletui in einem Terminal, um die Wallet zu sehen.")
    }
    defer { console.close() }
    guard let size = console.size else {
      return .warn(
        name, "it doesn't tell its size, so walletui assumes 80×24",
        "es nennt seine Größe nicht, darum gilt 80×24", advice: "Try `stty size`.",
        "Versuchen Sie `stty size`.")
    }
    let text = "\(size.columns)×\(size.rows)"
    if size.columns < Self.smallest.columns || size.rows < Self.smallest.rows {
      return .warn(
        name, "\(text) is small; parts are left out", "\(text) ist klein; Teile fehlen",
        advice: "Make it 80×24 or larger.", "Machen Sie es mindestens 80×24 groß.")
    }
    return .ok(
      name,
      isInteractive
        ? LocalizedText(verbatim: text)
        : LocalizedText(
          "\(text), though input or output is redirected now",
          "\(text), Eingabe oder Ausgabe ist aber gerade umgeleitet"))
  }

  private func description(_ isInteractive: Bool) -> [Check] {
    let limit = WalletScreen.depth(screen)
    let report: TerminalReport
    do throws(TerminalError) {
      report = try Terminal.report(TerminalOptions(colours: limit))
    } catch {
      let advice = LocalizedText(
        "Set TERM to your terminal's type, such as xterm-256color.",
        "Setzen Sie TERM auf den Typ Ihres Terminals, etwa xterm-256color.")
      return [
        isInteractive
          ? .fail("terminal.type", error.text, advice) : .warn("terminal.type", error.text, advice)
      ]
    }
    let type = Check.ok("terminal.type", LocalizedText(verbatim: Text.clean(report.name)))
    let paste =
      report.hasBracketedPaste
      ? Check.ok(
        "terminal.paste", "pasted text and keys can be told apart (bracketed paste)",
        "Eingefügtes und Tasten sind zu unterscheiden (bracketed paste)")
      : Check.warn(
        "terminal.paste", "pasted text and keys can't be told apart",
        "Eingefügtes und Tasten sind nicht zu unterscheiden",
        advice: "Don't paste into walletui here: each character counts as a key.",
        "Fügen Sie hier nichts in walletui ein: Jedes Zeichen gilt als Taste.")
    return [type, colours(report, limit), paste]
  }

  private func colours(_ report: TerminalReport, _ limit: ColorDepth?) -> Check {
    let colorTerm = Text.clean(Streams.variable("COLORTERM") ?? "")
    let why: LocalizedText
    if screen.colours != nil {
      why = LocalizedText(
        "as --colours or the configuration says", "wie --colours oder die Konfiguration sagt")
    } else if limit != nil {
      why = LocalizedText("NO_COLOR is set", "NO_COLOR ist gesetzt")
    } else if report.depth == .direct {
      why =
        report.name.hasSuffix("-direct")
        ? LocalizedText("as TERM says", "wie TERM sagt")
        : LocalizedText("COLORTERM is \(colorTerm)", "COLORTERM ist \(colorTerm)")
    } else {
      why = LocalizedText("TERM has \(report.colours)", "TERM hat \(report.colours)")
    }
    let found = report.depth.title + LocalizedText(verbatim: ": ") + why
    if limit == nil && report.depth < .indexed256 {
      return .warn(
        "terminal.colours", found,
        LocalizedText(
          "If your terminal has more, say so: TERM=xterm-256color.",
          "Hat Ihr Terminal mehr, sagen Sie es: TERM=xterm-256color."))
    }
    return .ok("terminal.colours", found)
  }

  private func locale() -> Check {
    let name = "locale"
    setlocale(LC_CTYPE, "")
    let codeset = nl_langinfo(Int32(CODESET)).map { String(cString: $0) } ?? ""
    if codeset == "UTF-8" { return .ok(name, LocalizedText(verbatim: "UTF-8")) }
    guard setlocale(LC_CTYPE, "C.UTF-8") != nil else {
      return .fail(
        name, "\(Text.clean(codeset)), and there's no C.UTF-8",
        "\(Text.clean(codeset)), und C.UTF-8 gibt es nicht",
        advice: "Set LANG to a UTF-8 locale that is installed (`locale -a`), or use --ascii.",
        "Setzen Sie LANG auf ein installiertes UTF-8 (`locale -a`), oder nehmen Sie --ascii.")
    }
    return .warn(
      name, "\(Text.clean(codeset)); the screen uses C.UTF-8 instead",
      "\(Text.clean(codeset)); der Bildschirm nimmt stattdessen C.UTF-8",
      advice: "Set LANG to a UTF-8 locale, such as C.UTF-8.",
      "Setzen Sie LANG auf ein UTF-8, etwa C.UTF-8.")
  }

  private func clipboard() -> Check {
    let name = "clipboard"
    let provider = Clipboard.find(Streams.current.environment).provider
    switch provider {
    case .wayland, .xclip, .xsel, .tmux:
      return .ok(name, LocalizedText(verbatim: provider.rawValue))
    case .terminal:
      return .warn(
        name, "the terminal's (OSC 52): walletui can't clear what you copy",
        "die des Terminals (OSC 52): walletui kann Kopiertes nicht löschen",
        advice: "Install wl-clipboard, xclip or xsel, so that walletui can clear a copied number.",
        "Installieren Sie wl-clipboard, xclip oder xsel, damit walletui Kopiertes löschen kann.")
    case .none:
      return .warn(
        name, "there isn't one: you can't copy anything",
        "es gibt keine: Sie können nichts kopieren", advice: "Install wl-clipboard, xclip or xsel.",
        "Installieren Sie wl-clipboard, xclip oder xsel.")
    }
  }
}
