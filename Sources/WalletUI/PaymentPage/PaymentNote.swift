import ScreenKit
import WalletAPI
import WalletModel
import Words

/// Writes a note on a payment, changes it or removes it.
struct NoteChange: Intent, SendsOperation {
  let id: TransactionID
  /// An empty note removes the present one.
  let note: String
  /// The note before the change, for undo; nil: this change is an undo.
  let before: String?
  /// The version of the payment that the user saw.
  let version: Int

  func title(_ words: Words) -> String { words.activity.notePayment.title }

  var operation: NotePayment { NotePayment(id, PaymentNote(note)) }
  var expectedVersion: Int? { version }

  func succeed(_ payment: Transaction, _ state: inout State) -> [Effect] {
    made(
      payment, state.words.activity.noted(payment.note), detail: payment.description,
      undo: before.map { NoteChange(id: id, note: $0, before: nil, version: payment.version) },
      &state)
  }

  func readAgain(_ state: State) -> [Effect] { [.read(NotedPaymentQuery(id: id))] }
}

/// Reads a payment whose change has failed, since it may have changed elsewhere. News lead only to the
/// newest payments.
struct NotedPaymentQuery: QuietQuery, SendsOperation {
  let id: TransactionID

  var operation: GetTransaction { GetTransaction(id) }

  func succeed(_ payment: Transaction, _ state: inout State) -> [Effect] {
    PaymentPage.update(payment, &state)
    return []
  }
}

struct NoteForm: FormPurpose {
  static let command = Command(
    "payment.note", \.activity.notePayment, sharesKeysOf: "card.rename", place: .payment,
    disabled: { refusal($0) }, run: { open(&$0) })

  let payment: Transaction

  private static let field = "note"

  func errors(_ form: Form, _ state: State) -> [FieldError] {
    PaymentNote(form.text(Self.field) ?? "").fieldErrors
  }

  func submit(_ form: Form, _ state: inout State) -> Submission? {
    let (note, before) = (form.text(Self.field) ?? "", payment.note ?? "")
    guard note != before else {
      state.pop()
      return nil
    }
    return .intent(
      NoteChange(id: payment.id, note: note, before: before, version: payment.version))
  }

  private static func refusal(_ state: State) -> String? {
    guard let page = state.shown as? PaymentPage else { return state.words.activity.onlyOnPayment }
    if page.payment.isDamaged { return state.words.cards.itsRecordIsDamaged }
    if page.isGone { return state.words.activity.nothingReserved }
    return state.unreachable ?? (page.isChanging ? state.words.cards.changeIsOnItsWay : nil)
  }

  private static func open(_ state: inout State) -> [Effect] {
    guard let page = state.shown as? PaymentPage else { return [] }
    let (payment, words) = (page.payment, state.words)
    return Dialog(
      NoteForm(payment: payment), title: "\(words.activity.note) · \(payment.description)",
      lines: [words.activity.noteLine], submitLabel: words.activity.saveNote,
      cancelLabel: words.backHint,
      fields: [
        .text(field, words.activity.note, payment.note ?? "", limit: Transaction.longestNote)
      ]
    ).open(&state)
  }
}
