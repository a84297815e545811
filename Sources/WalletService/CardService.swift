package import Secrets
package import WalletAPI
package import WalletModel

/// The cards of the wallet (A01). Every method asks the backend; nothing is kept.
///
/// What needs Strong Customer Authentication throws `.scaRequired` with the event; once that is
/// verified, the same call is made again with the service that it authorises (B05, B09).
package struct CardService: Sendable {
  let session: WalletSession
  /// The simulated devices hear what is read of tokens.
  let phones: PhoneService

  /// A02.
  package func getAll(_ query: CardQuery = CardQuery()) async throws(WalletError) -> CardList {
    let list = try await session.read(ListCards(query))
    if query.include.contains(.tokenizations) { await phones.learn(list.cards) }
    return list
  }

  /// A15.
  package func get(_ id: CardID, include: Set<CardInclude> = []) async throws(WalletError) -> Card {
    await learned(try await session.read(GetCard(id, include: include)))
  }

  /// Passes on to the devices what an answer says of the card's tokens.
  private func learned(_ card: Card) async -> Card {
    if card.tokenizations != nil { await phones.learn([card]) }
    return card
  }

  /// A16.
  package func create(_ request: CardRequest) async throws(WalletError) -> Card {
    try await session.change(
      CreateCard(request), detail: request.programName + "/" + (request.alias ?? ""))
  }

  /// A22.
  package func activate(
    _ id: CardID, _ request: CardActivationRequest
  ) async throws(WalletError) -> Card {
    try await session.change(ActivateCard(id, request))
  }

  /// A23, A24: ACTIVE or DIGITAL becomes LOCKED.
  ///
  /// - Parameters:
  ///   - takesBack: Whether this is the undo of an unlocking: the card is then as it was before it.
  ///   - expectedVersion: The version that the caller last saw; another one is refused with
  ///     `.versionConflict` (R8). nil: whatever it is.
  package func lock(
    _ id: CardID, takesBack: Bool = false, expectedVersion: Int? = nil
  ) async throws(WalletError) -> Card {
    let reason = takesBack ? StatusReason.changeTakenBack : .locked
    return try await set(id, .locked, reason: reason.rawValue, expectedVersion: expectedVersion)
  }

  /// A23, A24: LOCKED becomes ACTIVE.
  ///
  /// - Parameter takesBack: Whether this is the undo of a lock, or of another unlocking of a card that
  ///   was unlocked for a time. The card is then as it was before; if it would have been locked by
  ///   itself by now, this is refused.
  package func unlock(
    _ id: CardID, takesBack: Bool = false, expectedVersion: Int? = nil
  ) async throws(WalletError) -> Card {
    let reason = takesBack ? StatusReason.changeTakenBack : .unlocked
    return try await set(id, .active, reason: reason.rawValue, expectedVersion: expectedVersion)
  }

  /// The same for a time, in seconds (`CardControls.unlockSeconds`): then the issuer locks it again.
  package func unlock(
    _ id: CardID, for seconds: Int, expectedVersion: Int? = nil
  ) async throws(WalletError) -> Card {
    try await session.change(
      UnlockCardFor(id, seconds: seconds), detail: "\(seconds)",
      expectedVersion: expectedVersion)
  }

  /// Locks the card after so many days without use (`CardControls.autoLockDays`); nil: never.
  ///
  /// - Parameter takesBack: Whether this is the undo of the last change of the days, to those before
  ///   it. They are counted as before; if the card would have been locked by now, this is refused.
  package func setAutoLock(
    _ id: CardID, days: Int?, takesBack: Bool = false, expectedVersion: Int? = nil
  ) async throws(WalletError) -> Card {
    let update = CardControlsUpdate(
      autoLockDays: days.map { .value($0) } ?? .null, takesBack: takesBack)
    return try await setControls(id, update, expectedVersion: expectedVersion)
  }

  /// Sets what the owner of a card decides: when it is locked by itself, and what it may pay for.
  /// It needs a code only if the card may pay for more than before.
  package func setControls(
    _ id: CardID, _ update: CardControlsUpdate, expectedVersion: Int? = nil
  ) async throws(WalletError) -> Card {
    try await session.change(
      SetCardControls(id, update), expectedVersion: expectedVersion)
  }

  /// Ends the card and makes a new one in its place, which is the answer.
  package func replace(
    _ id: CardID, _ reason: ReplacementReason, expectedVersion: Int? = nil
  ) async throws(WalletError) -> Card {
    try await session.change(
      ReplaceCard(id, reason), detail: reason.rawValue, expectedVersion: expectedVersion)
  }

  /// A23, A24: for good.
  package func cancel(_ id: CardID, expectedVersion: Int? = nil) async throws(WalletError) -> Card {
    try await set(
      id, .cancelled, reason: StatusReason.cancelled.rawValue,
      expectedVersion: expectedVersion)
  }

  /// A23: any change of status with its reason, 1…200 characters.
  package func set(
    _ id: CardID, _ status: CardStatus, reason: String, expectedVersion: Int? = nil
  ) async throws(WalletError) -> Card {
    try await session.change(
      SetCardStatus(id, status, reason: reason), detail: status.rawValue,
      expectedVersion: expectedVersion)
  }

  /// A23 with a PIN of four digits. The PIN stays the caller's to wipe.
  package func setPin(
    _ id: CardID, _ pin: Secret, expectedVersion: Int? = nil
  ) async throws(WalletError) -> Card {
    try await session.change(
      SetCardPin(id, pin: pin), expectedVersion: expectedVersion)
  }

  /// A name of the customer's own, 0…24 characters; an empty one removes it.
  package func rename(
    _ id: CardID, _ alias: String, expectedVersion: Int? = nil
  ) async throws(WalletError) -> Card {
    try await session.change(
      RenameCard(id, alias: alias), detail: alias, expectedVersion: expectedVersion)
  }

  /// A26: PAN, CVV, expiry and holder. The views' lifetime begins with the answer.
  package func secureDetails(_ id: CardID) async throws(WalletError) -> SecureDetailsView {
    let details = try await session.read(GetSecureDetails(id))
    return SecureDetailsView(
      pan: view(details.pan, session.policy.details),
      cvv: view(details.cvv, session.policy.details),
      expiry: details.expiry, holderName: details.holderName)
  }

  /// A31.
  package func pin(_ id: CardID) async throws(WalletError) -> SecretView {
    view(try await session.read(GetPin(id)), session.policy.pin)
  }

  /// A32: programmes of this type, or all.
  package func programs(_ type: CardType? = nil) async throws(WalletError) -> [CardProgram] {
    try await session.read(GetPrograms(cardType: type))
  }

  /// A page of the payments with a card, or with all of them (F26).
  package func transactions(_ id: CardID?, _ query: TransactionQuery = TransactionQuery())
    async throws(WalletError) -> TransactionPage
  {
    guard let id else { return try await session.read(ListAllTransactions(query)) }
    return try await session.read(ListTransactions(id, query))
  }

  /// One payment with any card (F21).
  ///
  /// - Throws: `.shopTransaction` if there is none, or no longer: a pending one that has ended.
  package func transaction(_ id: TransactionID) async throws(WalletError) -> Transaction {
    try await session.read(GetTransaction(id))
  }

  /// C01: what a phone needs to take the card up.
  package func tokenize(
    _ id: CardID, _ request: CardTokenizationRequest
  ) async throws(WalletError) -> CardTokenization {
    try await session.change(Tokenize(id, request), detail: request.walletType.rawValue)
  }

  /// C05: the phone has taken the card up; `token` says COMPLETED.
  package func updateTokenization(_ id: CardID, _ token: MobileWalletTokenization)
    async throws(WalletError) -> MobileWalletTokenization
  {
    try await session.change(UpdateTokenization(id, token), detail: token.dpanRef)
  }

  /// C16: freezes, resumes or removes a token. The answer has the card's tokens.
  package func changeToken(
    _ id: CardID, _ dpanRef: String, _ action: TokenAction, expectedVersion: Int? = nil
  ) async throws(WalletError) -> Card {
    await learned(
      try await session.change(
        ChangeToken(id, dpanRef, action), detail: "\(action.rawValue) \(dpanRef)",
        expectedVersion: expectedVersion))
  }

  /// C11: completes a token that waits for a proof of identity. The answer has the card's tokens.
  package func verifyToken(
    _ id: CardID, _ dpanRef: String, expectedVersion: Int? = nil
  ) async throws(WalletError) -> Card {
    await learned(
      try await session.change(
        VerifyToken(id, dpanRef), detail: dpanRef, expectedVersion: expectedVersion))
  }

  /// A40.
  package func account(_ id: AccountID, only part: AccountPart? = nil)
    async throws(WalletError) -> Account
  { try await session.read(GetAccount(id, only: part)) }

  private func view(_ secret: Secret, _ lifetime: Duration) -> SecretView {
    SecretView(secret, lifetime: lifetime, clock: session.clock)
  }
}
