package import Secrets
package import WalletAPI
package import WalletModel
package import WalletService

/// The simulated phone as a drawer on this screen: in demo and kiosk only.
package struct PhoneState: Sendable, Equatable {
  /// Newest first.
  package var messages: [PhoneMessage] = [] { didSet { first = 0 } }
  package var isOpen = false { didSet { first = 0 } }
  /// The message with which the drawer begins, counted from the newest one.
  var first = 0

  /// The six digits of the newest message that still has a code.
  package var newestCode: Secret? { newest(6) }

  /// The newest code with this number of digits: six for a one-time code, three for a CVV.
  package func newest(_ digits: Int) -> Secret? {
    messages.lazy.compactMap(\.code).first { $0.count == digits }
  }
}

/// The messages of the simulated phone. A failure is not reported: the answer is nil then.
package struct PhoneMessagesQuery: QuietQuery {
  package func request(_ service: WalletService) async throws(WalletError) -> [PhoneMessage]? {
    try? await service.send(ListPhoneMessages())
  }

  package func succeed(_ messages: [PhoneMessage]?, _ state: inout State) -> [Effect] {
    if let messages { state.phones.simulated.messages = messages }
    return []
  }

  package func isInvisible(_ result: Result<[PhoneMessage]?, WalletError>, _ state: State) -> Bool {
    if case .success(_?) = result { false } else { true }
  }
}
