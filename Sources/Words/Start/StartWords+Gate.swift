/// The way in: first start, passphrase, signing in; and a server that is lost.
extension StartWords {
  // MARK: First start

  /// For what reads the screen to people.
  package var firstStart: String { say("walletui, first start", "walletui, erster Start") }

  package var openVault: String { say("Open vault", "Tresor öffnen") }

  // MARK: Passphrase and password

  package var passphrase: String { say("Passphrase", "Passphrase") }
  package var password: String { say("Password", "Passwort") }
  package var opening: String { say("Opening", "Wird geöffnet") }
  package var openingVault: String { say("Opening the vault", "Tresor wird geöffnet") }
  package var signingIn: String { say("Signing in", "Anmeldung läuft") }

  package var demoHasNoPassphrase: String {
    say("The demo has no passphrase.", "Die Demo hat keine Passphrase.")
  }

  package var memoryCouldNotBeLocked: String {
    say(
      "couldn't lock memory against swapping",
      "der Speicher ließ sich nicht vor dem Auslagern schützen")
  }

  package func locked(_ name: String) -> String { say("Locked: \(name)", "Geschlossen: \(name)") }

  package var typeNameAndPassword: String {
    say("Enter your name and password to sign in.", "Melden Sie sich mit Name und Passwort an.")
  }

  package var typePassword: String {
    say("Enter your password to sign in.", "Melden Sie sich mit Ihrem Passwort an.")
  }

  package var typePassphrase: String {
    say("Enter the passphrase to open it.", "Öffnen Sie sie mit der Passphrase.")
  }

  package var lockedByIdling: String {
    say(
      "Locked because no key was pressed for a while.", "Geschlossen, weil länger keine Taste kam.")
  }

  package var lockedByAsking: String { say("Locked.", "Geschlossen.") }

  // MARK: Signing in again

  package var signInAgain: String { say("Sign in again", "Neu anmelden") }
  package var signedIn: String { say("Signed in", "Angemeldet") }
  package var signInHasEnded: String { say("You've been signed out", "Sie wurden abgemeldet") }
  package func signsInAgain(key: String) -> String {
    say("\(key) signs in again", "\(key) meldet neu an")
  }

  package var bankAsksWho: String {
    say(
      "Sign in again before your bank shows or confirms anything.",
      "Melden Sie sich neu an, bevor Ihre Bank etwas zeigt oder bestätigt.")
  }

  // MARK: A server that is lost

  package func unreachable(since time: String) -> String {
    say(
      "can't reach the server (since \(time))",
      "der Server ist seit \(time) nicht erreichbar")
  }

  package var shownIsWhatWasRead: String {
    say(
      "showing what was read last; retrying…",
      "zu sehen ist der letzte Stand; neuer Versuch läuft…")
  }

  package var serverIsBack: String { say("The server is back", "Der Server ist wieder da") }
  package var newsAreLate: String { say("News come late", "Neues kommt verspätet") }
  package var newsAreOnTime: String { say("News come at once again", "Neues kommt wieder sofort") }
  package var newsAreAskedFor: String {
    say(
      "the server sends none by itself, so walletui asks about once a minute",
      "der Server schickt von sich aus nichts, walletui fragt etwa jede Minute")
  }

  /// For a stream that waits for the connection, and continues when it is back.
  package func waits(for outage: String) -> String {
    say("\(outage); waiting until it's back.", "\(outage); es geht weiter, wenn er wieder da ist.")
  }

  package var serverIsAsked: String {
    say(
      "Asking the server what became of it.", "walletui fragt den Server, was daraus wurde.")
  }

  package var shownIsTrue: String {
    say("showing how things are now", "zu sehen ist, was jetzt gilt")
  }

  package var walletFileIsDamaged: String {
    say("The wallet's file is damaged", "Die Datei der Wallet ist beschädigt")
  }

  package var nothingWasSent: String { say("Nothing was sent", "Nichts wurde gesendet") }

  package var tryWhenItIsBack: String {
    say("Try again when it's back.", "Versuchen Sie es noch einmal, wenn er wieder da ist.")
  }
}
