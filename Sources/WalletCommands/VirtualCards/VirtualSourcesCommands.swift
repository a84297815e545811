import Arguments
import CardEntry
import FrontEnd
import Languages
import TextLayout
import WalletAPI
import WalletModel
import WalletService
import Words

struct VirtualSourcesListCommand: WalletCommand {
  let path = "virtual sources list"
  let summary = "List the funding sources, where virtual cards get their money."
  let options: [CommandOption] = [
    CommandOption("provisional", "list those that are being set up instead")
  ]
  let answer: String? =
    "a list of `FundingSource`; with --provisional of `ProvisionalFundingSource`"

  func run(_ invocation: Invocation) async throws(WalletError) {
    let none = invocation.words.virtualCards.noSources
    if invocation.has("provisional") {
      return try await invocation.showList(ListProvisionalFundingSources(), none: none)
    }
    try await invocation.showList(ListFundingSources(), none: none)
  }
}

struct VirtualSourcesAddCommand: WalletCommand {
  let path = "virtual sources add"
  let summary = "Set up a funding source from a saved card or a test card."
  let options: [CommandOption] =
    FundingCard.options + BankPrompt.options
  let answer: String? =
    "`FundingSource`; `ProvisionalFundingSource` if nobody could answer the bank"
  let notes: [String] = [
    CardPrompt.note, BankPrompt.note,
    "By setting it up you agree to the text that is shown first.",
  ]

  func run(_ invocation: Invocation) async throws(WalletError) {
    try FundingCard.check(invocation)
    let wallet = try await invocation.wallet()
    var source = try await FundingCard.given(invocation) { request throws(WalletError) in
      try await wallet.send(SetUpFundingSource(request))
    }
    let words = invocation.words
    do throws(WalletError) {
      if source.state == .pending {
        let asked = try await BankPrompt(invocation: invocation, wallet: wallet).ask(source.id)
        source = try await wallet.send(GetProvisionalFundingSource(source.id))
        if !asked.isOver {
          Output.note(words.payments.answerLater(BankPrompt.command(source.id)))
          if invocation.wantsJSON { try Output.json(compact: JSONWriter.bytes(source)) }
          return
        }
      }
      if source.state == .failed { throw WalletError(.fundingSourceCreation) }
      if let text = text(source, words) { Output.note(text) }
      try invocation.show(try await wallet.virtualCards.complete(source))
    } catch {
      // What was begun is given up, unless its answer was lost.
      if source.state.isOpen, !error.mayHaveHappened {
        _ = try? await wallet.send(CancelProvisionalFundingSource(source.id))
      }
      throw error
    }
  }

  /// What the person agrees to, in their language if there is a text in it.
  private func text(_ source: ProvisionalFundingSource, _ words: Words) -> String? {
    let texts = source.provisioningData?.authorizationText ?? []
    let own = texts.first { $0.language == words.language.rawValue } ?? texts.first
    return own.map { Text.clean($0.content) }
  }
}

struct VirtualSourcesCancelCommand: WalletCommand {
  let path = "virtual sources cancel"
  let summary = "Cancel a funding source, or one that is being set up."
  let arguments: [CommandArgument] = [.fundingSource]
  let options: [CommandOption] = [.endsWithoutAsking]
  let answer: String? = "`FundingSource` or `ProvisionalFundingSource`"
  let notes: [String] = ["Its virtual cards stay, but pay nothing any more."]

  func run(_ invocation: Invocation) async throws(WalletError) {
    let wallet = try await invocation.wallet()
    let id = invocation.arguments[0]
    do throws(WalletError) {
      let source = try await wallet.send(GetFundingSource(id))
      let words = invocation.words
      try invocation.confirm(
        words.cardForms.cancelTitle(Text.clean(words.virtualForms.fundingName(source)))
          + " " + words.virtualForms.cancelFundingLine)
      try invocation.show(try await wallet.send(CancelFundingSource(id)))
    } catch {
      guard error.code == .fundingSourceNotFound else { throw error }
      let provisional: ProvisionalFundingSource
      do throws(WalletError) {
        provisional = try await wallet.send(CancelProvisionalFundingSource(id))
      } catch let second {
        throw second.code == .provisionalFundingSourceNotFound ? error : second
      }
      try invocation.show(provisional)
    }
  }
}

