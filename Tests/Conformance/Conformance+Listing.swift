import WalletAPI
import WalletModel

extension Conformance {
  static let listing: [ConformanceCase] = [
    ConformanceCase("A02 lists the sample in its order, one in each state") { wallet in
      let list = try await wallet.perform(ListCards(CardQuery()))
      let sample = wallet.sample.cards
      wallet.equal(list.cards.map(\.alias), sample.map(\.alias))
      wallet.equal(list.cards.map(\.lastFour), sample.map(\.lastFour))
      wallet.equal(list.cards.map(\.status), sample.map(\.status))
      wallet.equal(list.damaged, [])
      wallet.equal(Set(list.cards.map(\.id)).count, sample.count, "ids")
    },
    ConformanceCase("A03 A05 pages by record offset and tells the total") { wallet in
      let all = try await wallet.perform(ListCards(CardQuery())).cards
      for offset in 0...7 {
        let page = try await wallet.perform(ListCards(CardQuery(limit: 2, offset: offset)))
        wallet.equal(page.cards, Array(all.dropFirst(offset).prefix(2)), "page at \(offset)")
        wallet.equal(
          page.meta,
          PagingResultMeta(
            numberOfRecords: wallet.sample.cards.count, limit: 2, page: offset / 2 + 1))
      }
    },
    ConformanceCase("A02 filters by type and statuses, and pages what it filtered") { wallet in
      let all = try await wallet.perform(ListCards(CardQuery())).cards
      let filters: [(CardType?, [CardStatus])] = [
        (.physical, []), (.virtual, []), (nil, [.active]), (nil, [.active, .expired]),
        (.physical, [.active, .locked]), (.virtual, [.cancelled]),
        (nil, CardStatus.allCases),
      ]
      for (type, statuses) in filters {
        let wanted = all.filter {
          (type == nil || $0.cardType == type)
            && (statuses.isEmpty || statuses.contains($0.status))
        }
        let found = try await wallet.perform(
          ListCards(CardQuery(cardType: type, statuses: statuses)))
        wallet.equal(found.cards, wanted, "\(String(describing: type)) \(statuses)")
        wallet.equal(found.meta.numberOfRecords, wanted.count)
        let second = try await wallet.perform(
          ListCards(CardQuery(cardType: type, statuses: statuses, limit: 1, offset: 1)))
        wallet.equal(second.cards, Array(wanted.dropFirst().prefix(1)))
        wallet.equal(second.meta.numberOfRecords, wanted.count)
      }
    },
    ConformanceCase("A04 gives tokenizations and actions only when they are asked for") { wallet in
      let plain = try await wallet.card("Travel")
      wallet.equal(plain.tokenizations, nil)
      wallet.equal(plain.availableActions, nil)
      let full = try await wallet.perform(
        GetCard(plain.id, include: [.tokenizations, .availableActions]))
      wallet.equal(full.tokenizations?.map(\.walletType), [.applePay])
      wallet.equal(full.tokenizations?.map(\.status), [.completed])
      wallet.equal(
        full.availableActions?.map(\.action), [.cancel, .unlock, .showDetails, .showPin])
      let listed = try await wallet.perform(ListCards(CardQuery(include: [.availableActions])))
      wallet.equal(try listed.cards.at(0).tokenizations, nil)
      wallet.expect(listed.cards.allSatisfy { $0.availableActions != nil }, "actions are missing")
    },
    ConformanceCase("A04 the actions are those of the card's status") { wallet in
      wallet.equal(try await wallet.card("Travel").availableActions, nil)
      let locked = try await wallet.card("Travel", [.availableActions]).availableActions
      let active = try await wallet.card("Everyday", [.availableActions]).availableActions
      wallet.equal(locked?.map(\.action).prefix(2), [.cancel, .unlock])
      wallet.equal(active?.map(\.action).prefix(2), [.cancel, .lock])
    },
    ConformanceCase("A02 refuses limits and offsets that are out of range") { wallet in
      await wallet.refuse(fields: ["limit"], ListCards(CardQuery(limit: 0)))
      await wallet.refuse(fields: ["limit"], ListCards(CardQuery(limit: 1001)))
      await wallet.refuse(fields: ["limit", "offset"], ListCards(CardQuery(limit: -1, offset: -1)))
      _ = try await wallet.perform(ListCards(CardQuery(limit: 1000, offset: 1_000_000)))
    },
    ConformanceCase("A15 gives one card, and 5269 for an id that there is not") { wallet in
      let card = try await wallet.card("Everyday")
      wallet.equal(try await wallet.perform(GetCard(card.id)), card)
      for id in ["", "no-such-card", card.id.rawValue + "0", "'; DROP TABLE cards"] {
        await wallet.refuse(.notFound, GetCard(CardID(id)))
        await wallet.refuse(.notFound, SetCardStatus(CardID(id), .locked, reason: "x"))
        await wallet.refuse(.notFound, GetSecureDetails(CardID(id)))
        await wallet.refuse(.notFound, ListTransactions(CardID(id)))
      }
    },
    ConformanceCase("S19 a customer cannot see another customer's cards") { wallet in
      var other = wallet.context
      other.customerID = CustomerID("someone-else")
      let card = try await wallet.card("Everyday")
      await wallet.refuse(.unauthorized, ListCards(CardQuery()), other)
      await wallet.refuse(.unauthorized, GetCard(card.id), other)
      await wallet.refuse(.unauthorized, SetCardStatus(card.id, .locked, reason: "x"), other)
      await wallet.refuse(.unauthorized, GetSecureDetails(card.id), other)
    },
    ConformanceCase("B21 secrets need the scope pci-dss-1, everything the wallet's") { wallet in
      let card = try await wallet.card("Everyday")
      var context = wallet.context
      context.scopes = [.wallet]
      await wallet.refuse(.scopeMissing, GetSecureDetails(card.id), context)
      await wallet.refuse(.scopeMissing, EnrolAuthenticator(), context)
      wallet.equal(try await wallet.perform(GetCard(card.id), context), card)
      context.scopes = [.pciDss]
      await wallet.refuse(.scopeMissing, GetCard(card.id), context)
      await wallet.refuse(.scopeMissing, ListCards(CardQuery()), context)
      await wallet.refuse(.scopeMissing, SetCardStatus(card.id, .locked, reason: "x"), context)
    },
    ConformanceCase("A11 a card whose expiry is past reads as EXPIRED") { wallet in
      let before = try await wallet.card("Everyday")
      let today = wallet.now
      let end = Timestamp(
        civil: CivilTime(
          year: before.expiry.month == 12 ? before.expiry.year + 1 : before.expiry.year,
          month: before.expiry.month % 12 + 1, day: 1))
      wallet.advance(0, milliseconds: end.milliseconds - today.milliseconds - 1)
      wallet.equal(try await wallet.card("Everyday").status, .active, "in its last moment")
      wallet.advance(0, milliseconds: 1)
      let card = try await wallet.card("Everyday", [.availableActions])
      wallet.equal(card.status, .expired)
      wallet.equal(card.statusDate, end)
      wallet.equal(card.availableActions?.map(\.action), [.cancel])
      let expired = try await wallet.perform(ListCards(CardQuery(statuses: [.expired])))
      wallet.expect(expired.cards.contains { $0.id == card.id }, "the filter does not find it")
      await wallet.refuse(.actionRefused, GetSecureDetails(card.id))
      await wallet.refuse(.transitionRefused, SetCardStatus(card.id, .locked, reason: "x"))
    },
  ]
}
