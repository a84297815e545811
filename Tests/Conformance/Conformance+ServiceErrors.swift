import WalletAPI
package import WalletModel

/// F33: the 50 published names of errors. Each is here once: the issuer answers it, or the client
/// finds it, or it does not apply and says why.
package enum ServiceErrors {
  package static let names = """
    invalidConfig notSignedIn fundingSourceCreationFailed localKeyPairFailure \
    noOwnershipProofAvailable provisionFailed setupFailed completionFailed refreshFailed \
    cancelFailed updateFailed getFailed unrecognizedAlgorithm unrecognizedFundingSourceType \
    unrecognizedTransactionType invalidKeyArchive cardNotFound cardStateError transactionNotFound \
    currencyMismatch velocityExceeded provisionalFundingSourceNotFound fundingSourceNotFound \
    fundingSourceNotActive duplicateFundingSource unsupportedCurrency fundingSourceNotSetup \
    fundingSourceCompletionDataInvalid fundingSourceStateError unacceptableFundingSource \
    accountLocked notAuthorized limitExceeded insufficientEntitlements versionMismatch \
    serviceError rateLimitExceeded invalidRequest requestFailed graphQLError fatalError \
    environmentError invalidToken identityInsufficient identityNotVerified unknownTimezone \
    noEntitlements internalError invalidArgument decodingError
    """.split(separator: " ").map(String.init)

  /// Those that do not apply, and why.
  package static let absent = [
    "unrecognizedFundingSourceType": "an unknown word is kept and shown",
    "unrecognizedTransactionType": "an unknown word is kept and shown",
    "accountLocked": "a customer is never locked, only an address that tries passwords",
    "insufficientEntitlements": "limits are the same for all customers",
    "noEntitlements": "limits are the same for all customers",
    "graphQLError": "there is no GraphQL",
    "environmentError": "there is one environment",
    "identityInsufficient": "the issuer verifies no identity",
    "identityNotVerified": "the issuer verifies no identity",
    "unknownTimezone": "all times are UTC",
  ]

  /// Those of the conformance suite: every backend answers them.
  package static let issued = Conformance.serviceErrors.map(\.name)
  package static let issuedCodes = Conformance.serviceErrors.map(\.code)
}

/// A published name, its code, and what provokes it.
struct ServiceError: Sendable {
  let name: String
  let code: ErrorCode
  let provoke: @Sendable (Wallet) async throws -> WalletError?

  init(
    _ name: String, _ code: ErrorCode,
    _ provoke: @escaping @Sendable (Wallet) async throws -> WalletError?
  ) {
    self.name = name
    self.code = code
    self.provoke = provoke
  }
}

extension Wallet {
  /// What the operation is refused with; nil: it goes through.
  fileprivate func refusal<O: WalletOperation>(
    _ operation: O, _ context: RequestContext? = nil
  ) async -> WalletError? {
    do throws(WalletError) {
      _ = try await perform(operation, context)
      return nil
    } catch {
      return error
    }
  }

  fileprivate func newCard() async throws -> VirtualCard {
    try await made(try await request(try await persona(), try await fundingSource()))
  }

  fileprivate func closedCard() async throws -> VirtualCard {
    try await perform(CancelVirtualCard(try await newCard().id))
  }

  fileprivate func refusal(ofRequest change: (inout VirtualCardRequest) -> Void)
    async throws -> WalletError?
  {
    var request = try await request(try await persona(), try await fundingSource())
    change(&request)
    return await refusal(ProvisionVirtualCard(request))
  }

  fileprivate func rename(_ card: VirtualCard) -> UpdateVirtualCard {
    UpdateVirtualCard(card.id, VirtualCardUpdate(alias: .value("New")))
  }
}

extension Conformance {
  static let serviceErrorCases: [ConformanceCase] = serviceErrors.map { error in
    ConformanceCase("F33 \(error.name) is \(error.code)") { wallet in
      wallet.equal(try await error.provoke(wallet)?.code, error.code)
    }
  }

  static let serviceErrors = errorsOfFunding + errorsOfCards + errorsOfAll

