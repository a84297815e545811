import Secrets
import WalletAPI
import WalletModel

extension Conformance {
  static let revealing: [ConformanceCase] = [
    ConformanceCase("B04 B08 a reveal without a grant is answered with an event") { wallet in
      let card = try await wallet.card("Travel")
      let event = try await wallet.event(of: GetSecureDetails(card.id))
      wallet.equal(event.creationTime, wallet.now)
      wallet.equal(event.expirationTime, wallet.now.adding(seconds: 900))
      wallet.equal(event.authenticationMode, .known(.embedded))
      wallet.equal(event.availableVerifications.map(\.channel), [.sms, .email])
      wallet.equal(
        event.availableVerifications.map(\.target), ["+359 ••• ••• 412", "a•••@example.com"])
      let second = try await wallet.event(of: GetSecureDetails(card.id))
      wallet.expect(event.id != second.id, "the same event twice")
    },
    ConformanceCase("A26 A36 a code shows PAN, CVV, expiry and holder, once") { wallet in
      for (alias, way) in [("Travel", Wallet.sms), ("Everyday", Wallet.email)] {
        let card = try await wallet.card(alias)
        let context = try await wallet.grant(for: GetSecureDetails(card.id), by: way)
        let details = try await wallet.perform(GetSecureDetails(card.id), context)
        details.pan.withBytes { digits in
          wallet.expect(digits.count == 16 && PAN.isLuhnValid(digits), "an invalid number")
          wallet.equal(String(decoding: digits.suffix(4), as: UTF8.self), card.lastFour)
        }
        wallet.expect(details.cvv.isDigits(count: 3), "no CVV")
        wallet.equal(details.expiry, card.expiry)
        wallet.equal(details.holderName, card.holderName)
        await wallet.refuse(.scaExpired, GetSecureDetails(card.id), context)
      }
    },
    ConformanceCase("A36 the CVV is the same each time") { wallet in
      let card = try await wallet.card("Everyday")
      let first = try await wallet.authorised(GetSecureDetails(card.id))
      try await wallet.restart()
      let second = try await wallet.authorised(GetSecureDetails(card.id))
      wallet.expect(first.cvv.matches(second.cvv), "another CVV")
      wallet.expect(first.pan.matches(second.pan), "another number")
    },
    ConformanceCase("A31 a PIN is four digits, behind a code") { wallet in
      let pin = try await wallet.authorised(GetPin(try await wallet.card("Everyday").id))
      wallet.expect(pin.isDigits(count: 4), "not four digits")
    },
    ConformanceCase("S10 a grant is for its action, card, session and device only") { wallet in
      let card = try await wallet.card("Everyday")
      let other = try await wallet.card("Groceries")
      let granted = try await wallet.grant(for: GetSecureDetails(card.id))
      let refusal = await wallet.refuse(.scaRejected, GetPin(card.id), granted)
      wallet.equal(refusal?.advice?.english, "Start again.", "another code does not help")
      await wallet.refuse(.scaRejected, SetCardPin(card.id, pin: secret("1234")), granted)
      await wallet.refuse(.scaRejected, GetSecureDetails(other.id), granted)
      var context = granted
      context.sessionID = "another-session"
      await wallet.refuse(.scaRejected, GetSecureDetails(card.id), context)
      context = granted
      context.deviceID = "another-device"
      await wallet.refuse(.scaRejected, GetSecureDetails(card.id), context)
      context = granted
      context.sca?.walletOperationID = WalletOperationID("another-operation")
      await wallet.refuse(.scaRejected, GetSecureDetails(card.id), context)
      // None of these used the grant up.
      _ = try await wallet.perform(GetSecureDetails(card.id), granted)
    },
    ConformanceCase("B09 a grant is for the PIN that was confirmed, and no other") { wallet in
      let card = try await wallet.card("Everyday")
      let event = try await wallet.event(of: SetCardPin(card.id, pin: secret("4711")))
      // Another sign-in cannot continue an event that was not confirmed yet.
      await wallet.refuse(
        .scaRejected, SetCardPin(card.id, pin: secret("9999")), wallet.context(with: event))
      let granted = try await wallet.authorise(event)
      await wallet.refuse(.scaRejected, SetCardPin(card.id, pin: secret("9999")), granted)
      // Its owner can still use the grant.
      _ = try await wallet.perform(SetCardPin(card.id, pin: secret("4711")), granted)
      let pin = try await wallet.authorised(GetPin(card.id))
      wallet.expect(pin.matches(secret("4711")), "another PIN")
    },
    ConformanceCase("S10 a grant lasts 60 s") { wallet in
      let card = try await wallet.card("Everyday")
      for (seconds, isGood) in [(60, true), (61, false)] as [(Int64, Bool)] {
        let context = try await wallet.grant(for: GetSecureDetails(card.id))
        wallet.advance(seconds)
        if isGood {
          _ = try await wallet.perform(GetSecureDetails(card.id), context)
        } else {
          await wallet.refuse(.scaExpired, GetSecureDetails(card.id), context)
        }
      }
    },
    ConformanceCase("S10 a grant ends with the version of the card that it is for") { wallet in
      let card = try await wallet.card("Everyday")
      let context = try await wallet.grant(for: GetSecureDetails(card.id))
      _ = try await wallet.perform(SetCardStatus(card.id, .locked, reason: "x"))
      await wallet.refuse(.scaExpired, GetSecureDetails(card.id), context)
    },
    ConformanceCase("B09 an event without its code is no grant") { wallet in
      let card = try await wallet.card("Everyday")
      let event = try await wallet.event(of: GetSecureDetails(card.id))
      let error = await wallet.refuse(
        .scaRequired, GetSecureDetails(card.id), wallet.context(with: event))
      wallet.equal(error?.scaEvent, event, "the same event is to be confirmed")
      var unknown = wallet.context
      unknown.sca = ScaReference(
        eventID: ScaEventID("no-such-event"), walletOperationID: event.walletOperationID)
      await wallet.refuse(.scaExpired, GetSecureDetails(card.id), unknown)
    },
    ConformanceCase("S10 a grant does not outlive the process that it was given to") { wallet in
      let card = try await wallet.card("Everyday")
      let event = try await wallet.event(of: GetSecureDetails(card.id))
      _ = try await wallet.authorise(event)
      try await wallet.restart()
      await wallet.refuse(
        .scaRejected, GetSecureDetails(card.id), wallet.context(with: event))
    },
  ]
}
