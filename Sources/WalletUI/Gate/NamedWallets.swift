import ScreenKit
import Words

/// A wallet that the configuration names: a profile.
package struct NamedWallet: Sendable, Equatable {
  package var name: String
  /// The server's address; nil: it is a file.
  package var server: String?
  /// The user name for it; nil: the user is asked.
  package var login: String?
  /// The path of its file.
  package var vault: String?
  /// The first mistake in the configuration, with its place; nil: there is none.
  package var problem: String?

  package init(
    name: String, server: String?, login: String?, vault: String?, problem: String?
  ) {
    self.name = name
    self.server = server
    self.login = login
    self.vault = vault
    self.problem = problem
  }

  /// Where it is: `ana at https://wallet.example`, or a path.
  func place(_ words: Words) -> String {
    guard let server else { return vault ?? "" }
    return login.map { words.vault.user($0, at: server) } ?? server
  }
}

/// Chooses one of the wallets that the configuration names.
struct NamedWalletPicker: PickerOverlay {
  let wallets: [NamedWallet]
  var picker = Picker()

  func list(_ state: State) -> PickerList {
    let words = state.words
    func group(_ title: String, isServer: Bool) -> PickerList.Group {
      PickerList.Group(
        title: title,
        rows: wallets.filter { ($0.server != nil) == isServer }.map {
          PickerList.Row(
            id: $0.name, title: $0.name, refusal: $0.problem, text: $0.place(words),
            code: $0.problem == nil ? "" : state.settings.configurationFile)
        })
    }
    let groups = [
      group(words.start.serversGroup, isServer: true),
      group(words.start.filesGroup, isServer: false),
    ]
    return picker.list(groups, words)
  }

  func chose(_ row: PickerList.Row, _ state: inout State) -> [Effect] {
    guard row.refusal == nil, let wallet = wallets.first(where: { $0.name == row.id }) else {
      return [.bell]
    }
    if wallet.server != nil { return ConnectForm.dialog(state, wallet).open(&state) }
    return OpenVaultForm.dialog(wallet.vault ?? "", isKnown: true, state).open(&state)
  }

  func title(_ state: State) -> String { state.words.start.namedWallets }
}