  private static let errorsOfFunding = [
    ServiceError("setupFailed", .unacceptableFundingSource) { wallet in
      await wallet.refusal(wallet.setUp("4111111111111111"))
    },
    ServiceError("completionFailed", .fundingSourceState) { wallet in
      let begun = try await wallet.perform(wallet.setUp())
      wallet.advance(ProvisionalFundingSource.lifetime)
      return await wallet.refusal(wallet.completion(begun))
    },
    ServiceError("refreshFailed", .unacceptableFundingSource) { wallet in
      let source = try await wallet.fundingSource()
      return await wallet.refusal(
        RefreshFundingSource(
          source.id, FundingSourceRequest(.entered(wallet.fundingCard("5200828282828210")))))
    },
    ServiceError("cancelFailed", .fundingSourceState) { wallet in
      let begun = try await wallet.perform(wallet.setUp())
      _ = try await wallet.perform(wallet.completion(begun))
      return await wallet.refusal(CancelProvisionalFundingSource(begun.id))
    },
    ServiceError("provisionalFundingSourceNotFound", .provisionalFundingSourceNotFound) {
      await $0.refusal(GetProvisionalFundingSource("nothing"))
    },
    ServiceError("fundingSourceNotFound", .fundingSourceNotFound) {
      await $0.refusal(GetFundingSource("nothing"))
    },
    ServiceError("fundingSourceNotActive", .fundingSourceNotActive) { wallet in
      let source = try await wallet.fundingSource()
      _ = try await wallet.perform(CancelFundingSource(source.id))
      return await wallet.refusal(
        ProvisionVirtualCard(try await wallet.request(try await wallet.persona(), source)))
    },
    ServiceError("duplicateFundingSource", .duplicateFundingSource) { wallet in
      _ = try await wallet.fundingSource()
      return await wallet.refusal(wallet.completion(try await wallet.perform(wallet.setUp())))
    },
    ServiceError("fundingSourceNotSetup", .fundingSourceNotSetUp) { wallet in
      let asked = try await wallet.perform(wallet.setUp("4000000000003220"))
      return await wallet.refusal(wallet.completion(asked))
    },
    ServiceError("fundingSourceCompletionDataInvalid", .fundingSourceCompletionData) { wallet in
      let begun = try await wallet.perform(wallet.setUp())
      return await wallet.refusal(
        CompleteFundingSource(
          begun.id, FundingCompletion(provider: "walletui", version: 1, linkToken: "no")))
    },
    ServiceError("fundingSourceStateError", .fundingSourceState) { wallet in
      let source = try await wallet.fundingSource()
      _ = try await wallet.perform(CancelFundingSource(source.id))
      return await wallet.refusal(ReviewUnfundedFundingSource(source.id))
    },
    ServiceError("unacceptableFundingSource", .unacceptableFundingSource) { wallet in
      await wallet.refusal(wallet.setUp("4532015112830366"))
    },
    ServiceError("velocityExceeded", .velocityExceeded) { wallet in
      for _ in 1...5 { _ = try await wallet.perform(wallet.setUp()) }
      return await wallet.refusal(wallet.setUp())
    },
  ]

  private static let errorsOfCards = [
    ServiceError("cardNotFound", .virtualCardNotFound) {
      await $0.refusal(GetVirtualCard("nothing"))
    },
    ServiceError("cardStateError", .virtualCardState) { wallet in
      let card = try await wallet.closedCard()
      return await wallet.refusal(
        UpdateVirtualCard(card.id, VirtualCardUpdate(isPaused: .value(true))))
    },
    ServiceError("updateFailed", .virtualCardState) { wallet in
      await wallet.refusal(wallet.rename(try await wallet.closedCard()))
    },
    ServiceError("versionMismatch", .versionConflict) { wallet in
      await wallet.refusal(wallet.rename(try await wallet.newCard()), wallet.version(2))
    },
    ServiceError("unsupportedCurrency", .unsupportedCurrency) { wallet in
      try await wallet.refusal(ofRequest: { $0.currency = Currency("EUR") })
    },
    ServiceError("invalidToken", .ownershipProof) { wallet in
      try await wallet.refusal(ofRequest: { $0.ownershipProofs = ["no.proof"] })
    },
    ServiceError("unrecognizedAlgorithm", .fieldErrors) { wallet in
      let error = try await wallet.refusal(ofRequest: { $0.publicKey.algorithm = "ROT13" })
      wallet.equal(error?.fieldErrors.map(\.field), ["publicKey.algorithm"])
      return error
    },
    ServiceError("invalidArgument", .fieldErrors) { wallet in
      try await wallet.refusal(ofRequest: { $0.cardHolder = "" })
    },
    ServiceError("invalidRequest", .fieldErrors) {
      await $0.refusal(ListVirtualCards(VirtualCardQuery(filter: "state =")))
    },
    ServiceError("limitExceeded", .virtualCardsLimit) { wallet in
      for _ in 1...20 { _ = try await wallet.persona() }
      return await wallet.refusal(CreatePersona(PersonaRequest(name: "One more")))
    },
  ]

  private static let errorsOfAll = [
    ServiceError("notSignedIn", .unauthorized) { wallet in
      var other = wallet.context
      other.customerID = CustomerID("someone-else")
      return await wallet.refusal(ListVirtualCards(), other)
    },
    ServiceError("notAuthorized", .scopeMissing) { wallet in
      var context = wallet.context
      context.scopes = [.pciDss]
      return await wallet.refusal(ListVirtualCards(), context)
    },
    ServiceError("transactionNotFound", .shopTransaction) {
      await $0.refusal(GetTransaction(TransactionID("nothing")))
    },
    ServiceError("currencyMismatch", .shopCurrency) { wallet in
      let card = try await wallet.newCard()
      return await wallet.refusal(
        Authorize(
          .card(CardID(card.id)), at: "brooklyn-books", ShopAmount(1, Currency("JPY"))))
    },
  ]
}
