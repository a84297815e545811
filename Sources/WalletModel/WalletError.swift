/// What went wrong with a field of a request (A38).
package struct FieldError: Hashable, Sendable {
  package var field: String
  /// A sentence: what is wrong and what would be right.
  package var error: String

  package init(_ field: String, _ error: String) {
    self.field = field
    self.error = error
  }
}

/// Any failure that a person or a program is told of.
///
/// `code` never changes once released; `message` says what happened, `details` why, `advice` what
/// to do. On the wire it is the published error object (A38).
package struct WalletError: Error, Hashable, Sendable {
  package var code: ErrorCode
  package var message: String
  package var details: [String]
  package var fieldErrors: [FieldError]
  package var advice: String
  /// Seconds until it makes sense to try again.
  package var retryAfter: Int?
  /// A server's code that is not in the catalogue, as it came: `code` is then what its status says.
  package var serverCode: String?
  /// With `.scaRequired`: what has to be authorised first (B04).
  package var scaEvent: ScaEvent?
  /// The change may have been carried out all the same: the answer was lost. Not on the wire.
  package var mayHaveHappened = false

  package init(
    _ code: ErrorCode, _ message: String? = nil, details: [String] = [],
    fieldErrors: [FieldError] = [], advice: String? = nil, retryAfter: Int? = nil,
    scaEvent: ScaEvent? = nil
  ) {
    self.code = code
    self.message = message ?? code.message
    self.details = details
    self.fieldErrors = fieldErrors
    self.advice = advice ?? code.advice
    self.retryAfter = retryAfter
    self.scaEvent = scaEvent
  }

  /// What stands in lists of codes and is told to people.
  package var codeText: String { serverCode ?? code.rawValue }

  /// 400 with the fields that were wrong; nil when none was.
  package static func invalid(_ errors: [FieldError]) -> WalletError? {
    errors.isEmpty ? nil : WalletError(.fieldErrors, fieldErrors: errors)
  }

  package static func scaRequired(_ event: ScaEvent) -> WalletError {
    WalletError(.scaRequired, scaEvent: event)
  }
}

/// The catalogue. Numbers are published ones (A38, D57); names with `WUI-` are ours.
package enum ErrorCode: String, Sendable, CaseIterable {
  // Published.
  case fieldErrors = "5068"
  case notFound = "5269"
  case unauthorized = "5279"
  case rateLimited = "1200"
  case internalError = "1000"
  case unavailable = "1007"

  // Ours: rules of the issuer.
  case scaRequired = "WUI-SCA-REQUIRED"
  case scaRejected = "WUI-SCA-REJECTED"
  case scaBlocked = "WUI-SCA-BLOCKED"
  case scaExpired = "WUI-SCA-EXPIRED"
  case challengeLimit = "WUI-SCA-CHALLENGES"
  /// Five minutes without activity (PSD2): only the password renews the sign-in.
  case signInIdle = "WUI-SIGN-IN-IDLE"
  case scopeMissing = "WUI-SCOPE"
  case transitionRefused = "WUI-TRANSITION"
  case activationRefused = "WUI-ACTIVATION"
  case activationDataWrong = "WUI-ACTIVATION-DATA"
  case programExhausted = "WUI-PROGRAM"
  case pinNotSet = "WUI-PIN-UNSET"
  case actionRefused = "WUI-ACTION"
  case versionConflict = "WUI-VERSION"
  case changePending = "WUI-PENDING"
  case authenticatorState = "WUI-AUTHENTICATOR"
  case damagedRecord = "WUI-DAMAGED"
  case keyReused = "WUI-KEY-REUSED"
  case keyClosed = "WUI-KEY-CLOSED"

  // Ours: the simulated shop (G05–G09).
  case shopCard = "WUI-SHOP-CARD"
  case shopTransaction = "WUI-SHOP-TRANSACTION"
  case shopMerchant = "WUI-SHOP-MERCHANT"
  case shopCurrency = "WUI-SHOP-CURRENCY"
  case shopType = "WUI-SHOP-TYPE"
  case shopExpired = "WUI-SHOP-EXPIRED"
  case shopReversal = "WUI-SHOP-REVERSAL"
  case shopRefund = "WUI-SHOP-REFUND"

  // Ours: the way to a server.
  case netOffline = "WUI-NET-OFFLINE"
  case netTimeout = "WUI-NET-TIMEOUT"
  case netLost = "WUI-NET-LOST"
  case netUntrusted = "WUI-NET-TLS"
  case netHost = "WUI-NET-HOST"
  case netPin = "WUI-NET-PIN"
  case netInsecure = "WUI-NET-PLAIN"
  case netRedirect = "WUI-NET-REDIRECT"
  case netAnswer = "WUI-NET-ANSWER"
  case netTooLarge = "WUI-NET-SIZE"

  // Ours: the vault and the machine.
  case vaultPassphrase = "WUI-VAULT-PASSPHRASE"
  case vaultNotAVault = "WUI-VAULT-FORMAT"
  case vaultNewer = "WUI-VAULT-NEWER"
  case vaultDamaged = "WUI-VAULT-DAMAGED"
  case vaultMissing = "WUI-VAULT-MISSING"
  case vaultExists = "WUI-VAULT-EXISTS"
  case vaultReadOnly = "WUI-VAULT-READONLY"
  case vaultPermissions = "WUI-VAULT-PERMISSIONS"
  case vaultLinked = "WUI-VAULT-LINKED"
  case vaultBusy = "WUI-VAULT-BUSY"
  case diskFull = "WUI-DISK-FULL"
  case diskFault = "WUI-DISK-FAULT"
  case diskUnknown = "WUI-DISK-UNKNOWN"
  case auditUnwritable = "WUI-AUDIT"
  case terminal = "WUI-TERMINAL"
  case usage = "WUI-USAGE"
  case configuration = "WUI-CONFIGURATION"
  case cancelled = "WUI-CANCELLED"
}

