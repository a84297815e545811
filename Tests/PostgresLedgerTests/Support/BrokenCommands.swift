/// What a test replaces in the engine's commands, for positive controls.
enum BrokenCommands {
  /// Changes of one customer are made at the same time.
  static let withoutLock = ("FOR NO KEY UPDATE", "")
  /// Likewise, and nothing finds out.
  static let withoutChecks = [
    withoutLock,
    ("AND ver = $2::int8 - 1", ""),
    ("AND ver = $4::int8 - 1", ""),
    (
      "$5::bytea, $6::bytea)",
      """
      $5::bytea, $6::bytea) ON CONFLICT (customer, kind, number)
      DO UPDATE SET ver = excluded.ver, box = excluded.box, look = excluded.look
      """
    ),
    (
      "news(customer, seq, body) VALUES($1::int4, $2::int8, $3::bytea)",
      "news(customer, seq, body) VALUES($1::int4, $2::int8, $3::bytea) ON CONFLICT DO NOTHING"
    ),
  ]
}
