import Arguments
import FrontEnd
import WalletAPI
import WalletModel
import WalletService
import Words

struct SubscriptionsCommand: WalletCommand {
  let path = "subscriptions"
  let summary = "List what comes back every month, as it is found among the payments."
  let answer: String? =
    "a list of `merchant`, `amount`, `currency`, `last` and `next`, the day on which it is expected"
  let notes: [String] = [
    """
    A shop is listed if its last three payments are about a month apart and of about the same \
    amount, and the last one is at most 40 days old.
    """
  ]

  func run(_ invocation: Invocation) async throws(WalletError) {
    let wallet = try await invocation.wallet(readOnly: true)
    let now = wallet.time(local: .now)
    let first = CalendarMonth(now, in: .utc).adding(-4).start(in: .utc)
    let found = Subscription.find(
      in: try await wallet.payments(from: first), now: now, in: .utc)
    if invocation.wantsJSON {
      try Output.json(.array(found.map(\.json)))
      return
    }
    let words = invocation.words
    if found.isEmpty { Output.note(words.activity.noSubscriptions) }
    for one in found {
      let day = words.day(one.next, in: .utc)
      try Output.line(
        words.activity.subscriptionSentence(one.merchant, words.money(one.amount), day))
    }
  }
}

extension Subscription {
  fileprivate var json: JSON {
    [
      "merchant": .string(merchant), "amount": .string(amount.signedDecimal),
      "currency": .string(amount.currency.code), "last": .string(last.description),
      "next": .string(String(next.description.prefix(10))),
    ]
  }
}
