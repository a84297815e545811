import Synchronization
package import WalletAPI
package import WalletModel

/// A line of the audit log. It contains at most the last four digits of a card.
package struct AuditEntry: Hashable, LedgerRecord {
  package enum Phase: UInt8, CaseIterable, Sendable {
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
  /// The result: a status, an error code, or the id of a payment.
  package var note: String

  /// Without a card, or without a sign-in, there is nothing to name.
  package init(
    time: Timestamp, phase: Phase, action: String, lastFour: String = "", sessionID: String = "",
    deviceID: String = "", note: String
  ) {
    self.time = time
    self.phase = phase
    self.action = action
    self.lastFour = lastFour
    self.sessionID = sessionID
    self.deviceID = deviceID
    self.note = note
  }

  package static var kind: RecordKind { .audit }
  package static var keying: LedgerKeying { .chained }
  package var recordID: String { "" }
  package static var blank: AuditEntry {
    AuditEntry(time: .blank, phase: .blank, action: "", note: "")
  }
  package mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
    try v.field("time", &time)
    try v.field("phase", &phase)
    try v.field("action", &action)
    try v.field("lastFour", &lastFour)
    try v.field("sessionId", &sessionID)
    try v.field("deviceId", &deviceID)
    try v.field("note", &note)
  }
}

extension AuditEntry.Phase: NumberedState {
  package static var blank: AuditEntry.Phase { .intent }
}

extension IssuerFeature {
  /// If the audit log cannot be written for any reason, nothing is shown.
  func audited<R>(_ body: () throws(WalletError) -> R) throws(WalletError) -> R {
    do throws(WalletError) {
      return try body()
    } catch {
      switch error.code {
      case .diskFull, .diskFault, .diskUnknown, .vaultReadOnly:
        throw WalletError(.auditUnwritable, details: [error.message] + error.details)
      default: throw error
      }
    }
  }

  /// Writes that something was done or refused with a card; nil: with none.
  func audit(
    _ writer: any LedgerWriter, _ phase: AuditEntry.Phase, _ contract: Contract,
    _ card: Card?, _ context: RequestContext, note: String
  ) throws(WalletError) {
    try audit(writer, phase, contract.name, card, context, note: note)
  }

  /// - Parameter action: `Contract.name`.
  func audit(
    _ writer: any LedgerWriter, _ phase: AuditEntry.Phase, _ action: String,
    _ card: Card?, _ context: RequestContext, note: String
  ) throws(WalletError) {
    #if DEBUG
      core.hasAudited.store(true, ordering: .relaxed)
    #endif
    try writer.put(
      AuditEntry(
        time: clock.now(), phase: phase, action: action, lastFour: card?.lastFour ?? "",
        sessionID: context.sessionID, deviceID: context.deviceID, note: note),
      of: context.customerID)
  }
}
