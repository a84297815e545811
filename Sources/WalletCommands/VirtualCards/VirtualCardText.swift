import Arguments
import FrontEnd
import TextLayout
import WalletAPI
import WalletModel
import Words

/// Virtual cards as text or as JSON.
enum VirtualCardText {
  static func print(_ result: VirtualCardResult, _ invocation: Invocation) throws(WalletError) {
    if case .partial(_, let cause) = result { tellWhyLocked([cause], invocation.words) }
    if invocation.wantsJSON {
      return try Output.json(compact: VirtualCardJSON.single(result).openBytes)
    }
    let words = invocation.words
    let card = result.card
    var table = Table([words.virtualForms.virtualCardName, Text.clean(title(result))])
    if card.isDamaged {
      table.add([words.statusLabel, words.damagedEntry])
      table.add(["ID", card.id])
      return try Output.text(table.text)
    }
    table.add([words.statusLabel, state(card, words)])
    if case .partial(_, let cause) = result {
      table.add([words.virtualCards.sealedLabel, words.virtualCards.cause(cause)])
    }
    table.add([words.holder, card.cardHolder])
    table.add([words.copying.cardNumber, "·· " + card.lastFour])
    if let opened = result.opened {
      if let expiry = opened.expiry { table.add([words.expiryColumn, expiry.short]) }
      if let address = opened.billingAddress {
        table.add([words.virtualCards.billTo, line(address)])
      }
      if let metadata = opened.metadata { table.add([words.virtualForms.metadataLabel, metadata]) }
      if let last = opened.lastTransaction {
        table.add([
          words.virtualCards.lastPaymentTitle,
          CardText.date(last.transactedAt) + " UTC, " + last.description + ", "
            + words.money(last.billedAmount),
        ])
      }
    }
    add(card.rules, of: card, to: &table, words)
    let owners = card.owners.filter { $0.issuer == CardOwner.personas }.map(\.id)
    table.add([
      words.virtualCards.personaLabel,
      owners.isEmpty ? words.virtualCards.personaDeleted : owners.joined(separator: ", "),
    ])
    table.add([words.virtualCards.sourceColumn, card.fundingSourceID])
    table.add([words.virtualCards.changedLabel, CardText.date(card.updatedAt) + " UTC"])
    table.add([words.virtualCards.versionLabel, "\(card.version)"])
    table.add(["ID", card.id])
    try Output.text(table.text)
  }

  /// Says once why keys that are there cannot be read.
  static func tellWhyLocked(_ causes: [PartialCause], _ words: Words) {
    let errors = causes.compactMap { cause -> WalletError? in
      if case .keysUnreadable(let error) = cause { error } else { nil }
    }
    guard let error = errors.first else { return }
    Output.note("walletui: " + Text.clean(words.errors.message(error)) + ".")
    for detail in error.details { Output.note("  " + Text.clean(words.errors.text(detail))) }
    let advice = words.errors.advice(error)
    if !advice.isEmpty { Output.note("  " + Text.clean(advice)) }
  }

  private static func add(
    _ rules: SpendingRules, of card: VirtualCard, to table: inout Table, _ words: Words
  ) {
    if let merchant = rules.merchantID { table.add([words.virtualCards.onlyMerchant, merchant]) }
    if rules.isSingleUse {
      table.add([words.cards.paymentsTitle, words.virtualCards.justOne])
    }
    if let limit = rules.monthlyLimit {
      let spent = words.money(Money(card.spentThisMonth, card.currency))
      table.add([
        words.virtualCards.eachMonth,
        words.virtualCards.spent(spent, of: words.money(Money(limit, card.currency))),
      ])
    }
  }

  /// The alias, or the holder of a card without one.
  static func title(_ result: VirtualCardResult) -> String {
    result.opened?.alias ?? result.card.cardHolder
  }

  /// `ISSUED`, with what else matters.
  static func state(_ card: VirtualCard, _ words: Words) -> String {
    let state = card.state.rawValue
    if let reason = card.closedReason { return "\(state) (\(reason.rawValue))" }
    return card.isPaused ? "\(state), \(words.virtualCards.pausedWord)" : state
  }

