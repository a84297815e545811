import Arguments
import FrontEnd
import WalletAPI
import WalletModel

struct CardLockCommand: CardChangeCommand {
  let path = "card lock"
  let summary = "Lock a card: it can't pay until you unlock it."

  func run(_ invocation: Invocation) async throws(WalletError) {
    try await invocation.change(invocation.wallet(), SetCardStatus.lock(invocation.cardID))
  }
}
