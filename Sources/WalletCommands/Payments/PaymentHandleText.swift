import Arguments
import FrontEnd
import TextLayout
import ThreeDSecure
import WalletAPI
import WalletModel
import Words

/// Payment handles as text or as JSON.
enum PaymentHandleText {
  /// - Parameter now: `WalletService.time`.
  static func print(_ handle: PaymentHandle, _ now: Timestamp, _ invocation: Invocation)
    throws(WalletError)
  {
    if try invocation.writeJSON(handle) { return }
    let words = invocation.words
    var table = Table([words.shop.payment, status(handle, now, words)])
    if let left = timeLeft(handle, now, words) { table.add([words.payments.timeLeft, left]) }
    if let code = handle.errorCode { table.add([words.payments.errorNumber, "\(code)"]) }
    table.add([words.amount, words.money(handle.money)])
    table.add([words.merchant, handle.merchantName])
    table.add([words.card, card(handle, words)])
    table.add([words.typeColumn, words.payments.transactionType(handle.transactionType)])
    table.add([words.payments.orderReference, handle.merchantRefNum])
    table.add([words.created, CardText.date(handle.createdAt) + " UTC"])
    table.add(["ID", handle.id])
    try Output.text(table.text)
  }

  static func status(_ handle: PaymentHandle, _ now: Timestamp, _ words: Words) -> String {
    words.payments.status(handle.status(at: now), needsAnswer: handle.needsRedirect)
  }

  /// nil: time does not end it any more.
  static func timeLeft(_ handle: PaymentHandle, _ now: Timestamp, _ words: Words) -> String? {
    let status = handle.status(at: now)
    guard status == .initiated || status == .payable else { return nil }
    return words.countdown(handle.secondsLeft(at: now))
  }

  /// `Visa ·· 1000`; without the brand if it is not known.
  static func card(_ handle: PaymentHandle, _ words: Words) -> String {
    let brand = words.cardEntry.brand(handle.card.brand)
    return (brand.isEmpty ? "" : brand + " ") + "·· " + handle.card.lastDigits
  }

  static func columns(_ now: Timestamp, _ words: Words) -> [TableColumn<PaymentHandle>] {
    [
      .init(words.created, ifDamaged: .word) { CardText.date($0.createdAt) },
      .init(words.merchant) { $0.merchantName },
      .init(words.amount, right: true) { words.money($0.money) },
      .init(words.card) { card($0, words) },
      .init(words.statusLabel) { status($0, now, words) },
      .init(words.payments.timeLeft, right: true) { timeLeft($0, now, words) ?? "" },
      .init("ID", ifDamaged: .value) { $0.id },
    ]
  }

  /// Why a handle is good for nothing; nil: it pays, or the bank still asks (D46, D54).
  static func failure(_ handle: PaymentHandle) -> WalletError? {
    guard handle.status == .failed || handle.status == .expired else { return nil }
    let command = "`walletui pay show \(Text.clean(handle.id))`"
    let look = Reason.text("\(command) shows it", "\(command) zeigt sie")
    switch handle.errorCode {
    case ThreeDSError.cancelled.code: return WalletError(.authenticationCancelled)
    case ThreeDSError.challengeTimeout.code: return WalletError(.authenticationTimeout)
    case let code:
      let status = PaymentError(.handleStatus, handle.status.rawValue).detailedMessage
      // 9204 and the bank's own numbers have no other place.
      let number = code.map { $0 == ThreeDSError.failed.code ? "" : " (\($0))" } ?? ""
      return WalletError(.paymentHandleStatus, details: [.verbatim(status + number), look])
    }
  }
}

extension PaymentHandle: TableRecord {}

extension CardAuthentication: ListRecord {
  static func columns(_ words: Words) -> [TableColumn<CardAuthentication>] {
    [
      .init(words.merchant, ifDamaged: .word) { $0.merchant },
      .init(words.amount, right: true) { words.money($0.money) },
      .init(words.card) { "·· \($0.maskedCard.suffix(4))" },
      .init(words.payments.bankQuestion) { $0.question.map(kind) ?? $0.status.rawValue },
      .init("ID", ifDamaged: .value) { $0.id },
    ]
  }

  /// The published word, with the tries that are left.
  private static func kind(_ question: ChallengeQuestion) -> String {
    "\(question.type.rawValue) (\(question.attemptsLeft))"
  }
}
