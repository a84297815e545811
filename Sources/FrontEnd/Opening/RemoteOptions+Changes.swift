import RemoteBackend
import TextLayout
import WalletAPI
import WalletModel
import WalletService
import WalletUI
import Words

/// Changes on a server whose answers were lost.
extension RemoteOptions {
  /// The folder in which this user's changes on this server are recorded before they are sent.
  func book(_ profile: RemoteProfile) throws(WalletError) -> ChangeFolder {
    ChangeFolder(path: try kept(StandardPaths.changes), wallet: wallet(profile))
  }

  /// The name of the user's wallet on this machine.
  func wallet(_ profile: RemoteProfile) -> String {
    [profile.origin, profile.brand, user ?? ""].joined(separator: " ")
  }

  /// A folder for what is kept.
  func kept(_ folder: String?) throws(WalletError) -> String {
    if let folder { return folder }
    throw WalletError(
      .usage, .text("Can't keep track of changes", "Änderungen lassen sich nicht festhalten"),
      detail: .text(
        "neither XDG_STATE_HOME nor HOME is set", "weder XDG_STATE_HOME noch HOME ist gesetzt"),
      advice: .text("Set one of them.", "Setzen Sie eines davon."))
  }

  /// Asks the server about the recorded changes, and reports the results on standard error.
  func settle(_ changes: ChangeService) async {
    for change in changes.unanswered() {
      let card = change.cardID.map { Text.clean($0.rawValue) }
      let what =
        "walletui: "
        + words.vault.asked(change.title(words), card: card, at: change.time.description)
      do throws(WalletError) {
        switch try await changes.settle(change) {
        case .done: Output.note(words.vault.wasDone(what))
        case .notDone: Output.note(words.vault.wasNotDone(what))
        case .unclear: Output.note(words.vault.cannotTell(what))
        }
      } catch {
        Output.note(words.vault.isStillPending(what, Text.clean(words.errors.message(error))))
        return
      }
    }
  }
}
