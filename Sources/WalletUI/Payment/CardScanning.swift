import CardEntry
import ScreenKit
import Secrets
import Themes
import WalletModel
import Words

/// What was read from a picture or a text of a card goes into the form that asked for it (E03, E04).
/// The person compares it with the card, and goes on.
enum CardScanning {
  static func ended(_ result: Result<ScannedCard, WalletError>, _ state: inout State) -> [Effect] {
    state.endWork(state.words.cardEntry.readingPicture)
    guard state.gate == .open, var dialog = state.top(Dialog.self), dialog.isBusy,
      dialog.purpose.wait(dialog.form) == .scanning
    else {
      // The form was closed, or the wallet was locked.
      if case .success(let card) = result { card.number?.wipe() }
      return []
    }
    dialog.isBusy = false
    switch result {
    case .success(let card):
      fill(card, &dialog.form, state)
      card.number?.wipe()
      if dialog.form.selected(CardFormField.source) == 0 {
        dialog.refresh(state)
        dialog.form.focusEmptyCardField()
      }
    case .failure(let error): dialog.failure = error
    }
    state.replaceTop(dialog)
    return []
  }

  private static func fill(_ card: ScannedCard, _ form: inout Form, _ state: State) {
    let words = state.words
    let gaps = card.gaps.map(words.cardEntry.scanGap)
    if card.number == nil && card.expiry == nil {
      form.setError(CardFormField.file, .verbatim(gaps.joined(separator: " ")))
      return
    }
    form.select(CardFormField.source, 0)
    _ = form.card?.fill(number: card.number, expiry: card.expiry)
    // One of the two was read.
    let (read, other): (CardField, CardField) =
      card.number == nil ? (.expiry, .number) : (.number, .expiry)
    form.setNote(
      read.rawValue, FieldNote(text: words.cardEntry.wasRead, tenths: nil, role: .success))
    form.setNote(
      other.rawValue, gaps.first.map { FieldNote(text: $0, tenths: nil, role: .warning) })
  }
}
