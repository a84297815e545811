import Languages

/// Codes that are published (A38, D57).
extension ErrorCode {
  package static let fieldErrors = ErrorCode(
    "5068", http: 400, exit: .fieldErrors,
    message: LocalizedText(
      "Field error(s)",
      "Angaben sind falsch"),
    advice: LocalizedText(
      "Correct the fields that are named and try again.",
      "Berichtigen Sie die genannten Angaben und versuchen Sie es neu."))
  package static let notFound = ErrorCode(
    "5269", http: 404, exit: .notFound,
    message: LocalizedText(
      "Entity not found",
      "Das gibt es nicht"),
    advice: LocalizedText(
      "Check the id; list the cards to see which there are.",
      "Prüfen Sie die ID; die Liste der Karten zeigt, welche es gibt."))
  package static let unauthorized = ErrorCode(
    "5279", http: 401, exit: .scope,
    message: LocalizedText(
      "The sign-in is missing, wrong or has expired",
      "Die Anmeldung fehlt, ist falsch oder abgelaufen"),
    advice: LocalizedText(
      "Sign in again.",
      "Melden Sie sich neu an."))
  package static let rateLimited = ErrorCode(
    "1200", http: 429, exit: .rateLimited,
    message: LocalizedText(
      "Too many requests",
      "Zu viele Anfragen"),
    advice: LocalizedText(
      "Wait a moment and try again.",
      "Warten Sie einen Moment und versuchen Sie es neu."))
  package static let internalError = ErrorCode(
    "1000", http: 500, exit: .internalError,
    message: LocalizedText(
      "An internal error occurred",
      "Ein innerer Fehler ist aufgetreten"),
    advice: LocalizedText(
      "Try again; if it stays, check the vault.",
      "Versuchen Sie es neu; bleibt es dabei, prüfen Sie den Tresor."))
  package static let unavailable = ErrorCode(
    "1007", http: 503, exit: .unavailable,
    message: LocalizedText(
      "The service is not available",
      "Der Dienst ist nicht verfügbar"),
    advice: LocalizedText(
      "Wait a moment and try again.",
      "Warten Sie einen Moment und versuchen Sie es neu."))

  static let published: [ErrorCode] = [
    .fieldErrors, .notFound, .unauthorized, .rateLimited, .internalError, .unavailable,
  ]
}
