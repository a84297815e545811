package import Secrets
package import WalletAPI
package import WalletModel

/// A card as a ledger keeps it: what everyone may see, and what only the issuer goes by.
package struct CardRecord: Hashable, Sendable {
  /// `tokenizations` is always there, `availableActions` never.
  package var card: Card
  /// Where it stands among the customer's cards, from 0. Given by the ledger, never changes.
  package var position: Int
  /// What a locked card was before: DIGITAL comes back on unlocking.
  package var statusBeforeLock: CardStatus?
  /// Wrong activation data so far (A22).
  package var activationFailures: Int
  /// By `dpanRef`: what tells the token's phone from others.
  package var tokenMarks: [String: String] = [:]

  package init(
    card: Card, position: Int = -1, statusBeforeLock: CardStatus? = nil,
    activationFailures: Int = 0
  ) {
    self.card = card
    self.position = position
    self.statusBeforeLock = statusBeforeLock
    self.activationFailures = activationFailures
  }
}

/// One page of cards.
package struct CardPage: Sendable {
  package var records: [CardRecord]
  package var damaged: [DamagedRecord]
  /// Cards that match, on all pages.
  package var total: Int
  package init(records: [CardRecord] = [], damaged: [DamagedRecord] = [], total: Int = 0) {
    self.records = records
    self.damaged = damaged
    self.total = total
  }
}

/// A programme and where its numbers come from.
package struct ProgramRecord: Hashable, Sendable {
  package var program: CardProgram
  /// Six digits of a published test range.
  package var bin: String
  /// Given by the ledger.
  package var position: Int
  package init(program: CardProgram, bin: String, position: Int = -1) {
    self.program = program
    self.bin = bin
    self.position = position
  }
}

/// What is counted per customer about one-time codes.
package struct ScaAccount: Hashable, Sendable {
  /// Wrong codes in a row.
  package var failures = 0
  /// Blocks since the last right code: each doubles the next.
  package var blocks = 0
  package var blockedAt: Moment?
  /// Codes sent since the last right one, or since the last cool-down.
  package var challenges = 0
  package var lastChallenge: Moment?
  package var isEnrolled = false
  /// The last 30-second step whose app code was used: each is good once.
  package var lastStep: Int64 = -1
  /// When the key of an app was handed out that has not been confirmed yet.
  package var enrolmentBegan: Moment?
  package init() {}
}

/// A one-time code under way.
package struct ScaChallengeRecord: Hashable, Sendable {
  package var verification: ScaVerification
  package var created: Moment
  /// Keyed hash of event, number and code; empty with AUTHENTICATOR.
  package var codeHash: [UInt8]
  /// The message on the simulated phone that shows the code.
  package var messageID: String?
  package init(
    verification: ScaVerification, created: Moment, codeHash: [UInt8], messageID: String?
  ) {
    self.verification = verification
    self.created = created
    self.codeHash = codeHash
    self.messageID = messageID
  }
}

/// An SCA event, and everything that it is bound to.
package struct ScaEventRecord: Hashable, Sendable {
  package var id: ScaEventID
  package var walletOperationID: WalletOperationID
  package var sessionID: String
  package var deviceID: String
  /// `Contract.name`.
  package var action: String
  package var cardID: CardID?
  package var cardVersion: Int?
  /// 16 bytes: a keyed hash of all that is asked for. Empty in records from before it was kept, whose
  /// events are over.
  package var request: [UInt8]
  /// Where the card goes, in words for its owner; nil: nowhere.
  package var target: String?
  package var created: Moment
  /// The last thing that its customer did about it (S11).
  package var touched: Moment
  /// The latest; an earlier one is void.
  package var challenge: ScaChallengeRecord?
  /// When a code was last sent for it; asking for an app's code is none.
  package var lastSent: Moment?
  /// When the right code came: the grant runs from then.
  package var verified: Moment?
  /// The grant was used.
  package var isConsumed = false

  package init(
    id: ScaEventID, walletOperationID: WalletOperationID, sessionID: String, deviceID: String,
    action: String, cardID: CardID?, cardVersion: Int?, request: [UInt8] = [],
    target: String? = nil, created: Moment
  ) {
    self.id = id
    self.walletOperationID = walletOperationID
    self.sessionID = sessionID
    self.deviceID = deviceID
    self.action = action
    self.cardID = cardID
    self.cardVersion = cardVersion
    self.request = request
    self.target = target
    self.created = created
    touched = created
  }
}

/// A text on the simulated phone, without its code.
package struct PhoneMessageRecord: Hashable, Sendable {
  package var id: String
  package var channel: ScaChannel
  package var sender: String
  package var time: Timestamp
  /// With `%@` where the code belongs.
  package var text: String
  /// When the code was made; nil: it stays (a card's letter).
  package var codeFrom: Moment?
  package init(
    id: String, channel: ScaChannel, sender: String, time: Timestamp, text: String,
    codeFrom: Moment?
  ) {
    self.id = id
    self.channel = channel
    self.sender = sender
    self.time = time
    self.text = text
    self.codeFrom = codeFrom
  }
}

