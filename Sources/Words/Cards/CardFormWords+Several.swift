package import WalletModel

/// What is done to several cards at once.
extension CardFormWords {
  package var lockAllCards: CommandText {
    command(
      (
        "Lock all cards",
        "Locks every card that can pay and pauses virtual ones, after a question.", nil
      ),
      (
        "Alle Karten sperren",
        "Sperrt nach einer Rückfrage jede Karte, die zahlen kann, und hält virtuelle an.", nil
      ))
  }

  /// - Parameter virtual: Whether virtual cards are paused, too.
  package func lockAllTitle(_ count: Int, virtual: Bool) -> String {
    guard virtual else { return say("Lock \(numbered(count))?", "\(numbered(count)) sperren?") }
    if count == 0 {
      return say("Pause all virtual cards?", "Alle virtuellen Karten anhalten?")
    }
    return say(
      "Lock \(numbered(count)) and all virtual cards?",
      "\(numbered(count)) und alle virtuellen sperren?")
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
    return "\(words.cards.progress(of: action)): \(share)"
  }

  /// The same for virtual cards, whose number is not known before: `Pausing: 100 virtual cards`.
  package func virtualProgress(of action: CardAction, _ done: Int) -> String {
    "\(action == .unlock ? words.virtualCards.resuming : words.virtualCards.pausing): \(numberedVirtual(done))"
  }

  /// `12 cards locked, 3 virtual cards paused`.
  package func done(_ action: CardAction, _ count: Int, virtual: Int) -> String {
    let isUnlock = action == .unlock
    let cards =
      "\(numbered(count)) \(isUnlock ? say("unlocked", "entsperrt") : say("locked", "gesperrt"))"
    if virtual == 0 { return cards }
    let paused =
      numberedVirtual(virtual) + " "
      + (isUnlock ? say("resumed", "fortgesetzt") : say("paused", "angehalten"))
    return count == 0 ? paused : "\(cards), \(paused)"
  }

  /// A card that was not changed: `Travel: not activated yet`.
  package func notDone(_ name: String, _ reason: String) -> String { "\(name): \(reason)" }

  package func moreRefused(_ count: Int) -> String {
    say("\(number(count)) more not", "\(number(count)) weitere nicht")
  }

  package func notTried(_ count: Int) -> String {
    say("\(numbered(count)) not tried", "\(numbered(count)) nicht versucht")
  }

  package var virtualNotTried: String {
    say("virtual cards not tried", "virtuelle Karten nicht versucht")
  }

  /// The virtual cards, if they could not be read.
  package var unreadVirtual: String { say("Virtual cards", "Virtuelle Karten") }

  private func numberedVirtual(_ count: Int) -> String {
    let cards = plural(
      count, say("virtual card", "virtuelle Karte"), say("virtual cards", "virtuelle Karten"))
    return "\(number(count)) \(cards)"
  }

  private func numbered(_ count: Int) -> String {
    "\(number(count)) \(plural(count, say("card", "Karte"), say("cards", "Karten")))"
  }
}
