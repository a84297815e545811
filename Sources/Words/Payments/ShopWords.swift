package import WalletModel

/// The shop, and payments.
package struct ShopWords: FeatureWords {
  package let words: Words

  // MARK: Commands

  package var payInShop: CommandText {
    command(
      ("Pay in a shop", "Pays in the simulated shop with this card.", nil),
      ("Im Geschäft zahlen", "Zahlt mit dieser Karte im simulierten Geschäft.", nil))
  }

  package var payAgain: CommandText {
    command(
      ("Pay again", "Proposes the same amount at the same merchant again.", nil),
      ("Noch einmal zahlen", "Schlägt noch einmal denselben Betrag beim selben Händler vor.", nil))
  }

  // MARK: Paying

  package func payWith(_ card: String) -> String {
    say("Pay with \(card)", "Mit \(card) zahlen")
  }
  package var simulatedShop: String {
    say(
      "A simulated shop: no real money moves.",
      "Ein simuliertes Geschäft: Es fließt kein echtes Geld.")
  }
  package var inItsCurrency: String { say("in its currency", "in seiner Währung") }
  package var pay: String { say("pay", "zahlen") }
  /// `pay €4.20`.
  package func pay(_ amount: Money?) -> String {
    amount.map { say("pay \(money($0))", "\(money($0)) zahlen") } ?? pay
  }
  package var paying: String { say("Paying", "Zahlung läuft") }
  package func writeAmount(like example: Money) -> String {
    let text = words.written(example.decimal)
    return say("Enter an amount like \(text)", "Betrag bitte wie \(text)")
  }
  package func paid(_ amount: String, _ merchant: String) -> String {
    say("\(amount) reserved · \(merchant)", "\(amount) vorgemerkt · \(merchant)")
  }
  package func payAgainHint(_ key: String) -> String {
    say("\(key) pays again", "\(key) zahlt noch einmal")
  }
  package func notPaid(_ reason: String) -> String {
    say("Declined: \(reason)", "Abgelehnt: \(reason)")
  }
  /// Its answer was lost, or not waited for.
  package var noShop: String {
    say("this server has no simulated shop", "dieser Server hat kein simuliertes Geschäft")
  }

  package var mayHavePaid: String {
    say("The payment may have gone through", "Vielleicht ging die Zahlung durch")
  }
  package func lookBeforePaying(_ key: String) -> String {
    say(
      "check Activity (\(key)) before you pay again",
      "sehen Sie unter Umsätze (\(key)) nach, bevor Sie noch einmal zahlen")
  }

  // MARK: Payments

  package func morePayments(than count: Int) -> String {
    say(
      "Showing \(count). --limit N shows more.",
      "Das sind \(count). Mehr zeigt --limit N.")
  }

  package var noPaymentsThen: String {
    say("No payments in this time.", "In dieser Zeit keine Zahlungen.")
  }
  package var today: String { say("today", "heute") }
  package func payments(_ count: Int, more: Bool) -> String {
    let number = number(count) + (more ? "+" : "")
    return plural(
      count, say("\(number) payment", "\(number) Zahlung"),
      say("\(number) payments", "\(number) Zahlungen"))
  }

  // MARK: A payment: labels have eleven columns

  package var stateOfPayment: String { say("Status", "Status") }
  package var atMerchant: String { say("In the shop", "Im Geschäft") }
  package var markup: String { say("Markup", "Aufschlag") }
  package var account: String { say("Account", "Konto") }
  package var accountPays: String { say("Total", "Gesamt") }
  package var payment: String { say("Payment", "Zahlung") }
  package var sequence: String { say("Sequence", "Vorgang") }
  package var notCovered: String { say("not covered", "nicht gedeckt") }

  // MARK: The commands for the shop

  package var merchantCode: String { say("Code", "Branche") }
  package var declines: String { say("Declines", "Lehnt ab") }
  package var always: String { say("always", "immer") }
  package var inTheEnd: String { say("at the end", "am Ende") }
  package var forAEuro: String { say("For a euro", "Für einen Euro") }
  package var receipt: String { say("Receipt", "Beleg") }
  package var approved: String { say("approved", "genehmigt") }
  package var time: String { say("Time", "Zeit") }

  /// What became of a payment.
  package func declinedBecause(_ receipt: ShopReceipt) -> String {
    let why =
      receipt.declineRule.flatMap { words.limits.declined(for: $0, receipt.updatedAt) }
      ?? receipt.declineReason.map { words.commandLine.declineReason($0) }
    return say("declined", "abgelehnt") + (why.map { ": " + $0 } ?? "")
  }
}
