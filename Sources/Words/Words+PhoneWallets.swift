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
  package var verifyHint: String { say("verify", "ausweisen") }
  package var makeDeviceHint: String { say("make device", "Gerät anlegen") }
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
  package var isPass: String { say("already on this iPhone", "schon auf diesem iPhone") }
  package var isRemotePass: String { say("already on this watch", "schon auf dieser Uhr") }
  package var isInThisWallet: String { say("already in it", "schon darin") }
  package var walletIsFull: String { say("no room for a card", "kein Platz für eine Karte") }
  package func verifyIn(_ wallet: String) -> String {
    say("\(wallet): verify it is you", "\(wallet): bestätigen Sie sich")
  }
  /// - Parameter scheme: `Visa`.
  package func networkAsks(_ scheme: String) -> String {
    say(
      "\(scheme) wants to know that it is you. The phone has its number, and pays after that.",
      "\(scheme) will wissen, ob Sie es sind. Das Handy hat seine Nummer und zahlt danach.")
  }
  package var verifyText: String {
    say(
      "The card is in it. A one-time code proves it is you, then it can pay.",
      "Die Karte ist darin. Ein Einmalcode weist Sie aus, dann kann sie zahlen.")
  }
  package var makesWalletText: String {
    say(
      "The phone has no such wallet yet and makes one first.",
      "Das Handy hat noch kein solches Wallet und legt zuerst eines an.")
  }
  package func addToWalletText(_ wallet: MobileWalletType, isVisa: Bool) -> String {
    switch wallet {
    case .applePay:
      say(
        "The device shows its certificates. The bank seals the card for it.",
        "Das Gerät zeigt seine Zertifikate. Die Bank versiegelt die Karte dafür.")
    default: stepDeviceHow(isVisa: isVisa) + "."
    }
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
  package func verifyFor(_ wallet: String) -> String {
    say("Verify it is you, for \(wallet)", "Ausweisen für \(wallet)")
  }
  package var codeForVerification: String {
    say(
      "To prove to the card network that it is you, enter the code we sent you.",
      "Geben Sie den Code ein, um sich beim Kartennetzwerk auszuweisen.")
  }
  package func deviceLabel(isWatch: Bool) -> String {
    isWatch ? say("Watch", "Uhr") : say("Phone", "Handy")
  }
  package func deviceOf(_ device: String, _ holder: String) -> String {
    say("Simulated \(device) of \(holder)", "Simuliert: \(device), \(holder)")
  }
  package var deviceIDLabel: String { say("Device", "Gerät") }
  package var accountLabel: String { say("Account", "Konto") }
  package func numberStays(isWatch: Bool) -> String {
    isWatch
      ? say(
        "stays here; the watch gets a number of its own",
        "bleibt hier; die Uhr bekommt eine eigene Nummer")
      : say(
        "stays here; the phone gets a number of its own",
        "bleibt hier; das Handy bekommt eine eigene Nummer")
  }
  package var alreadyLabel: String { say("Already", "Schon in") }
  package var stopHint: String { say("stop, nothing is added", "abbrechen, nichts kommt hinein") }
  package var stopShort: String { say("stop", "abbrechen") }
  package var showRequest: String { say("show the request", "die Anfrage zeigen") }
  package var copyRequest: String { say("copy what was sent", "Gesendetes kopieren") }
  package var otherPhones: String { say("other phones", "andere Handys") }
  package var sentRequest: String { say("What was sent", "Das Gesendete") }
  package var nothingWasAdded: String { say("Nothing was added.", "Nichts wurde aufgenommen.") }
  package var stillToVerify: String {
    say(
      "It can't pay until you verify it is you: press w for that.",
      "Sie kann erst zahlen, wenn Sie sich ausweisen: mit w.")
  }
  package func canBeRemoved(isWatch: Bool) -> String {
    isWatch
      ? say(
        "You can lock or remove it on this watch at any time.",
        "Sie können sie auf dieser Uhr jederzeit sperren oder entfernen.")
      : say(
        "You can lock or remove it on this phone at any time.",
        "Sie können sie auf diesem Handy jederzeit sperren oder entfernen.")
  }
  package func isInWallet(_ card: String, _ wallet: String) -> String {
    say("\(card) is in \(wallet)", "\(card) ist in \(wallet)")
  }
  package func stepOf(_ step: Int, _ count: Int) -> String {
    say("step \(step) of \(count)", "Schritt \(step) von \(count)")
  }

  /// `The phone`, at the beginning of a sentence.
  private func device(_ isWatch: Bool) -> String {
    isWatch ? say("The watch", "Die Uhr") : say("The phone", "Das Handy")
  }
  package func stepAllowed(isWatch: Bool) -> String {
    say("\(device(isWatch)) may add this card", "\(device(isWatch)) darf die Karte aufnehmen")
  }
  package var stepAllowedHow: String {
    say(
      "Not there yet; the wallet has room for one more card",
      "Noch nicht darin; im Wallet ist Platz für eine weitere Karte")
  }
  package var stepWaits: String {
    say("The card is in the wallet and waits", "Die Karte ist im Wallet und wartet")
  }
  package var stepWaitsHow: String {
    say("The network wants to know that it is you", "Das Netzwerk will wissen, ob Sie es sind")
  }
  package func stepWallet(_ wallet: String) -> String {
    say("The phone makes a wallet for \(wallet)", "Das Handy legt ein Wallet für \(wallet) an")
  }
  package var stepWalletHow: String {
    say("It has none yet; now it has an account", "Es hat noch keines; jetzt hat es ein Konto")
  }
  package func stepCertificates(isWatch: Bool) -> String {
    say(
      "\(device(isWatch)) showed its certificates", "\(device(isWatch)) zeigt die Zertifikate")
  }
  package var stepCertificatesHow: String {
    say(
      "Leaf and subordinate, ECC P-256, and a signed nonce",
      "Gerät und Hersteller, ECC P-256, signierte Nonce")
  }
  package var stepDevice: String {
    say("The phone said who it is", "Das Handy sagt, wer es ist")
  }
  package func stepDeviceHow(isVisa: Bool) -> String {
    isVisa
      ? say(
        "Visa requires the ids of the device and of its account",
        "Visa verlangt die Kennungen von Gerät und Konto")
      : say(
        "The ids of device and account; Mastercard doesn't require them",
        "Kennungen von Gerät und Konto; Mastercard verlangt sie nicht")
  }
  package var stepConfirmed: String { say("You confirm it is you", "Sie bestätigen es") }
  package var stepConfirmedHow: String { say("With a one-time code", "Mit einem Einmalcode") }
  package func stepToken(isWatch: Bool) -> String {
    isWatch
      ? say("The issuer makes a number for the watch", "Die Bank macht eine Nummer für die Uhr")
      : say("The issuer makes a number for the phone", "Die Bank macht eine Nummer für das Handy")
  }
  package func stepTokenHow(_ wallet: MobileWalletType) -> String {
    wallet == .applePay
      ? say(
        "It checks nonce and signature, then seals the pass",
        "Sie prüft Nonce und Signatur und versiegelt die Karte")
      : say("It seals the card for the network", "Sie versiegelt die Karte für das Netzwerk")
  }
  package func stepStored(isWatch: Bool) -> String {
    say("\(device(isWatch)) stores the pass", "\(device(isWatch)) speichert die Karte")
  }
  package func stepStoredHow(_ wallet: MobileWalletType, isWatch: Bool) -> String {
    guard wallet == .applePay else {
      return say("The network opens and compares it", "Das Netzwerk öffnet und vergleicht sie")
    }
    return isWatch
      ? say(
        "Sealed for this watch; nobody between can open it",
        "Für diese Uhr versiegelt; niemand dazwischen kann sie öffnen")
      : say(
        "Sealed for this phone; nobody between can open it",
        "Für dieses Handy versiegelt; niemand dazwischen kann sie öffnen")
  }
  package var stepVerified: String { say("You verify it is you", "Sie weisen sich aus") }
  package var stepVerifiedHow: String {
    say(
      "The network doesn't know this wallet; a code proves it is you",
      "Das Netzwerk kennt dieses Wallet nicht; ein Code weist Sie aus")
  }
  package var stepActivated: String { say("The card is activated", "Die Karte wird aktiviert") }
  package func stepActivatedHow(isWatch: Bool) -> String {
    say(
      "\(device(isWatch)) reports COMPLETED to the issuer",
      "\(device(isWatch)) meldet der Bank COMPLETED")
  }
  /// The same after identity verification.
  package var stepCompletedHow: String {
    say(
      "The issuer completes the token; its reference stays",
      "Die Bank schließt das Token ab; seine Kennung bleibt")
  }
  package func stepReadyHow(_ wallet: String) -> String {
    say("The card shows \(wallet)", "Die Karte zeigt \(wallet)")
  }

  package func whatDeviceSent(isWatch: Bool) -> String {
    isWatch
      ? say("What the watch sent", "Was die Uhr sendet")
      : say("What the phone sent", "Was das Handy sendet")
  }
  package var asIssuerGotIt: String { say("as the issuer got it", "wie es die Bank bekam") }
  package var certificatesLabel: String { say("Certificates", "Zertifikate") }
  package var nonceLabel: String { "Nonce" }
  package var signatureLabel: String { say("Signature", "Signatur") }
  package var answerLabel: String { say("Answer", "Antwort") }
  package func leafThenSubordinate(_ bytes: String) -> String {
    say("leaf, then subordinate · \(bytes) bytes", "Gerät, dann Hersteller · \(bytes) Byte")
  }
  package func signatureOf(_ bytes: String, isChecked: Bool) -> String {
    say("ECDSA, \(bytes) bytes", "ECDSA, \(bytes) Byte")
      + (isChecked ? say(" · checked ✓", " · geprüft ✓") : "")
  }
  package var passData: String { say("pass data", "Kartendaten") }
  package var oneTimeKey: String { say("its one-time key", "ihr Einmalschlüssel") }
  package var opaqueCard: String { say("opaque card", "verdeckte Karte") }
  package var activationData: String { say("activation data", "Aktivierungsdaten") }
  package func sealedBytes(_ bytes: String) -> String {
    say("(sealed, \(bytes) bytes)", "(versiegelt, \(bytes) Byte)")
  }

  // MARK: The simulated phone beside it

  package func simulatedDevice(_ name: String) -> String {
    say("Simulated \(name)", "Simuliert: \(name)")
  }
  package func hidesIt(_ key: String) -> String { say("\(key) hides it", "\(key) blendet aus") }
  package var walletOnPhone: String { "Wallet" }
  package var cardIsBeingAdded: String { say("Adding your card…", "Karte kommt hinein …") }
  package var cardIsReady: String { say("Ready to pay", "Bereit zum Zahlen") }
  package var cardWaits: String { say("Waiting for you…", "Wartet auf Sie …") }
  package var cardNotAdded: String { say("Not added", "Nicht aufgenommen") }
  package func makesNumber(_ scheme: String, isWatch: Bool) -> String {
    isWatch
      ? say(
        """
        \(scheme) is making a number that only this watch can use. Shops see that one, not the \
        number of your card.
        """,
        """
        \(scheme) macht eine Nummer, die nur diese Uhr nutzen kann. Läden sehen diese, nicht die \
        Ihrer Karte.
        """)
      : say(
        """
        \(scheme) is making a number that only this phone can use. Shops see that one, not the \
        number of your card.
        """,
        """
        \(scheme) macht eine Nummer, die nur dieses Handy nutzen kann. Läden sehen diese, nicht die \
        Ihrer Karte.
        """)
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
  package func deviceSerial(_ name: String, _ serial: String) -> String {
    say("\(name), serial \(serial)", "\(name), Nr. \(serial)")
  }
  package var ownNumber: String { say("one of its own", "eine eigene") }
  package func keepClose(isWatch: Bool) -> String {
    isWatch
      ? say("Keep the watch close.", "Lassen Sie die Uhr in der Nähe.")
      : say("Keep the phone close.", "Lassen Sie das Handy in der Nähe.")
  }
}
