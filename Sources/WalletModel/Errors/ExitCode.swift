/// The exit statuses of the program. The meaning of a number never changes after a release.
package enum ExitCode: Int32, CaseIterable, Sendable {
  case ok = 0
  case internalError = 1
  case usage = 2
  case notFound = 3
  case fieldErrors = 4
  case refused = 5
  case scaRequired = 6
  case scaRejected = 7
  case scaBlocked = 8
  case scope = 9
  case versionConflict = 10
  case cancelled = 11
  case activationData = 12
  case damagedRecord = 13
  case configuration = 14
  case script = 15
  case passphrase = 20
  case notAVault = 21
  case newerVault = 22
  case damagedVault = 23
  case missing = 24
  case exists = 25
  case readOnly = 26
  case permissions = 27
  case busy = 28
  case diskFull = 30
  case diskFault = 31
  case audit = 32
  case unavailable = 40
  case rateLimited = 41
  case offline = 42
  case timeout = 43
  case connectionLost = 44
  case untrustedServer = 45
  case badAnswer = 46
  case unanswered = 47

  /// One line for `walletui exit-codes`.
  package var meaning: String {
    switch self {
    case .ok: "done"
    case .internalError: "an internal error; of `doctor`: something fails"
    case .usage: "the command was not understood, or the terminal can't be used"
    case .notFound: "no such card, programme, account, merchant or payment"
    case .fieldErrors: "a field of the request is wrong"
    case .refused: "not possible with this card or in this state"
    case .scaRequired: "this takes a one-time code, and there is no way to ask for it"
    case .scaRejected: "the one-time code was wrong or has expired"
    case .scaBlocked: "too many codes, wrong or sent: try again later"
    case .scope: "not signed in, or not allowed with this sign-in"
    case .versionConflict: "someone else changed the card in the meantime"
    case .cancelled: "cancelled by the user"
    case .activationData: "wrong last four digits or CVV"
    case .damagedRecord: "this record is damaged; others are not affected"
    case .configuration: "the profile or the configuration can't be used"
    case .script: "a script has mistakes, or waits for something in vain"
    case .passphrase: "wrong passphrase"
    case .notAVault: "the file isn't a vault"
    case .newerVault: "the vault was written by a newer version"
    case .damagedVault: "the vault is damaged"
    case .missing: "no such file"
    case .exists: "the file already exists"
    case .readOnly: "the vault can't be written to"
    case .permissions: "the vault file isn't safe to use"
    case .busy: "another program is using the vault"
    case .diskFull: "the disk is full"
    case .diskFault: "the disk reported an error"
    case .audit: "the audit log can't be written, so nothing was shown"
    case .unavailable: "the service isn't available"
    case .rateLimited: "too many requests"
    case .offline: "the server can't be reached"
    case .timeout: "the server didn't answer in time"
    case .connectionLost: "the connection to the server was lost"
    case .untrustedServer: "the server, or the way to it, isn't trusted"
    case .badAnswer: "the server's answer was not understood"
    case .unanswered:
      "the answer to a change was lost: the next command finds out what became of it"
    }
  }
}
