/// What commands say of vaults, profiles, files and changes without an answer.
extension VaultWords {
  // MARK: Vaults

  package var makingVault: String { say("Making your vault", "Tresor wird angelegt") }

  package func wasMade(_ path: String) -> String {
    say("Your vault is ready: \(path)", "Ihr Tresor ist angelegt: \(path)")
  }

  package var checkingVault: String { say("Checking the vault", "Tresor wird geprüft") }

  package func counts(cards: Int, records: Int, entries: Int, damaged: Int) -> String {
    say(
      "\(number(cards)) cards, \(number(records)) records, \(number(entries)) audit entries: "
        + (damaged == 0 ? "no problems found." : "\(damaged) damaged."),
      """
      \(plural(cards, "1 Karte", "\(number(cards)) Karten")), \(number(records)) Datensätze, \
      \(number(entries)) Protokolleinträge: \(damaged == 0 ? "alles in Ordnung." : "\(damaged) beschädigt.")
      """)
  }

  /// A sentence about the state in which a vault was found.
  package func concern(_ what: String) -> String {
    say(
      "check the vault: \(what) Run `walletui vault check`.",
      "prüfen Sie den Tresor: \(what) Das geht mit `walletui vault check`.")
  }

  package func pagesInLog(_ pages: Int, _ log: String) -> String {
    say(
      """
      \(number(pages)) \(pages == 1 ? "page" : "pages") of changes were in \(log) and not in the file: \
      a copy of the file alone would have missed them.
      """,
      """
      \(number(pages)) \(pages == 1 ? "Seite" : "Seiten") mit Änderungen standen in \(log) und nicht in \
      der Datei: In einer Kopie der Datei allein würden sie fehlen.
      """)
  }

  package func isDamaged(_ what: String) -> String {
    say(
      "the vault is damaged: \(what); run `walletui vault check`.",
      "der Tresor ist beschädigt: \(what); prüfen Sie ihn mit `walletui vault check`.")
  }

  package func othersCanRead(_ path: String) -> String {
    say(
      "others can read \(path); close it with `chmod 600`.",
      "andere können \(path) lesen; `chmod 600` verhindert das.")
  }

  // MARK: Profiles and paths

  package var noProfiles: String { say("No profiles.", "Keine Profile.") }
  package func isDefault(_ name: String) -> String { say("\(name) (default)", "\(name) (Vorgabe)") }

  /// `alice at https://wallet.example`.
  package func user(_ name: String, at server: String) -> String {
    say("\(name) at \(server)", "\(name) bei \(server)")
  }

  package var state: String { say("State", "Zustand") }
  package var good: String { say("good", "gut") }
  package var hasMistakes: String { say("has mistakes", "hat Fehler") }

  // MARK: Changes without an answer

  package func asked(_ change: String, card: String?, at time: String) -> String {
    let of = card.map { say(" of card \($0)", " der Karte \($0)") } ?? ""
    return say("\(change)\(of), requested at \(time)", "\(change)\(of), angefordert um \(time)")
  }

  package func wasDone(_ what: String) -> String {
    say("\(what), was done.", "\(what), wurde ausgeführt.")
  }

  package func wasNotDone(_ what: String) -> String {
    say("\(what), wasn't done.", "\(what), wurde nicht ausgeführt.")
  }

  package func cannotTell(_ what: String) -> String {
    say(
      "\(what): the server doesn't know. Check how things are now.",
      "\(what): Der Server weiß es nicht. Sehen Sie nach, was jetzt gilt.")
  }

  package func isStillPending(_ what: String, _ why: String) -> String {
    say("\(what), is still pending: \(why).", "\(what), ist noch offen: \(why).")
  }

  // MARK: Failures

  package func code(_ code: String, exit: Int32) -> String {
    say("Code: \(code) (exit \(exit))", "Code: \(code) (Exit-Status \(exit))")
  }

  package func tryAgain(after duration: String) -> String {
    say("Try again in \(duration).", "Nächster Versuch in \(duration).")
  }
}
