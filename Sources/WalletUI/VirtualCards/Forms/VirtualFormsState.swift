import WalletAPI
package import WalletModel

/// What the forms of virtual cards know beside the cards, and what was ordered with them.
package struct VirtualFormsState: Sendable {
  /// What the issuer allows; nil: not read yet.
  package internal(set) var config: VirtualCardsConfig?
  /// Which push messages the phone gets; nil: not read yet.
  var notices: NoticeRules?
  /// The cards that were ordered here, the newest last.
  package internal(set) var makings: [VirtualCardMaking] = []

  /// The card on its way that was ordered here; nil: another device ordered it.
  package func making(of provisional: ProvisionalVirtualCard) -> VirtualCardMaking? {
    makings.last { $0.provisionalID == provisional.id }
  }

  /// The currency of new cards, for their limits.
  var currency: Currency { config?.virtualCardCurrencies.first ?? Currency("USD") }
}

/// What the issuer allows (F30).
struct VirtualConfigQuery: VirtualQuery, SendsOperation {
  var operation: GetVirtualCardsConfig { GetVirtualCardsConfig() }

  func succeed(_ config: VirtualCardsConfig, _ state: inout State) -> [Effect] {
    state.virtual.forms.config = config
    Dialog.refreshTop(&state)
    return []
  }
}

extension VirtualCardsState {
  /// Sources that can pay.
  var activeSources: [FundingSource] {
    sources.filter { !$0.isDamaged && $0.state == .active }
  }

  var knownPersonas: [Persona] { personas.filter { !$0.isDamaged } }
}
