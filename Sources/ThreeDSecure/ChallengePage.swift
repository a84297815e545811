package import Languages
package import WalletModel

/// The bank's page of a challenge: HTML without scripts, styles and anything from elsewhere, so that
/// the strictest policy can be set. Every value is shown as text.
package struct ChallengePage: Sendable {
  package var language: FormLanguage
  package var merchant: String
  package var amount: Money
  /// With all digits masked but the last four.
  package var maskedCard: String
  package var challenge: Challenge
  /// Where the code was sent, masked.
  package var target: String
  /// The number of the answer that the page asks for, 1…3.
  package var attempt: Int
  /// What the page says about the answer before; nil: nothing.
  package var notice: ChallengeText?
  /// Where the form is posted to, once.
  package var path: String
  /// The anti-forgery token: the form has to send it back.
  package var token: String

  package init(
    language: FormLanguage, merchant: String, amount: Money, maskedCard: String,
    challenge: Challenge,
    target: String, attempt: Int, notice: ChallengeText? = nil, path: String, token: String
  ) {
    self.language = language
    self.merchant = merchant
    self.amount = amount
    self.maskedCard = maskedCard
    self.challenge = challenge
    self.target = target
    self.attempt = attempt
    self.notice = notice
    self.path = path
    self.token = token
  }

  package func html() -> String {
    BankDocument.html(
      language,
      """
      <dl>
      \(row(.merchant, merchant))
      \(row(.amount, amountText))
      \(row(.card, maskedCard))
      </dl>
      \(notice.map { "<p role=\"alert\"><strong>\(words($0))</strong></p>\n" } ?? "")\
      <form method="post" action="\(BankDocument.escape(path))" autocomplete="off">
      \(hidden(.token, token))
      \(hidden(.attempt, "\(attempt)"))
      \(question)
      <p><button name="\(Name.action.rawValue)" value="\(ChallengeForm.Action.submit.rawValue)">\
      \(words(.submit))</button>
      <button name="\(Name.action.rawValue)" value="\(ChallengeForm.Action.cancel.rawValue)" \
      formnovalidate>\(words(.cancel))</button></p>
      </form>
      """)
  }

  private typealias Name = ChallengeForm.Name

  private func words(_ text: ChallengeText) -> String { BankDocument.escape(text.text[language]) }

  private func row(_ name: ChallengeText, _ value: String) -> String {
    "<dt>\(words(name))</dt><dd><bdi>\(BankDocument.escape(value))</bdi></dd>"
  }

  private func hidden(_ name: Name, _ value: String) -> String {
    "<input type=\"hidden\" name=\"\(name.rawValue)\" value=\"\(BankDocument.escape(value))\">"
  }

  private var question: String {
    let text = words(challenge.question(target: target))
    if challenge.asksForCode {
      return """
        <p>\(text)</p>
        <p><label>\(words(.codeLabel)) <input name="\(Name.code.rawValue)" inputmode="numeric" \
        autocomplete="one-time-code" maxlength="\(ChallengeForm.longestCode)" required autofocus>\
        </label></p>
        """
    }
    guard !challenge.options.isEmpty else { return "<p>\(text)</p>" }
    let kind =
      challenge.type == .multiSelect ? #"type="checkbox""# : #"type="radio" required"#
    let options = challenge.options.map { option in
      """
      <p><label><input \(kind) name="\(Name.option.rawValue)" value="\(option.rawValue)"> \
      \(BankDocument.escape(option.text[language]))</label></p>
      """
    }
    return "<fieldset>\n<legend>\(text)</legend>\n\(options.joined(separator: "\n"))\n</fieldset>"
  }

  /// Such as `1099.00 EUR`, elsewhere `1099,00 EUR`.
  private var amountText: String {
    amount.signedDecimal.split(separator: ".").joined(separator: language.decimalPoint)
      + " \(amount.currency.code)"
  }
}
