import Log
import WalletModel
import WalletService
import WalletUI

extension Effect {
  /// The work that this effect belongs to, if it can be cancelled.
  var waiting: Waiting? {
    switch self {
    case .query(let query): query.base.waiting
    case .perform: .intents
    case .openVault, .signIn, .connect, .signInAgain: .opening
    case .scan: .scanning
    case .openDemo, .createVault, .closeVault, .copy, .clearCopy, .cancel, .loadThemes,
      .configure, .keyFile, .edit, .notify, .bell:
      nil
    }
  }

  /// Asks the service. nil: this effect is no request to it.
  func answer(by service: WalletService) async -> Action? {
    switch self {
    case .query(let query):
      let action = await query.perform(by: service)
      if case .answered(_, let error?) = action { Log.error(error) }
      return action
    case .perform(let intent, let sca):
      let action = await intent.perform(by: service, sca)
      guard case .performed(_, .failure(let error)) = action else { return action }
      Log.error(error)
      return error.code == .changePending
        ? .unanswered(intent, error, service.changes.unanswered()) : action
    case .loadThemes: return .themes(WalletScreen.themeItems())
    case .openDemo, .openVault, .createVault, .signIn, .connect, .signInAgain, .closeVault, .cancel,
      .copy, .clearCopy, .configure, .scan, .keyFile, .edit, .notify, .bell:
      return nil
    }
  }
}
