import WalletModel

/// What PostgreSQL's errors mean for whoever asked.
///
/// Only the five characters of SQLSTATE are used: DETAIL and MESSAGE can quote values.
enum PostgresFailure {
  /// The connection broke, or did not answer in time.
  static let lost = WalletError(
    .unavailable,
    details: [.text("The database doesn't answer.", "Die Datenbank antwortet nicht.")],
    retryAfter: 1)

  /// The keys were replaced since the server was started.
  static let otherKeys = WalletError(
    .unavailable,
    .text("The database has other keys now", "Die Datenbank hat jetzt andere Schlüssel"),
    details: [
      .text(
        "Start walletd again, with the new passphrase.",
        "Starten Sie walletd neu, mit der neuen Passphrase.")
    ])

  /// The answer to COMMIT was lost.
  static var unknown: WalletError {
    var error = WalletError(
      .diskUnknown,
      details: [
        .text(
          "The database's answer was lost.", "Die Antwort der Datenbank ging verloren.")
      ],
      advice: .text(
        "Look before you repeat it, or repeat it with the same key.",
        "Sehen Sie nach, bevor Sie es wiederholen, oder wiederholen Sie es mit demselben Schlüssel."
      ))
    error.mayHaveHappened = true
    return error
  }

  /// Others hold a row for too long, or all connections are in use.
  static let busy = WalletError(
    .vaultBusy,
    .text("The database is busy", "Die Datenbank ist beschäftigt"),
    advice: .text("Try again.", "Versuchen Sie es noch einmal."), retryAfter: 1)

  /// A row is not in the state in which it was read.
  private static var moved: WalletError {
    var error = busy
    error.details = [
      .text(
        "Another server has changed the same row.",
        "Ein anderer Server hat dieselbe Zeile geändert.")
    ]
    return error
  }

  /// Serialization, deadlock, a number that was taken meanwhile, and `Statement.one`: another
  /// transaction was in the way, and this one may succeed if it is repeated.
  static func isConflict(_ state: String) -> Bool {
    ["40001", "40P01", "23505", "22012"].contains(state)
  }

  static func error(_ state: String) -> WalletError {
    let reason = Reason.verbatim("PostgreSQL: SQLSTATE \(state)")
    switch state {
    // Lock and statement time limits, deadlock, serialization, a number that was taken meanwhile.
    case "55P03", "57014", "40P01", "40001", "23505", "25P03":
      var error = busy
      error.details = [reason]
      return error
    // `Statement.one`. The versions are compared, so that a change of somebody who does not hold
    // the customer's lock is never overwritten.
    case "22012": return moved
    case "53100": return WalletError(.diskFull, details: [reason], retryAfter: 1)
    // It is a standby, or read-only.
    case "25006": return WalletError(.unavailable, details: [reason], retryAfter: 1)
    case "42P01", "3F000": return WalletError(.vaultNotAVault, details: [reason])
    case "42501":
      return WalletError(
        .configuration,
        .text("The database's role lacks a right", "Der Rolle der Datenbank fehlt ein Recht"),
        details: [reason],
        advice: .text("See docs/cluster.md, Roles.", "Siehe docs/cluster.md, Roles."))
    default:
      // Classes: connection, resources, operator intervention, system error.
      if ["08", "53", "57", "58"].contains(state.prefix(2)) {
        return WalletError(.unavailable, details: [reason], retryAfter: 1)
      }
      return WalletError(.internalError, details: [reason])
    }
  }
}
