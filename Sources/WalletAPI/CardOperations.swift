package import Secrets
package import WalletModel

/// A02.
package struct ListCards: WalletOperation {
  package static let descriptor = OperationDescriptor("LIST_CARDS", .get, "/profile/prepaid/cards")
  package let query: CardQuery
  package init(_ query: CardQuery) { self.query = query }
  package func carryOut(by engine: some WalletEngine, _ context: RequestContext)
    throws(WalletError) -> CardList
  { try engine.listCards(self, context) }
}

/// A15.
package struct GetCard: WalletOperation {
  package static let descriptor = OperationDescriptor(
    "GET_CARD", .get, "/profile/prepaid/cards/:id")
  package let id: CardID
  package let include: Set<CardInclude>
  package var cardID: CardID? { id }
  package init(_ id: CardID, include: Set<CardInclude> = []) {
    self.id = id
    self.include = include
  }
  package func carryOut(by engine: some WalletEngine, _ context: RequestContext)
    throws(WalletError) -> Card
  { try engine.getCard(self, context) }
}

/// A16.
package struct CreateCard: WalletOperation {
  package static let descriptor = OperationDescriptor(
    "CREATE_CARD", .post, "/profile/prepaid/cards")
  package let request: CardRequest
  package init(_ request: CardRequest) { self.request = request }
  package func carryOut(by engine: some WalletEngine, _ context: RequestContext)
    throws(WalletError) -> Card
  { try engine.createCard(self, context) }
}

/// A22.
package struct ActivateCard: WalletOperation {
  package static let descriptor = OperationDescriptor(
    "ACTIVATE", .post, "/profile/prepaid/cards/:id/activation", comparesVersion: true)
  package let id: CardID
  package let request: CardActivationRequest
  package var cardID: CardID? { id }
  package init(_ id: CardID, _ request: CardActivationRequest) {
    self.id = id
    self.request = request
  }
  package func carryOut(by engine: some WalletEngine, _ context: RequestContext)
    throws(WalletError) -> Card
  { try engine.activateCard(self, context) }
}

/// A23 with a status: lock, unlock, cancel.
package struct SetCardStatus: WalletOperation {
  package static let descriptor = OperationDescriptor(
    "SET_STATUS", .patch, "/profile/prepaid/cards/:id")
  package let id: CardID
  package let status: CardStatus
  /// 1…200 characters.
  package let reason: String
  package var cardID: CardID? { id }
  package init(_ id: CardID, _ status: CardStatus, reason: String) {
    self.id = id
    self.status = status
    self.reason = reason
  }
  package func carryOut(by engine: some WalletEngine, _ context: RequestContext)
    throws(WalletError) -> Card
  { try engine.setCardStatus(self, context) }
}

/// A23 with a PIN.
package struct SetCardPin: WalletOperation {
  package static let descriptor = OperationDescriptor(
    "SET_PIN", .patch, "/profile/prepaid/cards/:id", needsSCA: true)
  package let id: CardID
  package let pin: Secret
  package var cardID: CardID? { id }
  package init(_ id: CardID, pin: Secret) {
    self.id = id
    self.pin = pin
  }
  package func carryOut(by engine: some WalletEngine, _ context: RequestContext)
    throws(WalletError) -> Card
  { try engine.setCardPin(self, context) }
}

/// A26, A36: PAN, CVV, expiry and holder.
package struct GetSecureDetails: WalletOperation {
  package static let descriptor = OperationDescriptor(
    "SHOW_DETAILS", .get, "/profile/prepaid/cards/:id/details", showsSecrets: true, needsSCA: true)
  package let id: CardID
  package var cardID: CardID? { id }
  package init(_ id: CardID) { self.id = id }
  package func carryOut(by engine: some WalletEngine, _ context: RequestContext)
    throws(WalletError) -> SecureDetails
  { try engine.getSecureDetails(self, context) }
}

/// A37: makes a URL that shows what `GetSecureDetails` does, once and for 30 s, to the same sign-in.
///
/// The answer is the URL: of walletd a path from the root, elsewhere perhaps a whole one.
package struct LinkSecureDetails: WalletOperation {
  package static let descriptor = OperationDescriptor(
    "LINK_DETAILS", .post, "/profile/prepaid/cards/:id/secure-details", showsSecrets: true,
    needsSCA: true)
  package let id: CardID
  package var cardID: CardID? { id }
  package init(_ id: CardID) { self.id = id }
  package func carryOut(by engine: some WalletEngine, _ context: RequestContext)
    throws(WalletError) -> Secret
  { try engine.linkSecureDetails(self, context) }
}

/// A37: what the URL of `LinkSecureDetails` leads to.
package struct OpenSecureDetails: WalletOperation {
  package static let descriptor = OperationDescriptor(
    "OPEN_DETAILS", .get, "/profile/prepaid/secure-details/:id", showsSecrets: true,
    isIdempotent: false)
  /// The last part of the URL. Of no use to another sign-in, or twice.
  package let ticket: String
  package init(_ ticket: String) { self.ticket = ticket }
  package func carryOut(by engine: some WalletEngine, _ context: RequestContext)
    throws(WalletError) -> SecureDetails
  { try engine.openSecureDetails(self, context) }
}

/// A31.
package struct GetPin: WalletOperation {
  package static let descriptor = OperationDescriptor(
    "SHOW_PIN", .get, "/profile/prepaid/cards/:id/pin", showsSecrets: true, needsSCA: true)
  package let id: CardID
  package var cardID: CardID? { id }
  package init(_ id: CardID) { self.id = id }
  package func carryOut(by engine: some WalletEngine, _ context: RequestContext)
    throws(WalletError) -> Secret
  { try engine.getPin(self, context) }
}

/// A32.
package struct GetPrograms: WalletOperation {
  package static let descriptor = OperationDescriptor(
    "GET_PROGRAMS", .get, "/profile/prepaid/programs")
  package let cardType: CardType?
  package init(cardType: CardType? = nil) { self.cardType = cardType }
  package func carryOut(by engine: some WalletEngine, _ context: RequestContext)
    throws(WalletError) -> [CardProgram]
  { try engine.getPrograms(self, context) }
}

/// A40.
package struct GetAccount: WalletOperation {
  package static let descriptor = OperationDescriptor(
    "GET_ACCOUNT", .get, "/profile/accounts/:id")
  package let id: AccountID
  package init(_ id: AccountID) { self.id = id }
  package func carryOut(by engine: some WalletEngine, _ context: RequestContext)
    throws(WalletError) -> Account
  { try engine.getAccount(self, context) }
}

/// What A36 shows. The secrets are the caller's to wipe.
package struct SecureDetails: Sendable {
  package let pan: Secret
  package let cvv: Secret
  package let expiry: CardExpiry
  package let holderName: String
  package init(pan: Secret, cvv: Secret, expiry: CardExpiry, holderName: String) {
    self.pan = pan
    self.cvv = cvv
    self.expiry = expiry
    self.holderName = holderName
  }
}
