/// Codes that are published (A38, D57).
extension ErrorCode {
  package static let fieldErrors = ErrorCode(
    "5068", http: 400, exit: .fieldErrors,
    "Field error(s)",
    "Einige Angaben stimmen nicht",
    advice: "Fix these fields and try again.",
    "Korrigieren Sie diese Angaben, und versuchen Sie es noch einmal.")
  package static let notFound = ErrorCode(
    "5269", http: 404, exit: .notFound,
    "Entity not found",
    "Das gibt es nicht",
    advice: "Check the id, or list your cards.",
    "Prüfen Sie die ID, oder sehen Sie in der Liste Ihrer Karten nach.")
  package static let unauthorized = ErrorCode(
    "5279", http: 401, exit: .scope,
    "You're not signed in, or the sign-in has expired",
    "Sie sind nicht angemeldet, oder die Anmeldung ist abgelaufen",
    advice: "Sign in again.",
    "Melden Sie sich neu an.")
  package static let rateLimited = ErrorCode(
    "1200", http: 429, exit: .rateLimited,
    "Too many requests",
    "Zu viele Anfragen",
    advice: "Wait a moment and try again.",
    "Warten Sie einen Moment, und versuchen Sie es noch einmal.")
  package static let internalError = ErrorCode(
    "1000", http: 500, exit: .internalError,
    "An internal error occurred",
    "Ein interner Fehler ist aufgetreten",
    advice: "Try again. If it stays, check the vault.",
    "Versuchen Sie es noch einmal. Bleibt es dabei, prüfen Sie den Tresor.")
  package static let unavailable = ErrorCode(
    "1007", http: 503, exit: .unavailable,
    "The service isn't available",
    "Der Dienst ist nicht verfügbar",
    advice: "Wait a moment and try again.",
    "Warten Sie einen Moment, und versuchen Sie es noch einmal.")

  static let published: [ErrorCode] = [
    .fieldErrors, .notFound, .unauthorized, .rateLimited, .internalError, .unavailable,
  ]
}
