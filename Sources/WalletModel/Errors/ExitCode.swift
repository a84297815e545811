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
    case .usage: "the command was not understood, or the terminal cannot be used"
    case .notFound: "no such card, programme, account, merchant or payment"
    case .fieldErrors: "a field of the request is wrong"
    case .refused: "not possible with this card or in this state"
    case .scaRequired: "a one-time code is needed and there is no way to ask for it"
    case .scaRejected: "the one-time code was wrong or its time has run out"
    case .scaBlocked: "too many codes, wrong or sent: blocked for a while"
    case .scope: "nobody is signed in, or this sign-in has no permission for that"
    case .versionConflict: "the card was changed by someone else meanwhile"
    case .cancelled: "given up by the person"
    case .activationData: "wrong last four digits or CVV"
    case .damagedRecord: "this record is damaged; others are not affected"
    case .configuration: "the profile that was asked for, or the configuration, cannot be used"
    case .script: "a script has mistakes, or does not come to what it waits for"
    case .passphrase: "wrong passphrase"
    case .notAVault: "the file is not a vault"
    case .newerVault: "the vault was written by a newer version"
    case .damagedVault: "the vault is damaged"
    case .missing: "there is no such file"
    case .exists: "there is a file already"
    case .readOnly: "the vault cannot be written to"
    case .permissions: "the vault file is not safe to use"
    case .busy: "another program keeps the vault busy"
    case .diskFull: "the disk is full"
    case .diskFault: "the disk reported an error"
    case .audit: "the audit log cannot be written, so nothing was revealed"
    case .unavailable: "the service is not available"
    case .rateLimited: "too many requests"
    case .offline: "the server cannot be reached"
    case .timeout: "the server did not answer in time"
    case .connectionLost: "the connection to the server was lost"
    case .untrustedServer: "the server, or the way to it, is not trusted"
    case .badAnswer: "the server's answer was not understood"
    case .unanswered: "the answer to a change was lost: the next command finds out what it came to"
    }
  }
}