  static func line(_ address: VirtualBillingAddress) -> String {
    [
      address.addressLine1, address.addressLine2, address.city, address.state, address.postalCode,
      address.country,
    ].compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: ", ")
  }

  /// The cards that were read, then the others with the reason.
  static func table(_ results: [VirtualCardResult], _ words: Words) -> Table {
    let columns: [TableColumn<VirtualCardResult>] = [
      .init(words.name, ifDamaged: .word) { result in
        result.opened.map { $0.alias ?? "" } ?? words.virtualCards.sealedName
      },
      .init(words.statusLabel) { state($0.card, words) },
      .init(words.copying.cardNumber) { "·· \($0.card.lastFour)" },
      .init(words.expiryColumn) { $0.opened?.expiry?.short ?? "" },
      .init(words.holder) { $0.card.cardHolder },
      .init(words.virtualCards.changedLabel + " (UTC)") { CardText.date($0.card.updatedAt) },
      .init("ID", ifDamaged: .value) { $0.id },
    ]
    return Table(results, columns, words)
  }
}

extension VirtualCardResult: TableRecord {
  var isDamaged: Bool { card.isDamaged }
}

/// The answers with the published names (F09, F10, F16). The opened fields are beside the others.
/// Number and CVV are never in them.
enum VirtualCardJSON {
  /// F12, F15: `{"success": card}` or `{"partial": card, "cause": …}`.
  static func single(_ result: VirtualCardResult) -> JSON {
    switch result {
    case .success(let opened): ["success": card(opened)]
    case .partial(let card, let cause): ["cause": self.cause(cause), "partial": partial(card)]
    }
  }

  static func list(_ results: VirtualCardResults, cachedAt: Timestamp?) -> JSON {
    var fields: [(name: String, value: JSON)] = [
      (
        "failed",
        .array(results.failed.map { ["cause": cause($0.cause), "partial": partial($0.card)] })
      ),
      ("items", .array(results.items.map(card))),
      ("nextToken", .text(results.nextToken)),
    ]
    if let cachedAt { fields.append(("cachedAt", .string(cachedAt.description))) }
    return .object(fields)
  }

  static func cause(_ cause: PartialCause) -> JSON {
    switch cause {
    case .keyMissing(let key): ["keyId": .string(key), "kind": "KEY_MISSING"]
    case .keysUnreadable(let error): ["code": .string(error.codeText), "kind": "KEYS_UNREADABLE"]
    case .unknownAlgorithm(let name): ["algorithm": .string(name), "kind": "UNKNOWN_ALGORITHM"]
    case .unreadable: ["kind": "UNREADABLE"]
    case .damagedRecord: ["kind": "DAMAGED_RECORD"]
    }
  }

  private static func partial(_ card: VirtualCard) -> JSON { .object(fields(card)) }

  private static func fields(_ card: VirtualCard) -> [(name: String, value: JSON)] {
    guard case .object(let all) = JSONTree.object(card) else { return [] }
    return all.filter { $0.name != "sealed" }
  }

  private static func card(_ opened: OpenedVirtualCard) -> JSON {
    var all = fields(opened.card)
    all.append(("alias", .text(opened.alias)))
    let metadata = opened.metadata.flatMap { try? JSON.read(.plain(Array($0.utf8))) }
    all.append(("metadata", metadata ?? .null))
    all.append(("billingAddress", opened.billingAddress.map { JSONTree.object($0) } ?? .null))
    let expiry = opened.expiry.map { expiry -> JSON in
      let month = String("0\(expiry.month)".suffix(2))
      return ["mm": .string(month), "yyyy": .string("\(expiry.year)")]
    }
    all.append(("expiry", expiry ?? .null))
    all.append(("lastTransaction", opened.lastTransaction.map { JSONTree.object($0) } ?? .null))
    return .object(all)
  }
}