extension ErrorCode {
  /// The server cannot be reached, or not in time.
  package var isUnreachable: Bool { self == .netOffline || self == .netTimeout || self == .netLost }

  /// Status of the answer over HTTP.
  package var httpStatus: Int {
    switch self {
    case .fieldErrors, .usage, .configuration, .activationDataWrong: 400
    case .unauthorized, .signInIdle, .scaRequired, .scaRejected, .scaExpired: 401
    case .scopeMissing, .vaultPermissions, .vaultLinked: 403
    case .notFound, .vaultMissing, .shopCard, .shopTransaction, .shopMerchant: 404
    case .transitionRefused, .activationRefused, .programExhausted, .pinNotSet, .actionRefused,
      .authenticatorState, .vaultExists, .cancelled, .keyClosed,
      .changePending, .shopCurrency, .shopType, .shopExpired, .shopReversal, .shopRefund:
      409
    case .keyReused: 422
    case .versionConflict: 412
    case .rateLimited, .challengeLimit, .scaBlocked: 429
    case .unavailable, .vaultBusy, .vaultReadOnly, .diskFull, .diskFault, .auditUnwritable: 503
    case .internalError, .damagedRecord, .vaultPassphrase, .vaultNotAVault, .vaultNewer,
      .vaultDamaged, .diskUnknown, .terminal:
      500
    case .netLost, .netUntrusted, .netHost, .netPin, .netInsecure, .netRedirect, .netAnswer,
      .netTooLarge:
      502
    case .netOffline: 503
    case .netTimeout: 504
    }
  }

  /// What happened, in a sentence.
  package var message: String {
    switch self {
    case .fieldErrors: "Field error(s)"
    case .notFound: "Entity not found"
    case .unauthorized: "The sign-in is missing, wrong or has expired"
    case .rateLimited: "Too many requests"
    case .internalError: "An internal error occurred"
    case .unavailable: "The service is not available"
    case .scaRequired: "A one-time code is needed first"
    case .scaRejected: "That code is not valid"
    case .scaBlocked: "Too many wrong codes: codes are blocked for a while"
    case .scaExpired: "The time for this confirmation has run out"
    case .challengeLimit: "No more codes can be sent for now"
    case .signInIdle: "Nothing was done for five minutes, so the password is needed again"
    case .scopeMissing: "This sign-in may not see card secrets"
    case .transitionRefused: "The card cannot change to that status"
    case .activationRefused: "This card cannot be activated"
    case .activationDataWrong: "The activation data is wrong"
    case .programExhausted: "No more cards of this programme can be issued"
    case .pinNotSet: "This card has no PIN yet"
    case .actionRefused: "That is not possible with this card now"
    case .versionConflict: "The card was changed by someone else meanwhile"
    case .changePending: "It is not known yet whether that was done"
    case .authenticatorState: "The authenticator app is not in the right state for that"
    case .damagedRecord: "This record is damaged and cannot be read"
    case .keyReused: "This idempotency key was used for another request"
    case .keyClosed: "This change was given up; it was not made"
    case .shopCard: "The shop knows no such card"
    case .shopTransaction: "The shop knows no such payment"
    case .shopMerchant: "There is no such merchant"
    case .shopCurrency: "That is not the merchant's currency"
    case .shopType: "That cannot be done with a payment of this kind"
    case .shopExpired: "This authorisation has expired already"
    case .shopReversal: "That is more than is reserved"
    case .shopRefund: "That is more than was paid"
    case .netOffline: "The server cannot be reached"
    case .netTimeout: "The server did not answer in time"
    case .netLost: "The connection to the server was lost"
    case .netUntrusted: "The server's certificate is not trusted"
    case .netHost: "The server's certificate is for another name"
    case .netPin: "The server does not have the key that was pinned"
    case .netInsecure: "That address is not encrypted"
    case .netRedirect: "The server sent us elsewhere, and walletui does not follow"
    case .netAnswer: "The server's answer was not understood"
    case .netTooLarge: "The server's answer is too large"
    case .vaultPassphrase: "The passphrase is wrong"
    case .vaultNotAVault: "This file is not a walletui vault"
    case .vaultNewer: "This vault was written by a newer walletui"
    case .vaultDamaged: "The vault is damaged"
    case .vaultMissing: "There is no vault there"
    case .vaultExists: "There is a file there already"
    case .vaultReadOnly: "The vault cannot be written to"
    case .vaultPermissions: "The vault file is not safe to use"
    case .vaultLinked: "The vault file has more than one name"
    case .vaultBusy: "Another program keeps the vault busy"
    case .diskFull: "The disk is full"
    case .diskFault: "The disk reported an error"
    case .diskUnknown: "It is not known whether that was saved"
    case .auditUnwritable: "The audit log cannot be written, so nothing is revealed"
    case .terminal: "This terminal cannot show the wallet"
    case .usage: "The command was not understood"
    case .configuration: "The configuration cannot be used"
    case .cancelled: "Cancelled"
    }
  }

