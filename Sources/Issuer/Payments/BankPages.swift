import Secrets
package import ThreeDSecure
package import WalletAPI
package import WalletModel

/// The address of a page of the bank. Only the issuer can compute its token, so who has the address
/// may open the page: nobody signs in.
package struct BankPage: Hashable, Sendable {
  /// Of the authentication.
  package let id: String
  /// The number of the answer that it asks for, 1…3; 0: the last page, which asks nothing.
  package let attempt: Int

  /// The last page.
  package var asksNothing: Bool { attempt == 0 }
}

/// What a page of the bank shows now.
package enum BankPageView: Sendable {
  case question(CardAuthentication, Challenge)
  case note(BankNote)
}

/// The pages of the simulated banks of all customers (D27, D47). The answers have the same effect as
/// `AnswerAuthentication`.
package struct BankPages: IssuerFeature {
  let core: IssuerCore

  private var payers: PayerAuthentication { PayerAuthentication(core: core) }
  private var payments: PaymentIssuer { PaymentIssuer(core: core) }

  /// The page with this id and token. No record is read, and the tokens are compared in constant
  /// time.
  ///
  /// - Returns: nil if the token is wrong.
  package func find(_ id: String, token: String) -> BankPage? {
    guard (1...64).contains(id.utf8.count), token.utf8.count == PayerAuthentication.tokenLength
    else { return nil }
    func secret(_ text: String) -> Secret {
      let bytes = Array(text.utf8)
      return bytes.withUnsafeBytes { Secret(copying: $0) }
    }
    let given = secret(token)
    // All of them are compared, so that the time does not show which one it is.
    let found = (0...Authentication.attemptLimit).filter {
      secret(payers.pageToken(id, $0)).matches(given)
    }
    return found.first.map { BankPage(id: id, attempt: $0) }
  }

  package func path(of page: BankPage) -> String { payers.pagePath(page.id, page.attempt) }

  package func token(of page: BankPage) -> String { payers.pageToken(page.id, page.attempt) }

  /// The customer whose payment or card the page is about. The ledger finds a record by its id for
  /// one customer, and the address does not name any, so all customers are looked through.
  ///
  /// - Returns: nil if the record was removed.
  package func customer(of page: BankPage) throws(WalletError) -> CustomerID? {
    try ledger.customer { reader, customer throws(WalletError) in
      do throws(WalletError) {
        _ = try payments.question(page.id, reader, of: customer)
        return true
      } catch {
        guard error.code == .notFound else { throw error }
        return false
      }
    }
  }

  /// - Returns: nil if the page does not exist yet.
  package func view(_ page: BankPage, of customer: CustomerID) throws(WalletError)
    -> BankPageView?
  {
    try ledger.read { reader throws(WalletError) in
      var record = try payments.question(page.id, reader, of: customer).authentication
      _ = payers.expire(&record)
      let authentication = record.authentication
      if page.asksNothing { return record.end.map(BankPageView.note) }
      guard page.attempt == authentication.attempts + 1 else {
        return page.attempt <= authentication.attempts ? .note(.answered) : nil
      }
      if authentication.state == .challenged, let challenge = authentication.challenge {
        return .question(payers.shown(record), challenge)
      }
      return record.end.map(BankPageView.note)
    }
  }

  /// Carries out what the page posted.
  ///
  /// - Returns: The page that follows. It is the same one while another device has not confirmed.
  /// - Throws: `.authenticationOver` if the page was answered before, or asks nothing.
  package func answer(_ page: BankPage, _ form: ChallengeForm, of customer: CustomerID)
    throws(WalletError) -> BankPage
  {
    let changed = try payments.change(page.id, of: customer) { record, _ throws(WalletError) in
      guard page.attempt == record.authentication.attempts + 1,
        let challenge = record.authentication.challenge
      else { throw WalletError(.authenticationOver) }
      try payers.answer(page.attempt, form.reply(to: challenge), &record)
    }
    return BankPage(id: page.id, attempt: changed.question?.attempt ?? 0)
  }
}

extension AuthenticationRecord {
  /// The message for the person at the end; nil: it is not over.
  fileprivate var end: BankNote? {
    switch authentication.state {
    case .timedOut: .timedOut
    case .cancelled: .cancelled
    default: isAccepted ? .confirmed : hasFailed ? .refused : nil  // Both look at the state.
    }
  }
}

extension Ledger {
  /// The first customer for whom this is true.
  func customer(
    where isMeant: (any LedgerReader, CustomerID) throws(WalletError) -> Bool
  ) throws(WalletError) -> CustomerID? {
    let all = try allCustomers()
    return try read { reader throws(WalletError) in
      for customer in all where try isMeant(reader, customer) { return customer }
      return nil
    }
  }
}

extension Issuer {
  package var bankPages: BankPages { BankPages(core: core) }
}
