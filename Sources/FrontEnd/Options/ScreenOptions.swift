package import Arguments
package import Themes
package import WalletModel
package import WalletUI
package import Yaml

/// The options of the command line for the screen.
package struct ScreenOptions: Sendable {
  /// Options of the screen. Each can be a setting of the configuration.
  package static let options = [
    CommandOption(
      "theme", .textOrParts("NAME", ThemeChoice.parts),
      "choose a theme; auto follows the terminal; or dark=NAME,light=NAME"),
    ColorWhen.option,
    CommandOption(
      "colours", .choice("DEPTH", ["truecolor", "256", "16", "mono"]),
      "use at most this many colours"),
    CommandOption(
      "accessible", .toggle, "line by line for screen readers, with no cursor movement"),
    CommandOption(
      "motion", .choice("HOW", ["full", "reduced"]), "how much moves; reduced: no animation"),
    CommandOption("ascii", .toggle, "draw frames and signs with ASCII only"),
    CommandOption("mouse", .toggle, "use the mouse: clicks and the wheel"),
    CommandOption("title", .toggle, "show the number of cards in the terminal's title (yes)"),
    notify,
    panSeparator,
    savingSwitch,
    payLabel,
    CommandOption(
      "copy", .choices("FIELDS", DetailField.allCases.map(\.rawValue)),
      "what you can copy from a revealed card"),
    CommandOption(
      "reveal-seconds", .number("N", 1...30),
      "hide number, CVV and PIN after N seconds, sooner than usual"),
    CommandOption(
      "idle-seconds", .number("N", 30...120),
      "lock the wallet after N seconds without a key, sooner than usual"),
    CommandOption(
      "remember-code", .toggle, "a code for a virtual card counts for others for five minutes"),
  ]

  /// Also an option of `watch`.
  package static let notify = CommandOption(
    "notify", .toggle, "show a notification for each event, without names and amounts")

  /// Also an option of `card reveal`.
  package static let panSeparator = CommandOption(
    "pan-separator", .choice("WORD", separators.map(\.word)),
    "what separates the groups of a card number")

  /// E36.
  private static let savingSwitch = CommandOption(
    "saving-switch", .choice("WORD", SavingSwitch.allCases.map(\.rawValue)),
    "the switch that also saves the card one pays with: off or on at first, or hidden")

  /// E34.
  private static let payLabel = CommandOption(
    "pay-label", .choice("WORD", PayLabel.allCases.map(\.rawValue)),
    "what the form of a payment calls its last step: pay or reserve")

  /// The separator that was chosen, otherwise a space.
  package static func panSeparator(_ invocation: Invocation) -> PAN.Separator {
    let word = invocation.text("pan-separator")
    return separators.first { $0.word == word }?.value ?? .space
  }

  private static let separators: [(word: String, value: PAN.Separator)] = [
    ("space", .space), ("dash", .dash), ("slash", .slash), ("none", .none),
  ]

  /// Opens the wallet that was named.
  package let opener: WalletOpener
  /// The theme that was requested, otherwise `auto`.
  package private(set) var theme = ThemeChoice.auto
  /// Whether colours are used.
  package var color = ColorWhen.auto
  /// `truecolor`, `256`, `16` or `mono`; nil: all that the terminal has.
  package private(set) var colours: String?
  /// Whether clicks and the wheel are reported.
  package private(set) var mouse = false
  /// Whether the terminal's title is set.
  package private(set) var title = true

  private let invocation: Invocation

  /// The options for a server that was typed on the screen.
  package func remote(at server: String) -> RemoteOptions { RemoteOptions(invocation, at: server) }

  /// The settings of the application.
  package private(set) var settings = Settings()
  /// Mistakes in the configuration, which are shown on the screen.
  package let problems: [Problem]
  /// The keys of the screen; nil: the built-in ones.
  package let keymap: Keymap?

  /// - Parameters:
  ///   - problems: Mistakes in the configuration.
  ///   - keymap: The keys with the changes of the configuration; nil: it changes none.
  package init(_ invocation: Invocation, problems: [Problem], keymap: Keymap? = nil) {
    self.keymap = keymap
    self.invocation = invocation
    opener = WalletOpener(invocation)
    if let text = invocation.text("theme") { theme = ThemeChoice(text) }
    // Mistakes of the configuration were already reported with their places.
    self.problems =
      theme.replaceUnknown(
        file: "--theme", mark: { _ in nil }, searchFolders: StandardPaths.themeFolders
      )
      .filter { new in !problems.contains { $0.message == new.message } } + problems
    color = ColorWhen(invocation)
    colours = invocation.text("colours")
    mouse = invocation.has("mouse")
    title = invocation.text("title") != CommandOption.no
    settings.words = invocation.words
    settings.isLinear = invocation.has("accessible")
    settings.reducesMotion = settings.isLinear || invocation.text("motion") == "reduced"
    settings.ascii = invocation.has("ascii")
    settings.remembersCode = invocation.has("remember-code")
    settings.notifies = invocation.has(Self.notify.name)
    settings.panSeparator = Self.panSeparator(invocation)
    settings.savingSwitch =
      invocation.text(Self.savingSwitch.name).flatMap { SavingSwitch(rawValue: $0) } ?? .off
    settings.payLabel =
      invocation.text(Self.payLabel.name).flatMap { PayLabel(rawValue: $0) } ?? .pay
    settings.copy = Set(invocation.list("copy").compactMap { DetailField(rawValue: $0) })
    if let seconds = invocation.number("reveal-seconds") {
      settings.detailsSeconds = min(settings.detailsSeconds, seconds)
      settings.pinSeconds = min(settings.pinSeconds, seconds)
    }
    settings.configurationFile =
      invocation.text("config") ?? StandardPaths.abbreviated(StandardPaths.configurationFile)
      ?? "config.yaml"
    if let seconds = invocation.number("idle-seconds") { settings.idleSeconds = seconds }
  }
}