  /// What to do next, in a sentence; empty when there is nothing to say.
  package var advice: String {
    switch self {
    case .fieldErrors: "Correct the fields that are named and try again."
    case .notFound: "Check the id; list the cards to see which there are."
    case .unauthorized, .signInIdle: "Sign in again."
    case .rateLimited, .unavailable: "Wait a moment and try again."
    case .internalError: "Try again; if it stays, check the vault."
    case .scaRequired: "Choose how to receive a code and enter it."
    case .scaRejected: "Check the code, or ask for a new one."
    case .scaBlocked, .challengeLimit: "Wait until the time is over, then start again."
    case .scaExpired: "Start again."
    case .scopeMissing: "Sign in with permission to see card secrets (pci-dss-1)."
    case .transitionRefused, .actionRefused: "See the card's available actions."
    case .activationRefused: "Only cards that are Issued or Digital can be activated, once."
    case .activationDataWrong: "Check the last four digits and the CVV on the card."
    case .programExhausted: "Choose another programme."
    case .pinNotSet: "Set a PIN first."
    case .versionConflict: "Look at the card as it is now, then decide again."
    case .changePending:
      "The server is asked what became of it: on screen by itself, else with the next command."
    case .authenticatorState: "See the authenticator's state in the SCA settings."
    case .damagedRecord, .vaultDamaged: "Run `walletui vault check`, then restore a backup."
    case .keyReused: "Send each change with a key of its own."
    case .keyClosed: "Look at the card as it is now, then decide again."
    case .shopCard: "Check the card's number or id."
    case .shopTransaction: "Give the id that the payment was answered with."
    case .shopMerchant, .shopCurrency: "List the merchants (`walletui shop merchants`)."
    case .shopType, .shopExpired: "Look at the card's payments, or begin with a new one."
    case .shopReversal, .shopRefund: "Give a smaller amount."
    case .netOffline: "Check the address and the network, then try again."
    case .netTimeout, .netLost: "Check the network, then try again."
    case .netUntrusted: "Name the authority that signed it with --ca FILE, or don't connect."
    case .netHost: "Check the address; somebody else may be answering."
    case .netPin: "Don't connect until you know why: its key is new, or it is not your server."
    case .netInsecure: "Use https; plain http only to this machine, with --insecure-loopback."
    case .netRedirect: "Check the address, and give the one that it should be."
    case .netAnswer, .netTooLarge: "Check that the address is a wallet server's."
    case .vaultPassphrase: "Try again; nothing was changed."
    case .vaultNotAVault: "Check the file name; the file was not touched."
    case .vaultNewer: "Update walletui; the file was not touched."
    case .vaultMissing: "Make one with `walletui vault init`."
    case .vaultExists: "Choose another name; the file was not touched."
    case .vaultReadOnly: "Make the file and its folder writable, or use a copy."
    case .vaultPermissions:
      "The file must be yours, a plain file, and closed to others (mode 0600)."
    case .vaultLinked: "Remove the other names, or make a copy with `cp`; then try again."
    case .vaultBusy: "Close the other program or try again."
    case .diskFull: "Free some space and try again; nothing was lost."
    case .diskFault: "Check the disk; what was saved before is safe."
    case .diskUnknown:
      "Check the disk; open the wallet again and look before you do it once more."
    case .auditUnwritable: "Free some space or make the vault writable, then try again."
    case .terminal: "Use a terminal with cursor movement, at least 40 columns by 12 rows."
    case .usage: "See `walletui --help`."
    case .configuration: "Correct the file; `walletui profiles` and `paths` say more."
    case .cancelled: ""
    }
  }
}

extension WalletError {
  /// The locked memory that secrets stand in has no room for another request.
  package static let secretMemoryFull = WalletError(
    .unavailable, "The memory for secrets is full",
    advice: "Wait until what is under way has ended, then try again.")
}

extension WalletError {
  /// The limit of processes and threads (RLIMIT_NPROC, a control group's) is reached.
  package static var noThreads: WalletError {
    WalletError(
      .unavailable, "The system gives no more threads",
      details: ["the limit of processes and threads is reached"],
      advice: "Raise it (ulimit -u, TasksMax=), or end other programs.")
  }
}
