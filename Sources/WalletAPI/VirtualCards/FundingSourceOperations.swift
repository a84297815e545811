package import WalletModel

/// Begins to set up a funding source (F28). The bank may have to ask first: `GetAuthentication` with
/// the same id has the question.
package struct SetUpFundingSource: WalletOperation, BodyRequest {
  package typealias Response = ProvisionalFundingSource
  package static let contract = Contract(
    "SET_UP_FUNDING_SOURCE", .post, "/simulator/virtual/provisionalfundingsources", status: 201,
    group: .virtualCards, about: "Begins to set up a funding source",
    news: [.virtualCards], isAudited: true, lostAnswer: .notRecorded, retry: .withKey,
    confirms: nil, kiosk: .allowed)
  package let body: FundingSourceRequest
  package init(_ body: FundingSourceRequest) { self.body = body }
  package static let method = EngineMethod<Self> { $0.fundingEngine.setUpFundingSource }
}

/// Lists what is being set up, and the last of what was.
package struct ListProvisionalFundingSources: WalletOperation, PlainRequest {
  package typealias Response = [ProvisionalFundingSource]
  package typealias Answer = FullList<ProvisionalFundingSource>
  package static let contract = Contract.read(
    "LIST_PROVISIONAL_FUNDING_SOURCES", "/simulator/virtual/provisionalfundingsources",
    group: .virtualCards,
    about: "The funding sources that are being set up")
  package init() {}
  package static let method = EngineMethod<Self> { $0.fundingEngine.listProvisionalFundingSources }
}

package struct GetProvisionalFundingSource: WalletOperation, ItemRequest {
  package typealias Response = ProvisionalFundingSource
  package static let contract = Contract.read(
    "GET_PROVISIONAL_FUNDING_SOURCE", "/simulator/virtual/provisionalfundingsources/:id",
    group: .virtualCards,
    about: "One funding source that is being set up")
  package let id: String
  package init(_ id: String) { self.id = id }
  package static let method = EngineMethod<Self> { $0.fundingEngine.getProvisionalFundingSource }
}

/// Completes a funding source with the data that it was given. Repeating it has no effect.
package struct CompleteFundingSource: WalletOperation, ItemBodyRequest {
  package typealias Response = FundingSource
  package static let contract = Contract(
    "COMPLETE_FUNDING_SOURCE", .post, "/simulator/virtual/provisionalfundingsources/:id/completion",
    group: .virtualCards, about: "Completes a funding source",
    news: [.virtualCards], isAudited: true, lostAnswer: .notRecorded, retry: .withKey,
    confirms: nil, kiosk: .allowed)
  package let id: String
  package let body: FundingCompletion
  package init(_ id: String, _ body: FundingCompletion) {
    self.id = id
    self.body = body
  }
  package static let method = EngineMethod<Self> { $0.fundingEngine.completeFundingSource }
}

/// Gives up setting up a funding source: it has FAILED (F28). Repeating it has no effect.
package struct CancelProvisionalFundingSource: WalletOperation, ItemRequest {
  package typealias Response = ProvisionalFundingSource
  package static let contract = Contract(
    "CANCEL_PROVISIONAL_FUNDING_SOURCE", .post,
    "/simulator/virtual/provisionalfundingsources/:id/cancellation",
    group: .virtualCards, about: "Gives up setting up a funding source",
    news: [.virtualCards], isAudited: true, lostAnswer: .notRecorded, retry: .withKey,
    confirms: nil, kiosk: .allowed)
  package let id: String
  package init(_ id: String) { self.id = id }
  package static let method = EngineMethod<Self> { $0.fundingEngine.cancelProvisionalFundingSource }
}

/// Lists the funding sources, with those that are INACTIVE.
package struct ListFundingSources: WalletOperation, PlainRequest {
  package typealias Response = [FundingSource]
  package typealias Answer = FullList<FundingSource>
  package static let contract = Contract.read(
    "LIST_FUNDING_SOURCES", "/simulator/virtual/fundingsources", group: .virtualCards,
    about: "The funding sources")
  package init() {}
  package static let method = EngineMethod<Self> { $0.fundingEngine.listFundingSources }
}

package struct GetFundingSource: WalletOperation, ItemRequest {
  package typealias Response = FundingSource
  package static let contract = Contract.read(
    "GET_FUNDING_SOURCE", "/simulator/virtual/fundingsources/:id", group: .virtualCards,
    about: "One funding source")
  package let id: String
  package init(_ id: String) { self.id = id }
  package static let method = EngineMethod<Self> { $0.fundingEngine.getFundingSource }
}

/// Cancels a funding source: it becomes INACTIVE (F29). Repeating it has no effect.
package struct CancelFundingSource: WalletOperation, ItemRequest {
  package typealias Response = FundingSource
  package static let contract = Contract(
    "CANCEL_FUNDING_SOURCE", .post, "/simulator/virtual/fundingsources/:id/cancellation",
    group: .virtualCards, about: "Cancels a funding source",
    news: [.virtualCards], isAudited: true, lostAnswer: .notRecorded, retry: .withKey,
    confirms: nil, kiosk: .allowed)
  package let id: String
  package init(_ id: String) { self.id = id }
  package static let method = EngineMethod<Self> { $0.fundingEngine.cancelFundingSource }
}

/// Says that the funding source has money again: it is not UNFUNDED any more (F22). Repeating it has
/// no effect.
package struct ReviewUnfundedFundingSource: WalletOperation, ItemRequest {
  package typealias Response = FundingSource
  package static let contract = Contract(
    "REVIEW_UNFUNDED_FUNDING_SOURCE", .post, "/simulator/virtual/fundingsources/:id/review",
    group: .virtualCards, about: "Takes UNFUNDED from a funding source",
    news: [.virtualCards], isAudited: true, lostAnswer: .notRecorded, retry: .withKey,
    confirms: nil, kiosk: .allowed)
  package let id: String
  package init(_ id: String) { self.id = id }
  package static let method = EngineMethod<Self> { $0.fundingEngine.reviewUnfundedFundingSource }
}

/// Gives the card of a funding source again, with its new expiry (F22): REFRESH is over.
package struct RefreshFundingSource: WalletOperation, ItemBodyRequest {
  package typealias Response = FundingSource
  package static let contract = Contract(
    "REFRESH_FUNDING_SOURCE", .post, "/simulator/virtual/fundingsources/:id/refresh",
    group: .virtualCards, about: "Gives the card of a funding source again",
    news: [.virtualCards], isAudited: true, lostAnswer: .notRecorded, retry: .withKey,
    confirms: nil, kiosk: .allowed)
  package let id: String
  package let body: FundingSourceRequest
  package init(_ id: String, _ body: FundingSourceRequest) {
    self.id = id
    self.body = body
  }
  package static let method = EngineMethod<Self> { $0.fundingEngine.refreshFundingSource }
}

/// Sets REFRESH, as a bank would (F22): what a source does then can be tried.
package struct RequireFundingSourceRefresh: WalletOperation, ItemRequest {
  package typealias Response = FundingSource
  package static let contract = Contract(
    "REQUIRE_FUNDING_SOURCE_REFRESH", .post,
    "/simulator/virtual/fundingsources/:id/refreshrequirement",
    group: .virtualCards, about: "Makes a funding source ask for its card again",
    news: [.virtualCards], isAudited: true, lostAnswer: .notRecorded, retry: .withKey,
    confirms: nil, kiosk: .refused)
  package let id: String
  package init(_ id: String) { self.id = id }
  package static let method = EngineMethod<Self> { $0.fundingEngine.requireFundingSourceRefresh }
}
