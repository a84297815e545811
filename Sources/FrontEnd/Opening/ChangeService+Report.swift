import TextLayout
import WalletAPI
import WalletModel
import WalletService
import WalletUI
import Words

/// Changes whose answers were lost.
extension ChangeService {
  /// Asks the backend about the recorded changes, and reports the results on standard error.
  func settleAll(_ words: Words) async {
    for change in unanswered() {
      let card = change.cardID.map { Text.clean($0.rawValue) }
      let what =
        "walletui: " + words.asked(change.title(words), card: card, at: change.time.description)
      do throws(WalletError) {
        switch try await settle(change) {
        case .done: Output.note(words.wasDone(what))
        case .notDone: Output.note(words.wasNotDone(what))
        case .notKnownYet: Output.note(words.isNotKnownYet(what))
        case .unclear: Output.note(words.cannotTell(what))
        }
      } catch {
        Output.note(words.isStillPending(what, Text.clean(words.message(error))))
        return
      }
    }
  }
}
