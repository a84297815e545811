package import WalletModel

/// Cards in wallets of simulated devices.
package struct PhoneWords: FeatureWords {
  package let words: Words

  package var addToPhone: CommandText {
    command(
      (
        "Add to a phone", "Puts the card into a simulated phone or watch, after a one-time code.",
        nil
      ),
      (
        "Auf ein Handy",
        "Nimmt die Karte nach einem Code in ein simuliertes Handy oder eine Uhr auf.",
        nil
      ))
  }

  // MARK: Devices

  package var iPhone: String { "iPhone" }
  package var appleWatch: String { "Apple Watch" }
  package var androidPhone: String { say("Android phone", "Android-Handy") }
  package var samsungPhone: String { say("Samsung phone", "Samsung-Handy") }
  package func addToPhoneTitle(_ card: String) -> String {
    say("Add \(card) to a phone", "\(card) auf ein Handy")
  }
  package var addHint: String { say("add", "hinzufügen") }
  package var devicesGroup: String { say("Simulated devices", "Simulierte Geräte") }
  package var newDeviceGroup: String { say("New device", "Neues Gerät") }
  package var deleteDeviceGroup: String { say("Delete a device", "Gerät löschen") }
  package func newDevice(_ name: String) -> String { say("New \(name)", "Neu: \(name)") }
  package var newDeviceText: String {
    say(
      "Makes a simulated device and adds the card to it.",
      "Legt ein simuliertes Gerät an und nimmt die Karte dort auf.")
  }
  package func deleteDevice(_ name: String) -> String {
    say("Delete \(name)", "\(name) löschen")
  }
  package var deleteDeviceText: String {
    say(
      "Its cards are removed from it first. You can't undo this.",
      "Vorher werden seine Karten daraus entfernt. Das lässt sich nicht zurücknehmen.")
  }
  package func deviceDeleted(_ name: String) -> String {
    say("\(name) was deleted", "\(name) ist gelöscht")
  }
  package func cardsInDevice(_ count: Int) -> String {
    say(plural(count, "1 card", "\(count) cards"), plural(count, "1 Karte", "\(count) Karten"))
  }
  package func tooManyDevices(_ most: Int) -> String {
    say("You have \(most) devices", "Es sind schon \(most) Geräte")
  }
  package var ownAppGroup: String { say("In the device's own app", "In der App des Geräts") }
  package var ownAppText: String {
    say(
      "You type the card at the device. The card network then asks who you are.",
      "Sie geben die Karte am Gerät ein. Das Kartennetzwerk fragt dann, wer Sie sind.")
  }
  package var verifyText: String {
    say(
      "The card is in it, and can pay after a one-time code proves it is you.",
      "Die Karte ist darin und kann zahlen, wenn ein Einmalcode Sie ausgewiesen hat.")
  }
  package var isInThisWallet: String { say("already in it", "schon darin") }
  package var walletIsFull: String { say("no room for a card", "kein Platz für eine Karte") }
  package func addToWalletText(_ wallet: MobileWalletType, isVisa: Bool) -> String {
    switch wallet {
    case .applePay:
      say(
        "The device shows its certificates. The bank seals the card for it.",
        "Das Gerät zeigt seine Zertifikate. Die Bank versiegelt die Karte dafür.")
    case .googlePay, .samsungPay, .other: stepDeviceHow(isVisa: isVisa) + "."
    }
  }

  // MARK: A card on its way

  package func addTo(_ wallet: String) -> String {
    say("Add to \(wallet)", "In \(wallet) aufnehmen")
  }
  package func addTo(_ wallet: String, _ card: String) -> String {
    say("Add \(card) to \(wallet)", "\(card) in \(wallet) aufnehmen")
  }
  package func verifyFor(_ wallet: String) -> String {
    say("Verify it is you, for \(wallet)", "Ausweisen für \(wallet)")
  }
  package var codeForPhone: String {
    say(
      "To add the card to a phone, enter the code we sent you.",
      "Geben Sie den Code ein, um die Karte auf ein Handy zu bringen.")
  }
  package var deviceLabel: String { say("Device", "Gerät") }
  package var numberStays: String {
    say("the device gets its own", "das Gerät bekommt eine")
  }
  package var alreadyLabel: String { say("Already", "Schon") }
  package var stopHint: String { say("stop", "abbrechen") }
  package var nothingWasAdded: String { say("Nothing was added.", "Nichts wurde aufgenommen.") }
  package var stillToVerify: String {
    say(
      "The card is in it, and can't pay until you verify that it is you.",
      "Die Karte ist darin und kann erst zahlen, wenn Sie sich ausweisen.")
  }
  package func isInWallet(_ card: String, _ wallet: String) -> String {
    say("\(card) is in \(wallet)", "\(card) ist in \(wallet)")
  }

  package var stepAllowed: String {
    say("The device may add this card", "Das Gerät darf die Karte aufnehmen")
  }
  package var stepAllowedHow: String {
    say("Not in it yet; there is room for it", "Noch nicht darin; Platz ist da")
  }
  package var stepWaits: String {
    say("The card is in the wallet and waits", "Die Karte ist in der Wallet und wartet")
  }
  package var stepWaitsHow: String {
    say("The network wants to know that it is you", "Das Netzwerk will wissen, ob Sie es sind")
  }
  package func stepWallet(_ wallet: String) -> String {
    say(
      "The device makes a wallet for \(wallet)", "Das Gerät legt eine Wallet für \(wallet) an")
  }
  package var stepWalletHow: String {
    say("It has none yet, and so no account", "Es hat noch keine, und damit kein Konto")
  }
  package var stepCertificates: String {
    say("The device showed its certificates", "Das Gerät zeigt seine Zertifikate")
  }
  package var stepCertificatesHow: String {
    say(
      "Leaf and subordinate, ECC P-256, and a signed nonce",
      "Zertifikat und Zwischenzertifikat, ECC P-256, signierte Nonce")
  }
  package var stepDevice: String {
    say("The device said who it is", "Das Gerät sagt, wer es ist")
  }
  package func stepDeviceHow(isVisa: Bool) -> String {
    isVisa
      ? say(
        "Visa requires the ids of the device and of its account",
        "Visa verlangt die Kennungen von Gerät und Konto")
      : say(
        "The ids of the device and of its account; Mastercard doesn't require them",
        "Die Kennungen von Gerät und Konto; Mastercard verlangt sie nicht")
  }
  package var stepConfirmed: String { say("You confirm it is you", "Sie bestätigen es") }
  package var stepConfirmedHow: String { say("With a one-time code", "Mit einem Einmalcode") }
  package var stepToken: String {
    say("The issuer makes a number for the device", "Die Bank macht eine Nummer für das Gerät")
  }
  package func stepTokenHow(_ wallet: MobileWalletType) -> String {
    wallet == .applePay
      ? say(
        "It checks nonce and signature, then seals the pass",
        "Sie prüft Nonce und Signatur und versiegelt die Karte")
      : say("It seals the card for the network", "Sie versiegelt die Karte für das Netzwerk")
  }
  package var stepStored: String { say("The device stores it", "Das Gerät speichert sie") }
  package func stepStoredHow(_ wallet: MobileWalletType) -> String {
    wallet == .applePay
      ? say(
        "Sealed for this device; nobody between can open it",
        "Für dieses Gerät versiegelt; niemand dazwischen kann sie öffnen")
      : say("The network opens and compares it", "Das Netzwerk öffnet und vergleicht sie")
  }
  package var stepVerified: String { say("You verify it is you", "Sie weisen sich aus") }
  package var stepVerifiedHow: String {
    say(
      "The network doesn't know the account; a code proves it is you",
      "Das Netzwerk kennt das Konto nicht; ein Code weist Sie aus")
  }
  package var stepActivated: String { say("The card is activated", "Die Karte wird aktiviert") }
  package var stepActivatedHow: String {
    say("The device reports COMPLETED to the issuer", "Das Gerät meldet der Bank COMPLETED")
  }
  package func stepReadyHow(_ wallet: String) -> String {
    say("The card shows \(wallet)", "Die Karte zeigt \(wallet)")
  }

  package var whatDeviceSent: String { say("What the device sent", "Was das Gerät sendet") }
  package var asIssuerGotIt: String { say("as the issuer got it", "wie es die Bank bekam") }
  package var certificatesLabel: String { say("Certificates", "Zertifikate") }
  package var nonceLabel: String { "Nonce" }
  package var signatureLabel: String { say("Signature", "Signatur") }
  package var answerLabel: String { say("Answer", "Antwort") }
  package func leafThenSubordinate(_ bytes: String) -> String {
    say("leaf, then subordinate · \(bytes) bytes", "Gerät, dann Hersteller · \(bytes) Byte")
  }
  package func signatureOf(_ bytes: String) -> String {
    say("ECDSA, \(bytes) bytes", "ECDSA, \(bytes) Byte")
  }
  package var passData: String { say("pass data", "Kartendaten") }
  package var opaqueCard: String { say("opaque card", "verdeckte Karte") }
  package var activationData: String { say("activation data", "Aktivierungsdaten") }
  package func sealedPart(_ name: String, _ bytes: String) -> String {
    say("\(name) \(bytes) bytes", "\(name) \(bytes) Byte")
  }

  // MARK: The simulated device beside it

  package func simulatedDevice(_ name: String) -> String {
    say("Simulated \(name)", "Simuliert: \(name)")
  }
  package func hidesIt(_ key: String) -> String { say("\(key) hides it", "\(key) blendet aus") }
  package var walletOnPhone: String { "Wallet" }
  package var cardIsBeingAdded: String { say("Adding your card…", "Karte kommt hinein …") }
  package var cardWaits: String { say("Waiting for you…", "Wartet auf Sie …") }
  package var cardNotAdded: String { say("Not added", "Nicht aufgenommen") }
  /// - Parameter scheme: `Visa`; the same in `networkAsks`.
  package func makesNumber(_ scheme: String) -> String {
    say(
      "\(scheme) makes a number that only this device can use. Shops see that one, not your card's.",
      "\(scheme) macht eine Nummer, die nur dieses Gerät nutzen kann. Läden sehen nur diese.")
  }
  package func networkAsks(_ scheme: String) -> String {
    say(
      "\(scheme) wants to know that it is you. The device has its number, and pays after that.",
      "\(scheme) will wissen, ob Sie es sind. Das Gerät hat seine Nummer und zahlt danach.")
  }
  package var shopsSeeItsNumber: String {
    say(
      "Shops see the number of this device, not the number of your card.",
      "Läden sehen die Nummer dieses Geräts, nicht die Ihrer Karte.")
  }
  package var roomLabel: String { say("Room", "Platz") }
  package func roomUsed(_ count: Int, of all: Int) -> String {
    say("\(count) of \(all) cards", "\(count) von \(all) Karten")
  }

  // MARK: The commands for phones

  package var isInNoPhone: String {
    say("The card isn't in any phone.", "Die Karte ist in keinem Handy.")
  }

  /// - Parameter device: What a phone without certificates says that it is.
  package func phoneShows(device: String?, for wallet: String) -> String {
    let shown =
      device.map { say("device \($0)", "Gerät \($0)") }
      ?? say(
        "leaf and subordinate certificate, and a nonce that the leaf's key signed",
        """
        Zertifikat und Zwischenzertifikat und eine Nonce, die der Schlüssel des Zertifikats \
        signiert hat
        """)
    return say("Phone: \(shown), for \(wallet).", "Handy: \(shown), für \(wallet).")
  }

  package func issuerSealed(_ lastDigits: String) -> String {
    say(
      "Issuer: sealed the card ·· \(lastDigits) for it.",
      "Bank: hat die Karte ·· \(lastDigits) dafür versiegelt.")
  }

  package var phoneGaveToken: String {
    say(
      "Phone and network: opened and compared it, and gave a token.",
      "Handy und Netzwerk: haben sie geöffnet, verglichen und ein Token vergeben.")
  }

  package func cardIsIn(_ wallet: String) -> String {
    say("Issuer: the card is in \(wallet) now.", "Bank: die Karte ist jetzt in \(wallet).")
  }
}
