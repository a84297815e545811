/// The shop and the screen of payments.
extension Words {
  // MARK: Commands

  package var showActivity: CommandText {
    command(
      ("Activity", "All payments, with a chart of what was spent.", nil),
      ("Umsätze", "Alle Zahlungen, mit einem Bild der Ausgaben.", nil))
  }

  package var payInShop: CommandText {
    command(
      ("Pay in a shop", "Pays with this card in the simulated shop: merchant and amount.", nil),
      ("Im Geschäft zahlen", "Zahlt mit dieser Karte im simulierten Geschäft.", nil))
  }

  package var payAgain: CommandText {
    command(
      ("Pay again", "Pays the same at the same merchant with this card.", nil),
      ("Nochmal zahlen", "Zahlt mit dieser Karte dasselbe beim selben Händler.", nil))
  }

  package var paymentsRange: CommandText {
    command(
      ("Time range", "Shows the payments of a week, 30 days, 90, a year, or all.", "range"),
      (
        "Zeitraum", "Zeigt die Zahlungen einer Woche, von 30 Tagen, 90, einem Jahr oder alle.",
        "Zeitraum"
      ))
  }

  package var paymentsOrder: CommandText {
    command(
      ("Order", "Begins with the newest payment, or with the oldest.", "order"),
      ("Reihenfolge", "Beginnt mit der neuesten Zahlung oder mit der ältesten.", "Folge"))
  }

  package var paymentsOfCard: CommandText {
    command(
      ("One card or all", "Shows the payments of the card in focus, or of all cards.", "this card"),
      (
        "Eine Karte oder alle", "Zeigt die Zahlungen der gewählten Karte oder aller Karten.",
        "diese Karte"
      ))
  }

  // MARK: Paying

  package func payWith(_ card: String) -> String {
    say("Pay with \(card)", "Mit \(card) zahlen")
  }
  package var simulatedShop: String {
    say(
      "A simulated shop: no money moves but in this wallet.",
      "Ein simuliertes Geschäft: Geld bewegt sich nur in dieser Wallet.")
  }
  package var inItsCurrency: String { say("in its currency", "in seiner Währung") }
  package var pay: String { say("pay", "zahlen") }
  package var paying: String { say("Paying", "Zahlung läuft") }
  package func writeAmount(_ example: String) -> String {
    say("write it like \(example)", "schreiben Sie ihn wie \(example)")
  }
  package func paid(_ amount: String, _ merchant: String) -> String {
    say("\(amount) reserved · \(merchant)", "\(amount) vorgemerkt · \(merchant)")
  }
  package func payAgainHint(_ key: String) -> String {
    say("\(key) pays again", "\(key) zahlt nochmal")
  }
  package func notPaid(_ reason: String) -> String {
    say("Declined: \(reason)", "Abgelehnt: \(reason)")
  }
  /// Its answer was lost, or not waited for.
  package var noShop: String {
    say("this server has no simulated shop", "dieser Server hat keinen simulierten Laden")
  }

  package var mayHavePaid: String {
    say("The payment may have been made", "Vielleicht wurde doch gezahlt")
  }
  package func lookBeforePaying(_ key: String) -> String {
    say(
      "look at Activity (\(key)) before you pay again",
      "sehen Sie unter Umsätze (\(key)) nach, bevor Sie nochmal zahlen")
  }

  // MARK: Activity

  package var activity: String { say("Activity", "Umsätze") }
  package var spending: String { say("Spending", "Ausgaben") }
  package var allCards: String { say("All cards", "Alle Karten") }
  /// Over the highest bar of the chart, where no sign can be drawn.
  package func atMost(_ amount: String) -> String { say("max \(amount)", "max. \(amount)") }
  package var newestFirst: String { say("newest first", "neueste zuerst") }
  package var oldestFirst: String { say("oldest first", "älteste zuerst") }
  package func days(_ count: Int) -> String { say("\(count) days", "\(count) Tage") }
  package var everything: String { say("since ever", "seit jeher") }
  package var readingPayments: String { say("Reading payments", "Zahlungen werden gelesen") }
  package func morePayments(than count: Int) -> String {
    say(
      "These are \(count); there are more: --limit N shows so many.",
      "Das sind \(count), und es gibt mehr: --limit N zeigt so viele.")
  }

  package var noPaymentsThen: String {
    say("No payments in this time.", "In dieser Zeit keine Zahlungen.")
  }
  package var allCardsHint: String { say("all cards", "alle Karten") }
  package var detailHint: String { say("detail", "mehr") }
  package var today: String { say("today", "heute") }
  package func payments(_ count: Int, more: Bool) -> String {
    let number = number(count) + (more ? "+" : "")
    return plural(
      count, say("\(number) payment", "\(number) Zahlung"),
      say("\(number) payments", "\(number) Zahlungen"))
  }

  // MARK: A payment: labels have eleven columns

  package var stateOfPayment: String { say("State", "Stand") }
  package var atMerchant: String { say("In the shop", "Im Geschäft") }
  package var markup: String { say("Markup", "Aufschlag") }
  package var account: String { say("Account", "Konto") }
  package var accountPays: String { say("In all", "Zusammen") }
  package var settled: String { say("Settled", "Gebucht") }
  package var payment: String { say("Payment", "Zahlung") }
  package var sequence: String { say("Sequence", "Vorgang") }
  package var notCovered: String { say("not covered", "nicht gedeckt") }
}
