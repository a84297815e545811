import Secrets
import WalletAPI
import WalletModel

extension Conformance {
  static let links: [ConformanceCase] = [
    ConformanceCase("A37 a URL shows the details once, without another code") { wallet in
      let card = try await wallet.card("Everyday")
      let details = try await wallet.authorised(GetSecureDetails(card.id))
      let open = try await wallet.link(to: card)
      let shown = try await wallet.perform(open)
      wallet.expect(shown.pan.matches(details.pan), "another number")
      wallet.expect(shown.cvv.matches(details.cvv), "another CVV")
      wallet.equal(shown.expiry, card.expiry)
      wallet.equal(shown.holderName, card.holderName)
      await wallet.refuse(.notFound, open)
    },
    ConformanceCase("A37 a URL is good for 30 s") { wallet in
      let card = try await wallet.card("Everyday")
      let early = try await wallet.link(to: card)
      wallet.advance(29)
      _ = try await wallet.perform(early)
      let late = try await wallet.link(to: card)
      wallet.advance(30)
      await wallet.refuse(.notFound, late)
    },
    ConformanceCase("A37 S10 a URL is for its sign-in and device only") { wallet in
      let open = try await wallet.link(to: try await wallet.card("Everyday"))
      var context = wallet.context
      context.sessionID = "another-session"
      await wallet.refuse(.notFound, open, context)
      context = wallet.context
      context.deviceID = "another-device"
      await wallet.refuse(.notFound, open, context)
      context = wallet.context
      context.scopes = [.wallet]
      await wallet.refuse(.scopeMissing, open, context)
      await wallet.refuse(.notFound, OpenSecureDetails(open.ticket + "0"))
      // None of these used the URL up.
      _ = try await wallet.perform(open)
    },
    ConformanceCase("A37 a URL ends with the version of its card") { wallet in
      let card = try await wallet.card("Everyday")
      let open = try await wallet.link(to: card)
      _ = try await wallet.perform(SetCardStatus(card.id, .locked, reason: "x"))
      _ = try await wallet.perform(SetCardStatus(card.id, .active, reason: "y"))
      await wallet.refuse(.notFound, open)
      let last = try await wallet.link(to: card)
      _ = try await wallet.perform(SetCardStatus(card.id, .cancelled, reason: "z"))
      await wallet.refuse(.notFound, last)
    },
    ConformanceCase("A37 a URL does not outlive the process") { wallet in
      let open = try await wallet.link(to: try await wallet.card("Everyday"))
      try await wallet.restart()
      await wallet.refuse(.notFound, open)
    },
    ConformanceCase("A37 of many that open a URL at once, one gets the details") { wallet in
      let open = try await wallet.link(to: try await wallet.card("Everyday"))
      let shown = await withTaskGroup(of: Int.self) { group in
        for _ in 0..<20 {
          group.addTask { (try? await wallet.perform(open)) == nil ? 0 : 1 }
        }
        return await group.reduce(0, +)
      }
      wallet.equal(shown, 1, "times shown")
    },
  ]
}

extension Wallet {
  /// The request for a new URL.
  fileprivate func link(to card: Card) async throws -> OpenSecureDetails {
    let url = try await authorised(LinkSecureDetails(card.id))
    let text = url.withBytes { String(decoding: $0, as: UTF8.self) }
    return OpenSecureDetails(text.split(separator: "/").last.map(String.init) ?? "")
  }
}
