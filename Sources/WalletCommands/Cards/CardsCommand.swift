import Arguments
import FrontEnd
import WalletAPI
import WalletModel
import WalletService
import Words

struct CardsCommand: WalletCommand {
  let path = "cards"
  let summary = "List the cards."
  let options: [CommandOption] = [
    .cardType,
    CommandOption(
      "status", .choices("LIST", CardStatus.allCases.map { $0.rawValue.lowercased() }),
      "only these statuses"),
    CommandOption(
      "limit", .number("N", 1...1_000_000),
      "the number of cards (default \(CardQuery.defaultLimit))"),
    CommandOption("offset", .number("N", 0...999_999_999_999_999), "skip this many cards first"),
  ]
  let answer: String? = "`CardList`"

  func run(_ invocation: Invocation) async throws(WalletError) {
    let query = CardQuery(
      cardType: invocation.cardType,
      statuses: invocation.list("status").compactMap { CardStatus(rawValue: $0.uppercased()) },
      include: [.availableActions, .tokenizations],
      limit: invocation.number("limit") ?? CardQuery.defaultLimit,
      offset: invocation.number("offset") ?? 0)
    let list = try await list(query, invocation.wallet(readOnly: true).cards)
    if invocation.wantsJSON {
      try Output.json(compact: JSONWriter.bytes(list, capacity: 800 * list.cards.count))
    } else {
      // An empty list has no header.
      let isEmpty = list.cards.isEmpty && list.damaged.isEmpty
      try Output.text(
        (isEmpty ? "" : cardTable(list, invocation.words).text)
          + summary(list, offset: query.offset, invocation.words) + "\n")
    }
  }

  /// If the list is longer than a page, it is read page by page. While a page is decoded, others
  /// are on their way.
  private func list(_ query: CardQuery, _ cards: CardService) async throws(WalletError)
    -> CardList
  {
    var page = query
    page.limit = min(query.limit, CardQuery.maximumLimit)
    var list = try await cards.getAll(page)
    list.meta.limit = query.limit
    list.meta.page = query.offset / query.limit + 1
    let end = query.offset + query.limit
    let offsets = stride(
      from: query.offset + page.limit, to: min(end, list.meta.numberOfRecords), by: page.limit)
    var waiting = offsets.map { offset in
      page.offset = offset
      page.limit = min(CardQuery.maximumLimit, end - offset)
      return page
    }.makeIterator()
    var pages: [(offset: Int, list: CardList)] = []
    do {
      try await withThrowingTaskGroup(of: (offset: Int, list: CardList).self) { group in
        for _ in 0..<3 {
          guard let page = waiting.next() else { break }
          group.addTask { (page.offset, try await cards.getAll(page)) }
        }
        for try await answer in group {
          pages.append(answer)
          guard let page = waiting.next() else { continue }
          group.addTask { (page.offset, try await cards.getAll(page)) }
        }
      }
    } catch {
      throw error as? WalletError ?? WalletError(.internalError)
    }
    list.cards.reserveCapacity(min(query.limit, (1 + pages.count) * CardQuery.maximumLimit))
    for (_, next) in pages.sorted(by: { $0.offset < $1.offset }) {
      list.cards += next.cards
      list.damaged += next.damaged
      list.meta.numberOfRecords = next.meta.numberOfRecords
    }
    // Cards that were added meanwhile.
    page.offset = query.offset + (1 + pages.count) * CardQuery.maximumLimit
    while page.offset < min(end, list.meta.numberOfRecords) {
      page.limit = min(CardQuery.maximumLimit, end - page.offset)
      let next = try await cards.getAll(page)
      list.cards += next.cards
      list.damaged += next.damaged
      list.meta.numberOfRecords = next.meta.numberOfRecords
      page.offset += page.limit
    }
    return list
  }

  private func cardTable(_ list: CardList, _ words: Words) -> Table {
    var table = Table([
      words.name, words.statusLabel, words.typeColumn, words.schemeColumn,
      words.copying.cardNumber, words.expiryColumn, words.currencyShort, "ID",
    ])
    for card in list.cards {
      table.add([
        card.title, CardText.status(card.status, words), words.commandLine.typeTitle(card.cardType),
        card.scheme.rawValue,
        "·· " + card.lastFour, card.expiry.short, card.currency.code, card.id.rawValue,
      ])
    }
    for record in list.damaged {
      table.add([
        words.damagedEntry, "! " + words.damaged, "", "", "", "", "",
        record.id.rawValue,
      ])
    }
    return table
  }

  private func summary(_ list: CardList, offset: Int, _ words: Words)
    -> String
  {
    let shown = list.cards.count + list.damaged.count
    let total = list.meta.numberOfRecords
    if shown == 0 {
      return total == 0
        ? words.commandLine.noCardsAtAll : words.commandLine.noCards(from: offset, of: total)
    }
    return words.commandLine.range(offset + 1, offset + shown, of: total)
  }
}
