import Testing
import WalletModel

/// F33: the 50 published names of errors, and what stands for each of them here.
struct ServiceErrorTests {
  enum Place {
    /// The issuer answers this code, which has the published word.
    case word(ErrorCode)
    /// The issuer answers this code, which all of walletd has.
    case shared(ErrorCode)
    /// The program finds it, before or instead of an answer. nil: by a code of its own kind.
    case client(ErrorCode?)
    /// It does not apply, and why.
    case none(String)
  }

  static let names: [(name: String, place: Place)] = [
    ("invalidConfig", .none("there is no configuration file of the SDK")),
    ("notSignedIn", .shared(.unauthorized)),
    ("fundingSourceCreationFailed", .none("a source is FAILED instead")),
    ("localKeyPairFailure", .client(.deviceKeyMissing)),
    ("noOwnershipProofAvailable", .client(nil)),
    ("provisionFailed", .none("a card's making is FAILED instead")),
    ("setupFailed", .none("a source is FAILED instead")),
    ("completionFailed", .word(.fundingSourceState)),
    ("refreshFailed", .word(.unacceptableFundingSource)),
    ("cancelFailed", .none("cancelling has no way to fail but the shared ones")),
    ("updateFailed", .none("changing has no way to fail but the named ones")),
    ("getFailed", .shared(.damagedRecord)),
    ("unrecognizedAlgorithm", .shared(.fieldErrors)),
    ("unrecognizedFundingSourceType", .none("an unknown word is kept")),
    ("unrecognizedTransactionType", .none("an unknown word is kept")),
    ("invalidKeyArchive", .client(.keyArchive)),
    ("cardNotFound", .word(.virtualCardNotFound)),
    ("cardStateError", .word(.virtualCardState)),
    ("transactionNotFound", .shared(.shopTransaction)),
    ("currencyMismatch", .shared(.shopCurrency)),
    ("velocityExceeded", .word(.velocityExceeded)),
    ("provisionalFundingSourceNotFound", .word(.provisionalFundingSourceNotFound)),
    ("fundingSourceNotFound", .word(.fundingSourceNotFound)),
    ("fundingSourceNotActive", .word(.fundingSourceNotActive)),
    ("duplicateFundingSource", .word(.duplicateFundingSource)),
    ("unsupportedCurrency", .word(.unsupportedCurrency)),
    ("fundingSourceNotSetup", .word(.fundingSourceNotSetUp)),
    ("fundingSourceCompletionDataInvalid", .word(.fundingSourceCompletionData)),
    ("fundingSourceStateError", .word(.fundingSourceState)),
    ("unacceptableFundingSource", .word(.unacceptableFundingSource)),
    ("accountLocked", .none("a customer is not locked")),
    ("notAuthorized", .shared(.scopeMissing)),
    ("limitExceeded", .word(.virtualCardsLimit)),
    ("insufficientEntitlements", .none("there are no entitlements")),
    ("versionMismatch", .shared(.versionConflict)),
    ("serviceError", .shared(.internalError)),
    ("rateLimitExceeded", .shared(.rateLimited)),
    ("invalidRequest", .shared(.fieldErrors)),
    ("requestFailed", .client(nil)),
    ("graphQLError", .none("there is no GraphQL")),
    ("fatalError", .shared(.internalError)),
    ("environmentError", .none("there is one environment")),
    ("invalidToken", .word(.ownershipProof)),
    ("identityInsufficient", .none("no identity is verified")),
    ("identityNotVerified", .none("no identity is verified")),
    ("unknownTimezone", .none("all times are UTC")),
    ("noEntitlements", .none("there are no entitlements")),
    ("internalError", .shared(.internalError)),
    ("invalidArgument", .shared(.fieldErrors)),
    ("decodingError", .client(.virtualCardSealed)),
  ]

  @Test func theListIsComplete() {
    #expect(Self.names.count == 50)
    #expect(Set(Self.names.map(\.name)).count == 50)
  }

  /// The code that has the word of a name.
  private static func code(_ place: Place) -> ErrorCode? {
    switch place {
    case .word(let code): code
    case .client(let code): code
    case .shared, .none: nil
    }
  }

  /// Every word of the service that the issuer or the program answers is in the list.
  @Test func eachWordHasAName() {
    let words = Self.names.compactMap { Self.code($0.place) }
    let published = ErrorCode.all.filter { $0.rawValue.hasSuffix("Error") }
    #expect(Set(published).subtracting(words) == [])
    for code in words {
      #expect(ErrorCode(rawValue: "sudoplatform.virtual-cards." + code.rawValue) == code)
      #expect(ErrorCode(rawValue: "sudoplatform." + code.rawValue) == code)
    }
  }

  /// Names and words agree: `cardNotFound` and `CardNotFoundError`.
  @Test(arguments: names.indices)
  func aWordHasTheNameInIt(_ index: Int) {
    let (name, place) = Self.names[index]
    guard let code = Self.code(place) else { return }
    // What fails for one of several reasons has the word of the reason.
    if ["completionFailed", "refreshFailed"].contains(name) { return }
    let word = name.prefix(1).uppercased() + name.dropFirst()
    #expect(code.rawValue == (word.hasSuffix("Error") ? word : word + "Error"))
  }
}
