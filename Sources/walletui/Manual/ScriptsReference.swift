import Canvas
import Script

/// docs/scripts.md: demos as files, and what they are good for.
enum ScriptsReference {
  static var text: String {
    """
    <!-- Made by `walletui manual scripts.md`; not written by hand. -->
    # Scripts

    A script is a demo, a test and a recording at once: what a person would do with the wallet, and
    what they would see. It is played with a throw-away wallet in memory, which is the same each time:
    the configuration and the locale have no say in it.

    | | |
    |---|---|
    | `walletui demo list` | the scripts that are built in |
    | `walletui demo play SCRIPT` | on the terminal, at real speed |
    | `walletui demo check [SCRIPT]` | as a test: whether it comes to what it waits for; nobody waits |
    | `walletui demo record SCRIPT --out x.cast` | as an [asciicast](https://docs.asciinema.org/manual/asciicast/v2/) with the marks as markers |
    | `walletui demo svg SCRIPT --at MARK --out x.svg` | one moment as a picture |

    SCRIPT is a name from the list, or a file `NAME.walletscript`. While one is played, Esc and ctrl-c
    end it; any other key, a click or a paste hands the wallet over, and does nothing else.

    A script that has mistakes is not played at all: each is told as file:line:column, and the exit
    status is 15. So is it when something waited for does not come; then what was on screen is told,
    too. A file that is not there is 24, a terminal that is too small is 2, before anything is drawn.

    ## Built in

    \(builtin)
    Their files are in [scripts/](scripts), and in `share/walletui/scripts` where walletui is
    installed. This is one of them:

    \(example)
    ## The language

    One statement a line. Texts stand in quotes (`\\"` and `\\\\` for these two themselves), `#` begins a
    comment. Settings stand before everything else.

    | statement | |
    |---|---|
    \(rows)
    A line of the screen has a text as it is seen, without its colours; a REGEX is a POSIX extended one
    (regex(7)), `\\/` is a slash in it. TIME is a number with `s` or `ms`, 600s at most. Keys have the
    names of [keys.md](keys.md), and those that are built in, whatever is configured.

    Steps take the time that a person needs: half a second a key, less a letter, and a caption as
    long as reading it takes. Waits take no longer than they must. `set speed` and `--speed` change
    that, but not for how long the wallet shows a secret or locks itself.

    ## What is secret

    On the terminal it is shown, as always. Recordings and pictures never hold it: they are made from
    frames that have masks where digits are drawn, and a QR code is shaded. A script cannot hold a code
    either, as each is new: `type code` takes it from the simulated phone, from locked memory into
    locked memory.

    """
  }

  private static var rows: String {
    Statement.allCases.flatMap(\.forms).map { form, help in
      "| `\(form.replacing("|", with: "\\|"))` | \(help.replacing("|", with: "\\|")) |\n"
    }.joined()
  }

  /// Each with its first comment, which says what it shows.
  private static var builtin: String {
    "| script | |\n|---|---|\n"
      + ScriptLibrary.names.map { name in
        "| [\(name)](scripts/\(name).walletscript) | \(summary(name)) |\n"
      }.joined()
  }

  static func summary(_ name: String) -> String {
    let first = source(name).prefix { $0 != "\n" }
    return String(first.drop { $0 == "#" || $0 == " " })
  }

  private static var example: String {
    source("reveal-pin").split(separator: "\n", omittingEmptySubsequences: false).map {
      $0.isEmpty ? "\n" : "    \($0)\n"
    }.joined()
  }

  private static func source(_ name: String) -> String {
    String(decoding: ScriptLibrary.bytes(named: name) ?? [], as: UTF8.self)
  }
}
