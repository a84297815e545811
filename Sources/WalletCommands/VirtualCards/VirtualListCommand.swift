import Arguments
import FrontEnd
import TextLayout
import WalletAPI
import WalletModel
import WalletService
import Words

struct VirtualListCommand: WalletCommand {
  let path = "virtual list"
  let summary = "List the virtual cards."
  let options: [CommandOption] = [
    CommandOption(
      "filter", .text("EXPR"), "only these, like `state = ISSUED and id beginsWith \"a\"`"),
    CommandOption(
      "sort", .choice("ORDER", ["newest", "oldest"]),
      "by the last change (default newest)", field: "sortOrder"),
    CommandOption(
      "limit", .number("N", 1...VirtualCardQuery.maximumLimit),
      "the number of cards (default \(VirtualCardQuery().limit))"),
    CommandOption(
      "next-token", .text("TOKEN"), "go on behind the page that named it", field: "nextToken"),
    CommandOption(
      "cache", .choice("WHEN", CachePolicy.allCases.map(\.rawValue)),
      "use what was listed earlier: auto (if the server can't be reached), off or only"),
  ]
  let answer: String? = """
    `items` (cards), `failed` (`partial` with what is readable of a card, and `cause`), `nextToken`, \
    and `cachedAt` if it comes from the cache
    """
  let notes: [String] = [
    """
    A filter compares `id` and `state` by = != < <= > >= contains notContains beginsWith and \
    `between A and B`, with and, or, not and parentheses.
    """,
    """
    The cache has the answers to the same options, for wallets on a server only. With --cache only \
    the server isn't asked; the password opens the keys of this device.
    """,
  ]

  func run(_ invocation: Invocation) async throws(WalletError) {
    let words = invocation.words
    try check(invocation.text("filter"), invocation)
    let policy = CachePolicy(rawValue: invocation.text("cache") ?? "") ?? .remoteOrCache
    let offline: OfflineUse? =
      switch policy {
      case .remoteOrCache: .ifUnreachable
      case .cacheOnly: .always
      case .remoteOnly: nil
      }
    let cards = try await invocation.wallet(readOnly: true, offline: offline).virtualCards
    let query = VirtualCardQuery(
      limit: invocation.number("limit") ?? VirtualCardQuery().limit,
      nextToken: invocation.text("next-token"),
      order: invocation.text("sort") == "oldest" ? .ascending : .descending,
      filter: invocation.text("filter"))
    let answer = try await cards.page(query, policy)
    let opened = try await cards.open(answer.page.cards)
    let results = VirtualCardResults(opened, nextToken: answer.page.nextToken)
    if let time = answer.cachedAt { Output.note(words.virtualCards.fromCache(CardText.date(time))) }
    VirtualCardText.tellWhyLocked(results.failed.map(\.cause), words)
    if invocation.wantsJSON {
      try Output.json(
        compact: VirtualCardJSON.list(results, cachedAt: answer.cachedAt).openBytes)
      return
    }
    let shown =
      results.items.map { VirtualCardResult.success($0) }
      + results.failed.map { .partial($0.card, $0.cause) }
    try Output.text(
      shown.isEmpty
        ? words.virtualCards.noVirtualCardsListed + "\n" : VirtualCardText.table(shown, words).text)
    for (card, cause) in results.failed {
      Output.note(Text.clean(card.id) + ": " + words.virtualCards.cause(cause))
    }
    if let token = results.nextToken { Output.note(words.virtualCards.nextPage(Text.clean(token))) }
  }

  /// Shows a mistake in the filter with its place.
  private func check(_ filter: String?, _ invocation: Invocation) throws(WalletError) {
    guard let filter else { return }
    do throws(CardFilterMistake) {
      _ = try CardFilter(parsing: filter)
    } catch {
      if !invocation.wantsJSON {
        for line in FilterMistakeText.lines(filter, error.position) { Output.note("  " + line) }
      }
      let place = error.position + 1
      throw WalletError(
        .usage,
        .text("The filter can't be read", "Der Filter lässt sich nicht lesen"),
        details: [
          Reason.local(error.reason).at("--filter"),
          .text("that is character \(place)", "das ist Zeichen \(place)"),
        ],
        advice: .text(
          "`walletui virtual list --help` shows what a filter can say.",
          "`walletui virtual list --help` zeigt, was ein Filter sagen kann."))
    }
  }
}

/// A filter, and a caret under a place in it.
enum FilterMistakeText {
  /// Characters that are shown before and behind the place.
  private static let context = 30

  static func lines(_ filter: String, _ position: Int) -> [String] {
    let characters = Array(filter)
    let place = min(position, characters.count)
    let start = max(0, place - context)
    let end = min(characters.count, place + context)
    let before = (start > 0 ? "…" : "") + Text.clean(String(characters[start..<place]))
    let after = Text.clean(String(characters[place..<end])) + (end < characters.count ? "…" : "")
    return [before + after, String(repeating: " ", count: Text.width(of: before)) + "^"]
  }
}
