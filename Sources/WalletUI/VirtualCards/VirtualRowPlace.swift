import WalletAPI
import WalletModel

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

  func place(_ personas: [String: Int]) -> Place {
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

extension ProvisionalVirtualCard {
  var isMaking: Bool { !isDamaged && state == .provisioning }
  /// Whether it has a row: it is on its way, or nothing came of it.
  var isShown: Bool { isMaking || !isDamaged && state == .failed }
}
