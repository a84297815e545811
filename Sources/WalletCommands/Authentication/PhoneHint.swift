import Arguments
import FrontEnd
import WalletAPI
import WalletModel
import WalletService
import Words

/// Says where a message of the simulated phone can be read. With `--demo` it shows the newest one.
struct PhoneHint: Sendable {
  private let wallet: WalletService
  private let isDemo: Bool
  /// The command that shows the simulated phone; nil: a demo, or a server whose phone is unknown.
  private let command: String?
  private let words: Words

  init(_ invocation: Invocation, _ wallet: WalletService) {
    self.wallet = wallet
    let opener = WalletOpener(invocation)
    isDemo = opener.demo
    command =
      opener.demo || opener.remote != nil
      ? nil : (try? opener.path).map { opener.phoneCommand(for: $0) }
    words = invocation.words
  }

  func tell(_ console: Console?) async throws(WalletError) {
    if let command { console?.say(words.codes.simulated(readWith: command) + "\n") }
    guard isDemo, let message = try await wallet.send(ListPhoneMessages()).first else {
      return
    }
    try PhoneText.write(
      message, words, prefix: words.codes.simulatedPrefix,
      to: console?.output ?? Streams.current.error)
  }
}
