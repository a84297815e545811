import Arguments
import FrontEnd
import WalletModel
import WalletService

struct CardLockCommand: CardChangeCommand {
  let path = "card lock"
  let summary = "Lock a card: it can't pay until you unlock it."

  func run(_ invocation: Invocation) async throws(WalletError) -> ExitCode {
    try await invocation.change(invocation.wallet()) { cards throws(WalletError) in
      try await cards.lock(invocation.cardID)
    }
  }
}
