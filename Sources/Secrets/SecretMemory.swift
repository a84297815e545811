import CHarden

/// The locked memory that all secrets share.
package enum SecretMemory {
  /// Bytes that one operation may need at the same time: its request, the answer, copies of both.
  package static let operation = 16 << 10

  /// Whether something new may begin that needs so many bytes of it. Whoever is told false refuses,
  /// with an error; what was begun before has room to end.
  package static func hasRoom(for bytes: Int) -> Bool { harden_arena_has_room(bytes) != 0 }
}
