/// What the owner of a virtual card allows it to pay for. The source has no such rules; the issuer
/// checks them at each payment, and the decline names the one that was not kept (`DeclineLimit`).
package struct SpendingRules: Hashable, Sendable {
  /// The only merchant; nil: any.
  package var merchantID: String?
  /// One payment, after which the card is closed.
  package var isSingleUse: Bool
  /// See `SpendingLimits`.
  package var monthlyLimit: Int64?

  package init(merchantID: String? = nil, isSingleUse: Bool = false, monthlyLimit: Int64? = nil) {
    self.merchantID = merchantID
    self.isSingleUse = isSingleUse
    self.monthlyLimit = monthlyLimit
  }

  package var limits: SpendingLimits { SpendingLimits(monthlyLimit: monthlyLimit) }
}
