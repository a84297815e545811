package import WalletModel

/// Cards in wallets of simulated devices.
extension Words {
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
      "The device is gone. The bank still lists the cards that were in it.",
      "Das Gerät ist weg. Die Bank führt die Karten weiter auf, die darin waren.")
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
  package var isInThisWallet: String { say("already in it", "schon darin") }
  package var walletIsFull: String { say("no room for a card", "kein Platz für eine Karte") }
  package func addToWalletText(_ wallet: MobileWalletType, isVisa: Bool) -> String {
    switch wallet {
    case .applePay:
      say(
        "The device shows its certificates. The bank seals the card for it.",
        "Das Gerät zeigt seine Zertifikate. Die Bank versiegelt die Karte dafür.")
    default: stepDeviceHow(isVisa: isVisa) + "."
    }
  }

  /// The state of a token, and the device that has it.
  package func tokenization(_ status: MobileWalletStatus, in device: String?) -> String {
    device.map { "\(tokenization(status)) · \($0)" } ?? tokenization(status)
  }

  // MARK: A card on its way

  package func addTo(_ wallet: String) -> String {
    say("Add to \(wallet)", "In \(wallet) aufnehmen")
  }
  package func addTo(_ wallet: String, _ card: String) -> String {
    say("Add \(card) to \(wallet)", "\(card) in \(wallet) aufnehmen")
  }
  package var codeForPhone: String {
    say(
      "To add the card to a phone, enter the code we sent you.",
      "Geben Sie den Code ein, um die Karte auf ein Handy zu bringen.")
  }
  package var deviceLabel: String { say("Device", "Gerät") }
  package var accountLabel: String { say("Account", "Konto") }
  package var numberStays: String {
    say("the device gets its own", "das Gerät bekommt eine")
  }
  package var alreadyLabel: String { say("Already", "Schon") }
  package var stopHint: String { say("stop", "abbrechen") }
  package var nothingWasAdded: String { say("Nothing was added.", "Nichts wurde aufgenommen.") }
  package func isInWallet(_ card: String, _ wallet: String) -> String {
    say("\(card) is in \(wallet)", "\(card) ist in \(wallet)")
  }

  package var stepAllowed: String {
    say("The device may add this card", "Das Gerät darf die Karte aufnehmen")
  }
  package var stepAllowedHow: String {
    say("Not in it yet; there is room for it", "Noch nicht darin; Platz ist da")
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
}
