package import WalletModel

/// What is done to several cards at once.
extension Words {
  package var lockAllCards: CommandText {
    command(
      ("Lock all cards", "Locks every card that can pay, after a question.", nil),
      ("Alle Karten sperren", "Sperrt nach einer Rückfrage jede Karte, die zahlen kann.", nil))
  }

  package func lockAllTitle(_ count: Int) -> String {
    say("Lock \(numbered(count))?", "\(numbered(count)) sperren?")
  }

  package var lockAllLine: String {
    say(
      "They can't pay until you unlock them. You can undo this.",
      "Sie können nicht zahlen, bis Sie sie entsperren. Das lässt sich rückgängig machen.")
  }

  package func cannotLock(_ count: Int) -> String {
    say(
      "\(numbered(count)) can't be locked:",
      "\(numbered(count)) \(plural(count, "lässt", "lassen")) sich nicht sperren:")
  }

  package var nothingToLock: String {
    say("no card can be locked", "keine Karte lässt sich sperren")
  }

  /// A change on its way: `Locking: 300 of 10,000`.
  package func progress(of action: CardAction, _ done: Int, of total: Int) -> String {
    let share = "\(number(done)) \(say("of", "von")) \(number(total))"
    return "\(progress(of: action)): \(share)"
  }

  /// `12 cards locked`.
  package func done(_ action: CardAction, _ count: Int) -> String {
    if action == .unlock {
      return say("\(numbered(count)) unlocked", "\(numbered(count)) entsperrt")
    }
    return say("\(numbered(count)) locked", "\(numbered(count)) gesperrt")
  }

  /// A card that was not changed: `Travel: not activated yet`.
  package func notDone(_ name: String, _ reason: String) -> String { "\(name): \(reason)" }

  package func moreRefused(_ count: Int) -> String {
    say("\(number(count)) more not", "\(number(count)) weitere nicht")
  }

  package func notTried(_ count: Int) -> String {
    say("\(numbered(count)) not tried", "\(numbered(count)) nicht versucht")
  }

  private func numbered(_ count: Int) -> String {
    "\(number(count)) \(plural(count, say("card", "Karte"), say("cards", "Karten")))"
  }
}
