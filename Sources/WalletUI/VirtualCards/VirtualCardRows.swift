import ScreenKit
import WalletModel
import WalletService

extension VirtualCards {
  /// Gives the row of a card its name, or why it has none.
  static func name(_ result: VirtualCardResult, _ state: inout State) {
    state.virtual.list.update(result.id) { row in
      guard (row.card?.version ?? 0) <= result.card.version else { return }
      row.namedVersion = result.card.version
      switch result {
      case .success(let opened):
        row.name = opened.alias
        row.cause = nil
      case .partial(_, let cause): row.cause = cause
      }
    }
  }

  /// Cards that have changed or are new. Only a new card, or one that goes to another group, moves
  /// rows.
  static func merge(_ cards: [VirtualCard], _ state: inout State) {
    var moved: [VirtualCard] = []
    for card in cards {
      guard let row = state.virtual.list.row(card.id), let known = row.card,
        VirtualRow.group(of: card, state.virtual) == row.group,
        known.state.isOver == card.state.isOver
      else {
        moved.append(card)
        continue
      }
      guard card.version >= known.version else { continue }
      add(known, -1, row.group, &state)
      add(card, 1, row.group, &state)
      state.virtual.list.update(card.id) { $0.content = .card(card) }
      state.virtual.naming.restart()
    }
    guard !moved.isEmpty else { return }
    let ids = Set(moved.map(\.id))
    arrange(state.virtual.cards.filter { !ids.contains($0.id) } + moved, &state)
  }

  private static func add(
    _ card: VirtualCard, _ sign: Int64, _ group: VirtualGroup, _ state: inout State
  ) {
    let sum = state.virtual.spent[group]?[card.currency] ?? 0
    let (new, isOver) = sum.addingReportingOverflow(
      sign * max(0, min(card.spentThisMonth, .max - 1)))
    state.virtual.spent[group, default: [:]][card.currency] = isOver ? .max : new
  }

  /// Arranges the rows again, if the rows that are not cards have changed.
  static func arrange(_ state: inout State) { arrange(state.virtual.cards, &state) }

  /// The rows by persona: what is on its way first, then cards that can pay, then the others, the
  /// newest first.
  static func arrange(_ cards: [VirtualCard], _ state: inout State) {
    let known = state.virtual
    var rows: [VirtualRow] = []
    rows.reserveCapacity(cards.count)
    var seen: Set<String> = []
    state.virtual.spent = [:]
    for (index, card) in cards.enumerated() where card.id.isEmpty || seen.insert(card.id).inserted {
      let old = known.list.row(card.id)
      let row = VirtualRow(
        id: card.id.isEmpty ? "damaged \(index)" : card.id, content: .card(card),
        group: VirtualRow.group(of: card, known), name: old?.name, cause: old?.cause,
        namedVersion: old?.namedVersion)
      rows.append(row)
      if !card.isDamaged { add(card, 1, row.group, &state) }
    }
    for making in known.provisional where making.isShown && !seen.contains(making.card?.id ?? "") {
      let order = making.clientRefID.flatMap { known.orders[$0]?.order }
      let group = order.flatMap { known.persona($0.personaID) }.map { VirtualGroup.persona($0.id) }
      rows.append(
        VirtualRow(
          id: VirtualRow.id(of: making), content: .making(making), group: group ?? .making,
          name: order?.alias))
    }
    let places = Dictionary(
      known.personas.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
    let keys = rows.map { $0.place(places) }
    let order = rows.indices.sorted { keys[$0] < keys[$1] }
    let isLoading = known.list.isLoading
    state.virtual.list.replace(with: order.map { rows[$0] }, nextToken: nil, keepsPlace: true)
    state.virtual.list.total = rows.count
    state.virtual.list.isLoading = isLoading
    state.virtual.naming.restart()
  }
}

extension VirtualCardsState {
  /// The cards of all rows.
  var cards: [VirtualCard] { list.rows.compactMap(\.card) }
}

extension VirtualRow {
  static func id(of making: ProvisionalVirtualCard) -> String { "making \(making.id)" }

  static func group(of card: VirtualCard, _ state: VirtualCardsState) -> VirtualGroup {
    if card.isDamaged { return .damaged }
    guard let owner = card.owners.first(where: { $0.issuer == CardOwner.personas }) else {
      return .orphans
    }
    return .persona(owner.id)
  }

  /// Its place among the rows.
  struct Place: Comparable {
    let group: Int
    let persona: String
    let rank: Int
    let time: Int64
    let id: String
    static func < (a: Place, b: Place) -> Bool {
      (a.group, a.persona, a.rank, b.time, a.id) < (b.group, b.persona, b.rank, a.time, b.id)
    }
  }

  fileprivate func place(_ personas: [String: Int]) -> Place {
    let (group, persona) =
      switch group {
      case .making: (-1, "")
      case .persona(let id): (personas[id] ?? personas.count, personas[id] == nil ? id : "")
      case .orphans: (Int.max - 1, "")
      case .damaged: (Int.max, "")
      }
    switch content {
    case .making(let making):
      return Place(
        group: group, persona: persona, rank: 0, time: making.createdAt.milliseconds, id: id)
    case .card(let card):
      return Place(
        group: group, persona: persona, rank: card.state.isOver ? 2 : 1,
        time: card.createdAt.milliseconds, id: id)
    }
  }
}

extension VirtualCardState {
  /// Whether it will never pay again.
  var isOver: Bool { self == .closed || self == .failed }
}
