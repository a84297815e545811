import Secrets
import WalletAPI
import WalletModel

enum Secret3 {
  /// Three digits, each different from the one in `cvv`.
  static func other(than cvv: Secret) -> Secret {
    Secret(count: 3) { digits in
      cvv.withBytes { cvv in
        for index in 0..<3 { digits[index] = (cvv[index] - 0x30 + 3) % 10 + 0x30 }
      }
    }
  }
}

extension Conformance {
  static let changing: [ConformanceCase] = [
    ConformanceCase("A24 the transition table holds for every status of the sample") { wallet in
      // For each card of the sample: the possible changes and their results.
      let allowed: [String: [CardStatus: CardStatus]] = [
        "Everyday": [.locked: .locked, .cancelled: .cancelled],
        "Travel": [.active: .active, .cancelled: .cancelled],
        "Shopping": [.locked: .locked, .cancelled: .cancelled],
        "New plastic": [.cancelled: .cancelled], "Old": [.cancelled: .cancelled],
      ]
      for (alias, targets) in allowed {
        let card = try await wallet.card(alias)
        for wanted in [CardStatus.active, .locked] where targets[wanted] == nil {
          await wallet.refuse(
            .transitionRefused, SetCardStatus(card.id, wanted, reason: "x"))
          wallet.equal(try await wallet.card(alias), card, "a refusal changes nothing")
        }
        for wanted in [CardStatus.active, .locked, .cancelled] {
          guard let outcome = targets[wanted] else { continue }
          let changed = try await wallet.perform(SetCardStatus(card.id, wanted, reason: "x"))
          wallet.equal(changed.status, outcome, "\(alias) to \(wanted)")
        }
      }
      for alias in allowed.keys {
        let card = try await wallet.card(alias)
        wallet.equal(card.status, .cancelled)
        for wanted in [CardStatus.active, .locked, .cancelled] {
          await wallet.refuse(.transitionRefused, SetCardStatus(card.id, wanted, reason: "x"))
        }
      }
    },
    ConformanceCase("A24 a change bears its reason, its time and a new version") { wallet in
      let card = try await wallet.card("Everyday")
      wallet.advance(60)
      let locked = try await wallet.perform(SetCardStatus(card.id, .locked, reason: "Lost it"))
      wallet.equal(locked.status, .locked)
      wallet.equal(locked.statusReason, "Lost it")
      wallet.equal(locked.statusDate, wallet.now)
      wallet.equal(locked.version, card.version + 1)
      wallet.equal(try await wallet.perform(GetCard(card.id)), locked)
      try await wallet.restart()
      wallet.equal(try await wallet.perform(GetCard(card.id)), locked, "after a restart")
    },
    ConformanceCase("A24 unlocking gives DIGITAL back to a card never activated") { wallet in
      let card = try await wallet.card("Shopping")
      await wallet.refuse(.transitionRefused, SetCardStatus(card.id, .active, reason: "x"))
      _ = try await wallet.perform(SetCardStatus(card.id, .locked, reason: "x"))
      let back = try await wallet.perform(SetCardStatus(card.id, .active, reason: "x"))
      wallet.equal(back.status, .digital)
      wallet.equal(back.activationDate, nil)
    },
    ConformanceCase("A23 a status needs a reason and must be one that a customer sets") { wallet in
      let card = try await wallet.card("Everyday")
      await wallet.refuse(fields: ["statusReason"], SetCardStatus(card.id, .locked, reason: ""))
      await wallet.refuse(
        fields: ["statusReason"],
        SetCardStatus(card.id, .locked, reason: String(repeating: "x", count: 201)))
      for status in CardStatus.allCases
      where ![.active, .locked, .cancelled].contains(status) {
        await wallet.refuse(fields: ["status"], SetCardStatus(card.id, status, reason: "x"))
      }
      let longest = String(repeating: "ü", count: 200)
      let locked = try await wallet.perform(SetCardStatus(card.id, .locked, reason: longest))
      wallet.equal(locked.statusReason, longest)
    },
    ConformanceCase("R8 a stale version is refused, and both versions are named") { wallet in
      let card = try await wallet.card("Everyday")
      var context = wallet.version(card.version)
      let locked = try await wallet.perform(
        SetCardStatus(card.id, .locked, reason: "x"), context)
      let error = await wallet.refuse(
        .versionConflict, SetCardStatus(card.id, .active, reason: "x"), context)
      let details = error?.details.map(\.english).joined() ?? ""
      wallet.expect(details.contains("\(card.version)"), "the version seen is not named")
      wallet.expect(details.contains("\(locked.version)"), "the version there is not named")
      wallet.equal(try await wallet.perform(GetCard(card.id)), locked)
      let plastic = try await wallet.card("New plastic")
      context.expectedVersion = plastic.version + 1
      let request = CardActivationRequest(lastFourDigits: "0000", cvv: secret("000"))
      await wallet.refuse(.versionConflict, ActivateCard(plastic.id, request), context)
      wallet.equal(try await wallet.perform(GetCard(plastic.id)), plastic)
    },
    ConformanceCase("A23 a PIN is changed with a code, and read with another") { wallet in
      let card = try await wallet.card("Shopping")
      await wallet.refuse(.pinNotSet, GetPin(card.id))
      await wallet.refuse(fields: ["pin"], SetCardPin(card.id, pin: secret("12")))
      await wallet.refuse(fields: ["pin"], SetCardPin(card.id, pin: secret("12a4")))
      let changed = try await wallet.authorised(SetCardPin(card.id, pin: secret("8265")))
      wallet.equal(changed.isPinSet, true)
      wallet.equal(changed.version, card.version + 1)
      let pin = try await wallet.authorised(GetPin(card.id))
      wallet.expect(pin.matches(secret("8265")), "another PIN")
      try await wallet.restart()
      let again = try await wallet.authorised(GetPin(card.id))
      wallet.expect(again.matches(secret("8265")), "another PIN after a restart")
    },
    ConformanceCase("A card of any status gets a name, loses it, and keeps it on a restart") {
      wallet in
      for card in [try await wallet.card("Shopping"), try await wallet.card("Old")] {
        await wallet.refuse(
          fields: ["alias"], RenameCard(card.id, alias: String(repeating: "x", count: 25)))
        await wallet.refuse(fields: ["alias"], RenameCard(card.id, alias: "a\u{202e}b"))
        let named = try await wallet.perform(RenameCard(card.id, alias: "Für Ana 🐾"))
        wallet.equal(named.alias, "Für Ana 🐾")
        wallet.equal(named.version, card.version + 1)
        wallet.equal(named.status, card.status)
        let context = wallet.version(card.version)
        await wallet.refuse(.versionConflict, RenameCard(card.id, alias: "b"), context)
        try await wallet.restart()
        wallet.equal(try await wallet.perform(GetCard(card.id)).alias, "Für Ana 🐾")
        let bare = try await wallet.perform(RenameCard(card.id, alias: ""))
        wallet.equal(bare.title, card.programName)
      }
      await wallet.refuse(.notFound, RenameCard(CardID("no such"), alias: "a"))
    },
    ConformanceCase("A14 what a card's status forbids is refused before any code") { wallet in
      for alias in ["New plastic", "Old"] {
        let card = try await wallet.card(alias)
        await wallet.refuse(.actionRefused, GetSecureDetails(card.id))
        await wallet.refuse(.actionRefused, GetPin(card.id))
        await wallet.refuse(.actionRefused, SetCardPin(card.id, pin: secret("1234")))
      }
      let locked = try await wallet.card("Travel")
      await wallet.refuse(.actionRefused, SetCardPin(locked.id, pin: secret("1234")))
    },
  ]
}
