import Script

/// docs/scripts.md: scripts, and how to write them.
enum ScriptsReference {
  static var text: String {
    """
    <!-- Made by `walletui manual scripts.md`; not written by hand. -->
    # Scripts

    A script is a demo, a test and a recording. It says what a person does with the wallet and what
    they see. It is played with a temporary wallet in memory, which is the same each time; neither
    the configuration nor the locale changes it.

    | | |
    |---|---|
    | `walletui demo list` | the scripts that are built in |
    | `walletui demo play SCRIPT` | on the terminal, at real speed |
    | `walletui demo check [SCRIPT]` | as a test, without waiting: whether everything that it waits for appears |
    | `walletui demo record SCRIPT --out x.cast` | as an [asciicast](https://docs.asciinema.org/manual/asciicast/v2/) with the marks as markers |
    | `walletui demo svg SCRIPT --at MARK --out x.svg` | one moment as a picture |

    SCRIPT is a name from the list, or a file `NAME.walletscript`. While a script plays, Esc and
    ctrl-c end it. Any other key, a click or a paste stops the script and leaves the wallet to you;
    it does nothing else.

    A script with mistakes is not played: each mistake is reported as file:line:column, and the
    exit status is 15. The exit status is also 15 if something that the script waits for does not
    appear; then the screen is printed, too. The exit status is 24 if there is no such file, and 2
    if the terminal is too small; both are reported before anything is drawn.

    ## Built in

    \(builtin)
    Their files are in [scripts/](scripts), and in `share/walletui/scripts` where walletui is
    installed. This is one of them:

    \(example)
    ## The language

    Each line has one statement. Texts are in quotes (`\\"` and `\\\\` for these two themselves), and
    `#` begins a comment. Settings come before everything else.

    | statement | |
    |---|---|
    \(rows)
    Texts are compared with the visible lines of the screen, without colours. A REGEX is a POSIX
    extended regular expression (regex(7)), in which `\\/` is a slash. TIME is a number with `s` or
    `ms`, 600s at most. Keys have the names in [keys.md](keys.md); the built-in keys are used,
    whatever is configured.

    Steps take the time that a person needs: half a second for a key, less for a letter, and for a
    caption the time to read it. A wait ends as soon as its text appears. `set speed` and `--speed`
    change this, but not how long the wallet shows a secret or waits before it locks.

    ## Secrets

    On the terminal, a script shows secrets as the wallet does. Recordings and pictures never
    contain them: they are made from frames with masks in place of digits, and a QR code is shaded.
    A script cannot contain a code either, because each code is new; `type code` takes it from the
    simulated phone, from locked memory into locked memory.

    """
  }

  private static var rows: String {
    Statement.allCases.flatMap(\.forms).map { form, help in
      "| `\(form.inTable)` | \(help.inTable) |\n"
    }.joined()
  }

  /// The built-in scripts, each with its first comment as a description.
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
