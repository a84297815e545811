package import WalletModel

extension ScaVerification: JSONValue {
  package init(json: JSON) throws(WireMalformed) {
    var fields = try JSONFields(json)
    self.init(
      method: try fields.get("method"), channel: try fields.optional("channel"),
      target: try fields.optional("target"))
  }
  package func write(to writer: inout JSONWriter) {
    writer.object {
      $0.field("method", method)
      $0.optional("channel", channel)
      $0.optional("target", target)
    }
  }
}

extension ScaEvent: JSONValue {
  package init(json: JSON) throws(WireMalformed) {
    var fields = try JSONFields(json)
    self.init(
      id: try fields.get("eventId"), walletOperationID: try fields.get("walletOperationId"),
      authenticationMode: try fields.optional("authenticationMode") ?? .unsaid,
      availableVerifications: fields.readable("availableVerifications"),
      creationTime: try fields.get("creationTime"),
      expirationTime: try fields.get("expirationTime"))
  }
  package func write(to writer: inout JSONWriter) {
    writer.object {
      $0.field("eventId", id)
      $0.field("walletOperationId", walletOperationID)
      $0.field("authenticationMode", authenticationMode)
      $0.field("availableVerifications", availableVerifications)
      $0.field("creationTime", creationTime)
      $0.field("expirationTime", expirationTime)
    }
  }
}

extension ScaReference: JSONValue {
  package init(json: JSON) throws(WireMalformed) {
    var fields = try JSONFields(json)
    self.init(
      eventID: try fields.get("eventId"), walletOperationID: try fields.get("walletOperationId"))
  }
  package func write(to writer: inout JSONWriter) {
    writer.object {
      $0.field("eventId", eventID)
      $0.field("walletOperationId", walletOperationID)
    }
  }
}

extension ScaChallenge: JSONValue {
  package init(json: JSON) throws(WireMalformed) {
    var fields = try JSONFields(json)
    let created: Timestamp = try fields.get("creationTime")
    self.init(
      eventID: try fields.get("eventId"), walletOperationID: try fields.get("walletOperationId"),
      authenticationMode: try fields.optional("authenticationMode") ?? .unsaid,
      verification: try fields.get("verification"),
      allowableChallenges: try fields.count("allowableChallenges"),
      currentChallenges: try fields.count("currentChallenges"),
      creationTime: created,
      expirationTime: try fields.get("expirationTime"),
      // Ours from here on.
      attemptsLeft: try fields.optionalCount("attemptsLeft") ?? 1,
      resendTime: try fields.optional("resendTime") ?? created)
  }
  package func write(to writer: inout JSONWriter) {
    writer.object {
      $0.field("eventId", eventID)
      $0.field("walletOperationId", walletOperationID)
      $0.field("authenticationMode", authenticationMode)
      $0.field("verification", verification)
      $0.field("allowableChallenges", allowableChallenges)
      $0.field("currentChallenges", currentChallenges)
      $0.field("creationTime", creationTime)
      $0.field("expirationTime", expirationTime)
      $0.field("attemptsLeft", attemptsLeft)
      $0.field("resendTime", resendTime)
    }
  }
}

extension ScaAttempt: JSONValue {
  package init(json: JSON) throws(WireMalformed) {
    var fields = try JSONFields(json)
    self.init(
      eventID: try fields.get("eventId"), walletOperationID: try fields.get("walletOperationId"),
      status: try fields.get("status"), statusReason: try fields.optional("statusReason"),
      allowableAttempts: try fields.count("allowableAttempts"),
      currentAttempts: try fields.count("currentAttempts"),
      creationTime: try fields.get("creationTime"),
      retryAfter: fields.wait("retryAfter"))
  }
  package func write(to writer: inout JSONWriter) {
    writer.object {
      $0.field("eventId", eventID)
      $0.field("walletOperationId", walletOperationID)
      $0.field("status", status)
      $0.optional("statusReason", statusReason)
      $0.field("allowableAttempts", allowableAttempts)
      $0.field("currentAttempts", currentAttempts)
      $0.field("creationTime", creationTime)
      $0.optional("retryAfter", retryAfter)
    }
  }
}
