import WalletAPI

/// Limits of one-time codes (`security.md`, B08, B13, B17), in seconds or counts.
enum IssuerLimits {
  static let event: Int64 = 15 * 60
  /// Events of a customer. Only a few programs ask for confirmations at a time, and each new
  /// event reads all of them.
  static let events = 16
  static let idle = Int64(Wire.idleSeconds)
  static let code: Int64 = 180
  static let grant: Int64 = 60
  /// In which a code for the details of a virtual card counts for others, if that was asked for.
  static let memory: Int64 = 300
  static let link: Int64 = 30
  static let links = 64
  static let resend: Int64 = 30
  static let enrolment: Int64 = 15 * 60
  static let cooldown: Int64 = 15 * 60
  static let block: Int64 = 15 * 60
  static let longestBlock: Int64 = 24 * 3600
  static let attempts = 5
  static let challenges = 4
  static let activations = 3
  /// How often a card and those in its place are replaced in a day.
  static let replacements = 5
  static let messages = 50
  static let pushMessages = 10
  /// Phones that a card may be in.
  static let tokens = 16
  /// Payment handles of a customer. Those that have ended are removed, the oldest first.
  static let handles = 1000
  /// Of a payer.
  static let identityDocuments = 8
  /// How long a handle that has ended is kept.
  static let handleKept: Int64 = 30 * 24 * 3600
  /// Cards on their way to being saved that are kept.
  static let registrations = 16
  /// The lifetime of an idempotency key, in seconds.
  static let changeKept: Int64 = 24 * 3600
}
