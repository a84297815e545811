import TextLayout
import WalletUI
import Words

/// docs/keys.md: all keys, and how to change them.
enum KeysReference {
  static let rules = """
    A list replaces the keys of a command, and none removes them. Keys of a sequence are separated \
    by spaces ("g g"). After the first key the possible next keys are shown, and Esc leaves the \
    sequence. If two bindings conflict, a binding of the file overrides a built-in one, and a later \
    binding of the file overrides an earlier one. The conflict is reported with both places. Esc \
    always goes back and ctrl-c always ends walletui. A text field gets keys first. `walletui keys` \
    lists the bindings, and `walletui keys --check FILE` reports mistakes.
    """

  static let quoting = """
    In YAML, quote a key that isn't a letter, digit or word: "?".
    """

  static let names = """
    a character as it is typed (l, L, ?), space, enter, tab, shift-tab, esc, backspace, del, ins, up, \
    down, left, right, home, end, pgup, pgdn, f1 to f20; before them ctrl-, alt- and shift- (^l is \
    ctrl-l)
    """

  /// Keys that do not belong to a command. They cannot be changed.
  private static let places: [(place: String, keys: [(keys: String, what: String)])] = [
    (
      "In a text",
      [
        ("any character", "is typed: q doesn't quit"),
        ("Backspace, Del, ←, →, Home, End, ^A, ^E", "edit"), ("^U, ^W", "delete a line, a word"),
        ("a paste", "is text, never a command; of a secret its first line"),
      ]
    ),
    (
      "In a form",
      [
        ("Tab, ↓; ⇧Tab, ↑", "next field, previous field"),
        ("Enter", "next field; on the last one it sends the form"), ("^S", "sends the form"),
        ("←, →, Space", "choose among several"), ("Esc", "back; nothing is sent"),
      ]
    ),
    (
      "In a form for a card",
      [
        ("^O", "the next of your own cards instead"),
        ("^P", "reads number and expiry from a picture or a text"),
        ("^Y", "at the expiry: opens all months"), ("^R", "empties the card's fields"),
      ]
    ),
    (
      "In a code dialog",
      [
        ("1 to 9, Enter", "choose where the code comes from"), ("0 to 9", "type the code"),
        ("Enter", "checks it"),
        ("r", "sends a new one"), ("Tab", "another way"),
        ("c", "the simulated phone types it for you (demo)"), ("Esc", "back"),
      ]
    ),
    (
      "In help and the command palette",
      [
        ("any character", "searches title, id, key and description"),
        ("↑, ↓, ^P, ^N, PgUp, PgDn", "move"), ("Enter", "runs the command"), ("Esc", "closes"),
      ]
    ),
    (
      "While you filter",
      [
        ("any character", "narrows the list"), ("Enter", "keeps the filter"),
        ("Esc", "shows all again"),
      ]
    ),
  ]

  static var text: String {
    """
    <!-- Made by `walletui manual keys.md`; not written by hand. -->
    # Keys

    `?` on screen shows these, with what you can do now; `walletui keys` lists them as they are with
    your configuration.

    \(Command.Place.all.map(section).joined(separator: "\n"))
    ## Places of their own

    These keys are the place's, and cannot be changed.

    \(places.map(table).joined(separator: "\n"))
    ## The mouse

    With `mouse: yes`, `--mouse` or `\(label("mouse"))`: a click on a card stands on it and a second one opens it;
    one on a pane, a hint, a line of a menu, a field or a tab does what its key does; the wheel moves
    what is under it. Without, nothing is asked of the terminal, whose own selection works.

    ## Changing keys

    In `~/.config/walletui/config.yaml`:

    ```yaml
    keys:
      card.lock: [L, space l]     # in place of l: L, or the space bar and then l
      move.first: [g g, home]
      card.cancel: none           # only from the palette
      help: ["?", f1]
    ```

    \(Text.wrap(rules, to: 100).joined(separator: "\n"))

    \(Text.wrap(quoting, to: 100).joined(separator: "\n"))

    \(Text.wrap("Names of keys: \(names).", to: 100).joined(separator: "\n"))

    """
  }

  private static func section(_ place: Command.Place) -> String {
    let rows = CommandRegistry.all.filter { $0.place == place }.map { command in
      let keys = Keymap.builtIn.labels(command.id).map(cell).joined(separator: " ")
      let words = command.text(.english)
      return "| \(keys) | \(words.title) | \(words.doc) | `\(command.id)` |\n"
    }
    return "## \(place.name.prefix(1).uppercased())\(place.name.dropFirst())\n\n"
      + "| key | | | command |\n|---|---|---|---|\n" + rows.joined()
  }

  private static func table(_ place: (place: String, keys: [(keys: String, what: String)]))
    -> String
  {
    "\(place.place):\n\n| key | |\n|---|---|\n"
      + place.keys.map { "| \($0.keys) | \($0.what) |\n" }.joined()
  }

  private static func label(_ id: Command.ID) -> String { Keymap.builtIn.label(id) ?? "" }

  private static func cell(_ label: String) -> String { "`\(label.inTable)`" }
}

extension String {
  /// The text in a table of Markdown.
  var inTable: String { escaping(["|": "\\|"]) }
}
