package import WalletModel
import Words

/// A dialog with a form.
package struct Dialog: Sendable, Equatable {
  private let box: AnyPurpose
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
  /// What was sent when the form was submitted last.
  var sent: AnyIntent?
  /// What went wrong with the dialog as a whole.
  package var failure: WalletError?

  init(
    _ purpose: any FormPurpose, title: String, lines: [String], submitLabel: String,
    cancelLabel: String, fields: [FormField]
  ) {
    box = AnyPurpose(base: purpose)
    self.title = title
    self.lines = lines
    self.submitLabel = submitLabel
    self.cancelLabel = cancelLabel
    form = Form(fields)
  }

  var purpose: any FormPurpose { box.base }

  /// Brings fields up to date whose options or visibility depend on others or on what was read.
  mutating func refresh(_ state: State) { purpose.refresh(&form, state) }
}

/// What is wrong with a field, named by its id.

/// What a form is for: what is wrong with what was typed, and what submitting it does.
protocol FormPurpose: Sendable, Equatable {
  /// What it is to do with a card. When the card no longer allows that, the form closes. nil: it is
  /// about no card, or any card will do.
  func action(_ words: Words) -> CardFormAction?
  /// Sets options and visibility of fields that depend on others or on what was read.
  func refresh(_ form: inout Form, _ state: State)
  func errors(_ form: Form, _ state: State) -> [FieldError]
  /// Secrets are handed over as copies: the form's own end with it, or with a suspension, while the
  /// request may still be on its way.
  func submit(_ form: Form, _ state: inout State) -> Submission?
  /// Whether secrets have to be typed anew after a failure.
  var wipesOnFailure: Bool { get }
  var wait: FormWait { get }
}

extension FormPurpose {
  func action(_ words: Words) -> CardFormAction? { nil }
  func refresh(_ form: inout Form, _ state: State) {}
  var wipesOnFailure: Bool { false }
  var wait: FormWait { .answer }
}

struct CardFormAction {
  let card: CardID
  let action: CardAction
  let title: String
}

enum Submission {
  case intent(any Intent)
  case effect(Effect)
}

/// What a form waits for once it is submitted, and how that is given up.
enum FormWait {
  /// The answer to its intent, which says what became of it. Needs the backend.
  case answer
  /// A vault that is being opened.
  case opening
  case cannotBeGivenUp
}

private struct AnyPurpose: Sendable, Equatable {
  let base: any FormPurpose
  static func == (a: AnyPurpose, b: AnyPurpose) -> Bool { a.base.equals(b.base) }
}
