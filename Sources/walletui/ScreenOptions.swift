import Arguments

/// What the command line says about the screen.
struct ScreenOptions: Sendable {
  /// A throw-away wallet with sample cards, in memory, without a passphrase.
  var demo = false
  /// Cards in the demo wallet; nil: the usual six.
  var demoCards: Int?
  /// The vault that was named; nil: the usual place.
  var vault: String?
  /// Where the passphrase is read from; nil: it is asked for.
  var passphraseFile: String?
  /// The server that was named; nil: the wallet is here.
  var remote: RemoteOptions?
  /// A theme's name; nil: the usual one.
  var theme: String?
  /// `truecolor`, `256`, `16` or `mono`; nil: what the terminal can do.
  var colours: String?
  /// Borders and glyphs in ASCII only.
  var ascii = false
  /// Clicks and the wheel are reported.
  var mouse = false

  /// Seconds until details and PIN are hidden; never more than the usual 30 and 10.
  var revealSeconds: Int?

  init(_ invocation: Invocation) {
    demo = invocation.has("demo")
    demoCards = invocation.number("demo-cards")
    vault = invocation.text("vault")
    passphraseFile = invocation.text("passphrase-file")
    remote = RemoteOptions(invocation)
    theme = invocation.text("theme")
    colours = invocation.text("colours")
    ascii = invocation.has("ascii")
    mouse = invocation.has("mouse")
    revealSeconds = invocation.number("reveal-seconds")
  }
}
