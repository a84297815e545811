/// The page of a payment, and the steps of its shop.
extension ActivityWords {
  // MARK: Commands

  package var debitPayment: CommandText {
    command(
      ("Debit", "The shop takes what it has reserved, a part of it, or more (capture).", "debit"),
      ("Abbuchen", "Das Geschäft bucht das Vorgemerkte ab, einen Teil oder mehr.", "abbuchen"))
  }
  package var incrementPayment: CommandText {
    command(
      ("Reserve more", "The shop reserves more than before (increment).", "reserve"),
      ("Mehr vormerken", "Das Geschäft merkt mehr vor als bisher.", "vormerken"))
  }
  package var reversePayment: CommandText {
    command(
      ("Reverse", "The shop releases what it has reserved, or a part of it.", "reverse"),
      ("Freigeben", "Das Geschäft gibt das Vorgemerkte frei, ganz oder zum Teil.", "freigeben"))
  }
  package var expirePayment: CommandText {
    command(
      ("Let it expire", "Ends the reservation, as if the shop had not debited in time.", "expire"),
      ("Verfallen lassen", "Beendet die Vormerkung, als wäre sie zu alt.", "verfallen"))
  }
  package var refundPayment: CommandText {
    command(
      ("Refund", "The shop gives back what it has debited, or a part of it.", "refund"),
      ("Erstatten", "Das Geschäft erstattet das Abgebuchte, ganz oder zum Teil.", "erstatten"))
  }

  // MARK: The note of its owner

  package var notePayment: CommandText {
    command(
      ("Note", "Writes a note on the payment, changes it or removes it.", "note"),
      ("Notiz", "Schreibt eine Notiz an die Zahlung, ändert oder entfernt sie.", "Notiz"))
  }
  package var note: String { say("Note", "Notiz") }
  package var noteLine: String {
    say(
      "The shop does not see it. Without a text it is removed.",
      "Das Geschäft sieht sie nicht. Ohne Text wird sie entfernt.")
  }
  package var saveNote: String { say("save", "speichern") }
  /// What became of it; nil or empty: it was removed.
  package func noted(_ note: String?) -> String {
    note?.isEmpty ?? true
      ? say("Note removed", "Notiz entfernt") : say("Note saved", "Notiz gespeichert")
  }

  // MARK: The page

  package var shopCan: String { say("The shop can", "Das Geschäft kann") }
  package var soFar: String { say("So far", "Bisher") }

  // MARK: Why a step is not possible

  package var onlyOnPayment: String {
    say("open a payment first", "öffnen Sie zuerst eine Zahlung")
  }
  package var nothingReserved: String {
    say("nothing is reserved any more", "es ist nichts mehr vorgemerkt")
  }
  package var notDebitedYet: String { say("not debited yet", "noch nicht abgebucht") }
  package var debitedAlready: String { say("debited already", "schon abgebucht") }
  package var allRefunded: String { say("all of it was refunded", "schon ganz erstattet") }
  package var isRefund: String { say("this is a refund", "das ist eine Erstattung") }
  package var isTopUp: String { say("this is a top-up", "das ist eine Aufladung") }
  package var itWasDeclined: String { say("it was declined", "sie wurde abgelehnt") }
  package var stateIsUnknown: String { say("its status is unknown", "ihr Status ist unbekannt") }
  package var notSimulated: String {
    say("its shop is not simulated", "ihr Geschäft ist nicht simuliert")
  }

  // MARK: A step

  package func reservedNow(_ amount: String) -> String {
    say("Reserved now: \(amount)", "Jetzt vorgemerkt: \(amount)")
  }
  package func refundableNow(_ amount: String) -> String {
    say("Can be refunded: \(amount)", "Kann erstattet werden: \(amount)")
  }
  /// What Enter does: `refund €4.20`.
  package func step(_ verb: String, _ amount: String) -> String {
    say("\(verb) \(amount)", "\(amount) \(verb)")
  }
  package func debited(_ amount: String, _ shop: String) -> String {
    say("\(amount) debited · \(shop)", "\(amount) abgebucht · \(shop)")
  }
  package func refunded(_ amount: String, _ shop: String) -> String {
    say("\(amount) refunded · \(shop)", "\(amount) erstattet · \(shop)")
  }
  /// Its answer was lost, or not waited for.
  package var mayBeDone: String {
    say(
      "The shop may have done it. Look at the payment before you repeat it",
      "Vielleicht ist es geschehen. Sehen Sie die Zahlung an, bevor Sie es wiederholen")
  }
}
