package import WalletModel

/// A dialog with a form.
package struct Dialog: Sendable, Equatable {
  package enum Kind: Sendable, Equatable {
    case create
    case activate(CardID)
    case cancel(CardID)
    case setPin(CardID)
    case pay(CardID)
    case newVault
    case openVault
  }

  package let kind: Kind
  package let title: String
  /// What it is about, in a sentence or two.
  package var lines: [String]
  package var form: Form
  /// What Enter does, as a word: `create`.
  package let submitLabel: String
  /// What Esc does, as a word: `keep`.
  package var cancelLabel: String
  package var isDangerous = false
  package var isBusy = false
  /// What went wrong with the dialog as a whole.
  package var failure: WalletError?

  package init(
    _ kind: Kind, title: String, lines: [String], submitLabel: String, cancelLabel: String,
    fields: [FormField]
  ) {
    self.kind = kind
    self.title = title
    self.lines = lines
    self.submitLabel = submitLabel
    self.cancelLabel = cancelLabel
    form = Form(fields)
  }
}
