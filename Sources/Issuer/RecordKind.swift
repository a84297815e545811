import WalletAPI
package import WalletModel

/// The kind of a record or secret. A ledger may store its number; numbers are never used again.
package enum RecordKind: UInt8, CaseIterable, Sendable {
  /// The summary of a vault. It is not a record of a customer.
  case root = 1
  case customer, card, pan, pin, program, account, payment, sca, event, authenticator, phone
  case code, audit, change, signIn, sale, handle, registration, savedCard
  case persona, fundingSource, provisionalFunding, virtualCard, provisionalCard
  case deviceKeys
  case virtualNumber, virtualOrder, noticeRules
  case timedCard
  case webhook
  case budgets

  /// The type of its records; nil: it is a secret, or the summary.
  package var record: (any LedgerRecord.Type)? {
    switch self {
    case .root, .pan, .pin, .authenticator, .code, .deviceKeys: nil
    case .customer: CustomerProfile.self
    case .card: CardRecord.self
    case .program: ProgramRecord.self
    case .account: Account.self
    case .payment: PaymentRecord.self
    case .sca: ScaAccount.self
    case .event: ScaEventRecord.self
    case .phone: PhoneMessageRecord.self
    case .audit: AuditEntry.self
    case .change: ChangeRecord.self
    case .signIn: SignInRecord.self
    case .sale: SaleRecord.self
    case .handle: PaymentHandleRecord.self
    case .registration: CardRegistrationRecord.self
    case .savedCard: SavedCardRecord.self
    case .persona: Persona.self
    case .fundingSource: FundingSourceRecord.self
    case .provisionalFunding: ProvisionalFundingRecord.self
    case .virtualCard: VirtualCardRecord.self
    case .provisionalCard: ProvisionalCardRecord.self
    case .virtualNumber: VirtualNumberRecord.self
    case .virtualOrder: VirtualOrderRecord.self
    case .noticeRules: NoticeRules.self
    case .timedCard: TimedCardRecord.self
    case .webhook: WebhookRecord.self
    case .budgets: Budgets.self
    }
  }

  /// Its name in a report.
  package var word: String {
    switch self {
    case .root: "root row"
    case .customer: "customer"
    case .card: "card"
    case .pan: "card number"
    case .pin: "PIN"
    case .program: "programme"
    case .account: "account"
    case .payment: "payment"
    case .sca: "code counters"
    case .event: "confirmation"
    case .authenticator: "authenticator"
    case .phone: "phone message"
    case .code: "one-time code"
    case .audit: "audit entry"
    case .change: "change"
    case .signIn: "sign-in"
    case .sale: "sale"
    case .handle: "payment handle"
    case .registration: "card registration"
    case .savedCard: "saved card"
    case .persona: "persona"
    case .fundingSource: "funding source"
    case .provisionalFunding: "funding source being set up"
    case .virtualCard: "virtual card"
    case .provisionalCard: "virtual card being made"
    case .deviceKeys: "device keys"
    case .virtualNumber: "virtual card number"
    case .virtualOrder: "virtual card place"
    case .noticeRules: "rules for messages"
    case .timedCard: "card with a time"
    case .webhook: "event for a webhook"
    case .budgets: "budgets"
    }
  }

  package var damaged: WalletError {
    WalletError(.damagedRecord, detail: .storage(.unreadable, word))
  }
}
