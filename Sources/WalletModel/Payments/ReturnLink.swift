/// When a return link is followed (D39).
package enum ReturnRelation: String, Sendable, CaseIterable, WireWord {
  case usual = "default"
  case completed = "on_completed"
  case failed = "on_failed"
  case cancelled = "on_cancelled"
}

/// Where the payer's browser returns to, after the bank's page (D39).
package struct ReturnLink: Hashable, Sendable {
  package var relation: ReturnRelation
  /// An address with http:// or https://, 1…2,048 characters.
  package var address: String

  package init(_ relation: ReturnRelation, _ address: String) {
    self.relation = relation
    self.address = address
  }
}
