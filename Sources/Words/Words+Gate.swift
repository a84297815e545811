/// The way in: first start, passphrase, signing in; and a server that is lost.
extension Words {
  // MARK: First start

  package var yourCards: String {
    say("your cards, in a terminal", "Ihre Karten, im Terminal")
  }

  /// For what reads the screen to people.
  package var firstStart: String { say("walletui, first start", "walletui, erster Start") }

  package var tryDemo: String { say("Try the demo", "Demo öffnen") }

  package var tryDemoDoc: String {
    say("six sample cards, nothing is kept", "sechs Karten, nichts bleibt")
  }

  package var newVault: String { say("New vault", "Neuer Tresor") }

  package var newVaultDoc: String {
    say("one encrypted file of your own", "eine eigene verschlüsselte Datei")
  }

  package var openVault: String { say("Open vault", "Tresor öffnen") }

  package var openVaultDoc: String {
    say("a file that you have already", "eine Datei, die es schon gibt")
  }

  // MARK: Passphrase and password

  package var passphrase: String { say("Passphrase", "Passphrase") }
  package var password: String { say("Password", "Passwort") }
  package var name: String { say("Name", "Name") }
  package var opening: String { say("Opening", "Wird geöffnet") }
  package var openingVault: String { say("Opening the vault", "Tresor wird geöffnet") }
  package var signingIn: String { say("Signing in", "Anmeldung läuft") }

  package var demoHasNoPassphrase: String {
    say("The demo has no passphrase.", "Die Demo hat keine Passphrase.")
  }

  package var memoryCouldNotBeLocked: String {
    say(
      "memory could not be locked against swapping",
      "Speicher war nicht vor dem Auslagern zu schützen")
  }

  package func locked(_ name: String) -> String { say("Locked: \(name)", "Geschlossen: \(name)") }

  package var typeNameAndPassword: String {
    say("Type name and password to sign in.", "Name und Passwort zur Anmeldung.")
  }

  package var typePassword: String {
    say("Type the password to sign in.", "Das Passwort zur Anmeldung.")
  }

  package var typePassphrase: String {
    say("Type the passphrase to open it.", "Die Passphrase zum Öffnen.")
  }

  package var lockedByIdling: String {
    say("Locked after a while without a key.", "Geschlossen: länger keine Taste.")
  }

  package var lockedByAsking: String { say("Locked.", "Geschlossen.") }

  // MARK: Signing in again

  package var signInAgain: String { say("Sign in again", "Neu anmelden") }
  package var signedIn: String { say("Signed in", "Angemeldet") }
  package var signInHasEnded: String { say("The sign-in has ended", "Die Anmeldung ist beendet") }
  package func signsInAgain(key: String) -> String {
    say("\(key) signs in again", "\(key) meldet neu an")
  }

  package var bankAsksWho: String {
    say(
      "The bank asks once more who you are, before it shows or confirms anything.",
      "Die Bank fragt noch einmal, wer Sie sind, bevor sie etwas zeigt oder bestätigt.")
  }

  // MARK: A server that is lost

  package func unreachable(since time: String) -> String {
    say(
      "the server cannot be reached (since \(time))",
      "der Server ist nicht erreichbar (seit \(time))")
  }

  package var shownIsWhatWasRead: String {
    say(
      "shown is what was read last; it is tried again",
      "gezeigt wird der letzte Stand; es wird neu versucht")
  }

  package var serverIsBack: String { say("The server is back", "Der Server ist wieder da") }

  /// For who follows what comes, and goes on when it is back.
  package func waits(for outage: String) -> String {
    say("\(outage); waiting for it.", "\(outage); er wird erwartet.")
  }

  package var serverIsAsked: String {
    say(
      "The server is asked what became of it.", "Der Server wird gefragt, was daraus wurde.")
  }

  package var shownIsTrue: String {
    say("shown is what is true now", "gezeigt wird, was jetzt gilt")
  }

  package var walletFileIsDamaged: String {
    say("The wallet's file is damaged", "Die Datei der Wallet ist beschädigt")
  }

  package var nothingWasSent: String { say("Nothing was sent", "Nichts wurde gesendet") }

  package var tryWhenItIsBack: String {
    say("Try again when it is back.", "Versuchen Sie es neu, wenn er wieder da ist.")
  }
}