/// A line of the audit log. Last four only.
package struct AuditEntry: Hashable, Sendable {
  package enum Phase: UInt8, Sendable {
    /// Written before a secret is shown.
    case intent = 1
    case done = 2
    case refused = 3
  }
  package var time: Timestamp
  package var phase: Phase
  /// `Contract.name`.
  package var action: String
  package var lastFour: String
  package var sessionID: String
  package var deviceID: String
  /// What came of it: a status, or an error's code.
  package var note: String
  package init(
    time: Timestamp, phase: Phase, action: String, lastFour: String, sessionID: String,
    deviceID: String, note: String
  ) {
    self.time = time
    self.phase = phase
    self.action = action
    self.lastFour = lastFour
    self.sessionID = sessionID
    self.deviceID = deviceID
    self.note = note
  }
}

/// A sign-in at a server. Of its tokens there are hashes only, 32 bytes each.
package struct SignInRecord: Hashable, Sendable {
  package struct Access: Hashable, Sendable {
    package var hash: [UInt8]
    package var scopes: Set<Scope>
    package var made: Moment
    package init(hash: [UInt8], scopes: Set<Scope>, made: Moment) {
      self.hash = hash
      self.scopes = scopes
      self.made = made
    }
  }
  /// A refresh token that was used, and is good a little longer: its answer may have been lost.
  package struct Used: Hashable, Sendable {
    package var hash: [UInt8]
    /// When it was used first.
    package var at: Moment
    /// Hashes of the access tokens from before.
    package var before: [[UInt8]]
    package init(hash: [UInt8], at: Moment, before: [[UInt8]]) {
      self.hash = hash
      self.at = at
      self.before = before
    }
  }
  package var id: String
  package var customer: CustomerID
  package var user: String
  /// A hash of the person's entry among the users: another entry, another person.
  package var userMark: [UInt8]
  package var deviceID: String
  package var scopes: Set<Scope>
  /// Of the part that all its refresh tokens have in common.
  package var family: [UInt8]
  /// Of the refresh token that is good.
  package var refresh: [UInt8]
  package var refreshMade: Moment
  /// Access tokens that may still be good, the newest last.
  package var access: [Access] = []
  /// The refresh token before that one; nil: there was none.
  package var used: Used?

  package init(
    id: String, customer: CustomerID, user: String, userMark: [UInt8], deviceID: String,
    scopes: Set<Scope>, family: [UInt8], refresh: [UInt8] = [],
    refreshMade: Moment = Moment(wall: Timestamp(milliseconds: 0), boot: 0)
  ) {
    self.id = id
    self.customer = customer
    self.user = user
    self.userMark = userMark
    self.deviceID = deviceID
    self.scopes = scopes
    self.family = family
    self.refresh = refresh
    self.refreshMade = refreshMade
  }
}

/// What a request with an idempotency key came to.
package struct ChangeRecord: Hashable, Sendable {
  /// What was answered; it holds no secret.
  package enum Answer: Hashable, Sendable {
    /// Without tokenizations and actions: a ledger has a shorter form for it.
    case card(Card)
    /// As it went out.
    case body([UInt8])
    /// It was not done, and that was counted: the error object as it went out.
    case refusal([UInt8])
  }
  package struct Outcome: Hashable, Sendable {
    /// 16 bytes: a keyed hash that tells one request from another.
    package var request: [UInt8]
    /// The answer's HTTP status.
    package var status: Int
    package var answer: Answer
    package var cardID: CardID?
    package init(request: [UInt8], status: Int, answer: Answer, cardID: CardID?) {
      self.request = request
      self.status = status
      self.answer = answer
      self.cardID = cardID
    }
  }
  package var made: Moment
  /// nil: the key was closed before a request with it came.
  package var outcome: Outcome?
  package init(made: Moment, outcome: Outcome?) {
    self.made = made
    self.outcome = outcome
  }
}

/// What the shop goes by: an authorisation, or a debit.
package struct SaleRecord: Hashable, Sendable {
  package enum State: UInt8, Sendable {
    /// An authorisation that holds money.
    case open = 1
    case declined = 2
    /// Reversed whole.
    case reversed = 3
    case expired = 4
    /// Debited whole.
    case debited = 5
    /// A debit, not an authorisation.
    case debit = 6
  }
  package var id: String
  package var state: State
  package var cardID: CardID
  package var merchantID: String
  /// The first authorisation's id.
  package var sequenceID: String
  /// In the merchant's minor units: what is reserved, or was debited.
  package var amount: Int64
  /// In the merchant's minor units, of a debit.
  package var refunded: Int64 = 0
  /// In the card's minor units: what the account holds for it, markup included.
  package var held: Int64 = 0
  /// Of the PENDING payment.
  package var pending: Int64?
  package var created: Timestamp

  package init(
    id: String, state: State, cardID: CardID, merchantID: String, sequenceID: String? = nil,
    amount: Int64, created: Timestamp
  ) {
    self.id = id
    self.state = state
    self.cardID = cardID
    self.merchantID = merchantID
    self.sequenceID = sequenceID ?? id
    self.amount = amount
    self.created = created
  }
}

/// Keys of the issuer itself, 32 bytes each.
package struct IssuerKeys: Sendable {
  /// CVVs are computed from it.
  package let cvv: Secret
  /// One-time codes are stored only as hashes under it.
  package let codes: Secret
  /// Requests are told apart by hashes under it: their bodies may hold a PIN.
  package let requests: Secret
  package init(cvv: Secret, codes: Secret, requests: Secret) {
    self.cvv = cvv
    self.codes = codes
    self.requests = requests
  }
}
