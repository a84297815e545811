/// A list of commands with a search field: the help of the current screen, or the palette of all.
package struct CommandMenu: Sendable, Equatable {
  package enum Kind: Sendable { case help, palette }
  package let kind: Kind
  package var input = TextInput()
  package var selected = 0
  package var top = 0

  package init(_ kind: Kind) { self.kind = kind }
}
