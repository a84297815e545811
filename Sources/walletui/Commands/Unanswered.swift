import Canvas
import RemoteBackend
import WalletAPI
import WalletModel
import WalletService

/// Changes on a server whose answers were lost.
extension RemoteOptions {
  /// Where this person's changes on this server are written down before they are sent.
  func book(_ profile: RemoteProfile) throws(WalletError) -> ChangeFolder {
    guard let folder = Places.changes else {
      throw WalletError(
        .usage, "Changes could not be written down",
        details: ["neither XDG_STATE_HOME nor HOME is set"], advice: "Set one of them.")
    }
    return ChangeFolder(
      path: folder,
      wallet: [profile.origin, profile.brand, user ?? ""].joined(separator: " "))
  }

  /// Asks the server what became of them, and says it on standard error.
  static func settle(_ changes: ChangeService) async {
    for change in changes.unanswered() {
      let card = change.cardID.map { " of card \(Text.clean($0.rawValue))" } ?? ""
      let what = "walletui: \(change.title)\(card), asked for at \(change.time)"
      do throws(WalletError) {
        switch try await changes.settle(change) {
        case .done: Output.note("\(what), was done.")
        case .notDone: Output.note("\(what), was not done.")
        case .unclear: Output.note("\(what): the server cannot tell; look at what there is now.")
        }
      } catch {
        Output.note("\(what), is still pending: \(Text.clean(error.message)).")
        return
      }
    }
  }
}
