import CHarden

/// The locked memory for all secrets.
package enum SecretMemory {
  /// Bytes that one operation may need at a time: its request, the answer, and copies of both.
  package static let operation = 16 << 10

  /// Whether an operation that needs this number of bytes may begin. If not, it has to be refused
  /// with an error. Operations that have begun have enough room.
  package static func hasRoom(for bytes: Int) -> Bool { harden_arena_has_room(bytes) != 0 }
}