struct VirtualSourcesRefreshCommand: WalletCommand {
  let path = "virtual sources refresh"
  let summary = "Give the card of a funding source again, when it asks for that (REFRESH)."
  let arguments: [CommandArgument] = [.fundingSource]
  let options: [CommandOption] = FundingCard.options
  let answer: String? = "`FundingSource`"
  let notes: [String] = [CardPrompt.note]

  func run(_ invocation: Invocation) async throws(WalletError) {
    try FundingCard.check(invocation)
    let wallet = try await invocation.wallet()
    let source = try await FundingCard.given(invocation) { request throws(WalletError) in
      try await wallet.send(RefreshFundingSource(invocation.arguments[0], request))
    }
    try invocation.show(source)
  }
}

struct VirtualSourcesReviewCommand: WalletCommand {
  let path = "virtual sources review"
  let summary = "Say that there is money again in a funding source (UNFUNDED)."
  let arguments: [CommandArgument] = [.fundingSource]
  let answer: String? = "`FundingSource`"

  func run(_ invocation: Invocation) async throws(WalletError) {
    let wallet = try await invocation.wallet()
    try invocation.show(
      try await wallet.send(ReviewUnfundedFundingSource(invocation.arguments[0])))
  }
}

/// The card of a funding source, from options or from the terminal.
private enum FundingCard {
  static let options: [CommandOption] =
    [
      CommandOption(
        "saved", .text("ID"), "take this saved card, one of `saved list`", field: "savedCardId"),
      CommandOption(
        "currency", .text("CODE"), "of the funding source (USD)", field: "currencyCode"),
    ] + CardPrompt.options

  /// Before the wallet is opened.
  static func check(_ invocation: Invocation) throws(WalletError) {
    for option in ["number-file", "expiry", "cvv-file"]
    where invocation.has("saved") && invocation.has(option) {
      throw WalletError.together("saved", option)
    }
  }

  /// Hands the card to `send`, and wipes it then.
  static func given<Answer>(
    _ invocation: Invocation, _ send: (FundingSourceRequest) async throws(WalletError) -> Answer
  ) async throws(WalletError) -> Answer {
    let currency = Currency(invocation.text("currency") ?? "USD")
    if let id = invocation.text("saved") {
      return try await send(FundingSourceRequest(.saved(id), currency: currency))
    }
    let prompt = CardPrompt(
      rules: CardEntryRules(.saving(excluding: [], isSBusiness: false)),
      fields: [.number, .expiry, .cvv], words: invocation.words)
    let card = try prompt.ask(given: try CardPrompt.given(invocation))
    defer { card.wipe() }
    return try await send(FundingSourceRequest(.entered(card), currency: currency))
  }
}

extension FundingSource: ListRecord {
  static func columns(_ words: Words) -> [TableColumn<FundingSource>] {
    [
      // `VISA ·· 4242`, `First Bank ··6789`.
      .init(words.virtualCards.sourceColumn, ifDamaged: .word) { source in
        source.type == .known(.bankAccount)
          ? words.virtualForms.fundingName(source)
          : "\(source.network.rawValue) ·· \(source.lastFour)"
      },
      .init(words.statusLabel) { source in
        source.state.rawValue + source.flags.map { ", " + $0.rawValue }.joined()
      },
      .init(words.currencyShort) { $0.currency.code },
      .init(words.virtualCards.atMost) { $0.velocities.joined(separator: ", ") },
      .init("ID", ifDamaged: .value) { $0.id },
    ]
  }
}

extension ProvisionalFundingSource: ListRecord {
  static func columns(_ words: Words) -> [TableColumn<ProvisionalFundingSource>] {
    [
      .init(words.virtualCards.sourceColumn, ifDamaged: .word) { "·· \($0.lastFour)" },
      .init(words.statusLabel) { $0.state.rawValue },
      .init(words.created) { CardText.date($0.createdAt) },
      .init("ID", ifDamaged: .value) { $0.id },
    ]
  }
}
