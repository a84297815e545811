import WalletAPI
import WalletModel

/// Virtual cards: their making, changes and end (F06–F18, F30).
struct VirtualCardIssuer: VirtualCardEngine, IssuerFeature {
  let core: IssuerCore

  /// Seconds in which the making of a card is listed.
  static let listed: Int64 = 86_400
  /// The years after which a card expires.
  static let years = 3
  /// The first digits of all numbers.
  static let bin = "453201"

  var limits: VirtualCardLimits { environment.virtualCards }

  func getVirtualCardsConfig(_ operation: GetVirtualCardsConfig, _ context: RequestContext)
    throws(WalletError) -> VirtualCardsConfig
  { limits.config }

  /// All that the issuer knows of them is sealed.
  func getVirtualCardDetails(_ operation: GetVirtualCardDetails, _ context: RequestContext)
    throws(WalletError) -> SealedFields
  {
    try audited { () throws(WalletError) -> SealedFields in
      try settle { writer throws(WalletError) -> Result<SealedFields, WalletError> in
        let card = try virtualCard(operation.id, writer, context).card
        return try sca.details(of: card, operation, writer, context)
      }
    }
  }
}
