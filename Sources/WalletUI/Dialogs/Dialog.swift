import Canvas
import CardEntry
package import ScreenKit
package import WalletModel
import Words

/// A dialog with a form.
package struct Dialog: Sendable, Equatable {
  private let box: AnyPurpose
  package let title: String
  /// What it is about, in a sentence or two.
  package var lines: [String]
  package var form: Form
  /// The word for what Enter does: `create`.
  package let submitLabel: String
  /// The word for what Esc does: `keep`.
  package var cancelLabel: String
  package var isDangerous = false
  package var isBusy = false
  /// The intent of the last submission.
  var sent: AnyIntent?
  /// The error that concerns the whole dialog.
  package var failure: WalletError?
  /// Whether everything in the form is as it has to be.
  private(set) var isComplete = false
  /// Set while it asks whether what was typed may be lost.
  var discarding: Discarding?

  /// What is to happen once what was typed may be lost.
  enum Discarding: Sendable { case closing, quitting }

  init(
    _ purpose: any FormPurpose, title: String, lines: [String], submitLabel: String,
    cancelLabel: String, fields: [FormField], card: CardEntryForm? = nil
  ) {
    box = AnyPurpose(base: purpose)
    self.title = title
    self.lines = lines
    self.submitLabel = submitLabel
    self.cancelLabel = cancelLabel
    form = Form(fields, card: card)
  }

  var purpose: any FormPurpose { box.base }

  /// Brings fields up to date whose options or visibility depend on others or on what was read.
  /// Returns what is wrong with the form.
  @discardableResult
  mutating func refresh(_ state: State) -> [FieldError] {
    purpose.refresh(&form, state)
    let errors = purpose.errors(form, state)
    isComplete = errors.isEmpty
    return errors
  }

  /// Opens it.
  func open(_ state: inout State) -> [Effect] {
    var dialog = self
    dialog.refresh(state)
    return state.push(dialog)
  }
}

/// What a form is for: what is wrong with what was typed, and what submitting it does.
protocol FormPurpose: Sendable, Equatable {
  /// The action and the card that the form is for. When the card no longer allows the action, the
  /// form closes. nil: the form is not about a particular card.
  func action(_ words: Words) -> CardFormAction?
  /// Sets options and visibility of fields that depend on other fields or on data that was read.
  func refresh(_ form: inout Form, _ state: State)
  func errors(_ form: Form, _ state: State) -> [FieldError]
  /// Hands secrets over as copies. The form's own secrets are wiped when it closes or the program
  /// is suspended, while the request may still be on its way.
  func submit(_ form: Form, _ state: inout State) -> Submission?
  /// Whether secrets must be typed again after a failure.
  var wipesOnFailure: Bool { get }
  func wait(_ form: Form) -> FormWait
  /// What Enter does with these values of the form: `pay €4.20`. nil: as the dialog says.
  func submitLabel(_ form: Form, _ state: State) -> String?
  /// The preview of these values, beside the fields; nil: there is none.
  func preview(_ form: Form, _ state: State) -> (any FormPreview)?
  /// A key that is none of the fields' and moves nothing. False: it does nothing here either.
  func key(_ key: Key, _ form: inout Form, _ state: State) -> Bool
  /// Esc within a step of the form goes back to the one before. False: it leaves the form.
  func goesBack(_ form: inout Form) -> Bool
  /// What such a key opens above the form; nil: nothing.
  func opens(_ key: Key, _ form: Form, _ state: State) -> (any Overlay)?
  /// What such keys do.
  func hints(_ form: Form, _ state: State) -> [Hint]
}

extension FormPurpose {
  func action(_ words: Words) -> CardFormAction? { nil }
  func refresh(_ form: inout Form, _ state: State) {}
  var wipesOnFailure: Bool { false }
  func wait(_ form: Form) -> FormWait { .answer }
  func submitLabel(_ form: Form, _ state: State) -> String? { nil }
  func preview(_ form: Form, _ state: State) -> (any FormPreview)? { nil }
  func key(_ key: Key, _ form: inout Form, _ state: State) -> Bool { false }
  func goesBack(_ form: inout Form) -> Bool { false }
  func opens(_ key: Key, _ form: Form, _ state: State) -> (any Overlay)? { nil }
  func hints(_ form: Form, _ state: State) -> [Hint] { [] }
}

/// A question without fields: to agree sends the intent.
struct ConfirmationForm: FormPurpose {
  let intent: AnyIntent

  init(_ intent: any Intent) { self.intent = AnyIntent(intent) }

  func errors(_ form: Form, _ state: State) -> [FieldError] { [] }
  func submit(_ form: Form, _ state: inout State) -> Submission? { .intent(intent.base) }
}

extension Intent {
  /// Asks before it ends something for good, or moves money.
  ///
  /// - Parameter hint: What Enter does.
  func ask(_ title: String, _ lines: [String], _ hint: String, _ state: inout State) -> [Effect] {
    var dialog = Dialog(
      ConfirmationForm(self), title: title, lines: lines, submitLabel: hint,
      cancelLabel: state.words.keep, fields: [])
    dialog.isDangerous = true
    return dialog.open(&state)
  }
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

/// What a form waits for after it was submitted, and how that is cancelled.
enum FormWait {
  /// The answer to its intent. Needs the backend.
  case answer
  /// The opening of a vault.
  case opening
  /// The card in a picture or a text.
  case scanning
  case notCancellable
}

private struct AnyPurpose: Sendable, Equatable {
  let base: any FormPurpose
  static func == (a: AnyPurpose, b: AnyPurpose) -> Bool { a.base.equals(b.base) }
}
