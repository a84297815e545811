import CHarden
import Dispatch
import Secrets
import Synchronization
import Testing

@Suite struct ArenaStressTests {
  /// Secrets that exist at the same time never share memory, for any number of threads.
  @Test func secretsNeverShareMemory() {
    let wrong = Mutex(0)
    DispatchQueue.concurrentPerform(iterations: 8) { thread in
      var held: [(secret: Secret, mark: UInt8)] = []
      var random = UInt64(thread &* 7919 &+ 1)
      for round in 0..<20_000 {
        random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        let size = Int(random >> 33) % 120 + 1
        let mark = UInt8(truncatingIfNeeded: round &* 8 &+ thread)
        held.append(
          (Secret(count: size) { for index in 0..<size { $0[index] = mark } }, mark))
        if held.count > 20 {
          let old = held.remove(at: Int(random >> 40) % held.count)
          let isWhole = old.secret.withBytes { $0.allSatisfy { $0 == old.mark } }
          if !isWhole { wrong.withLock { $0 += 1 } }
        }
      }
    }
    #expect(wrong.withLock { $0 } == 0)
  }
}

/// Tests in their own processes, because the arena belongs to the process.
@Suite struct FullArenaTests {
  /// New work is refused before the arena is full. Work in progress has room to end, and the
  /// secrets outside the first part of the arena are kept and wiped like all others.
  @Test func aFullArenaRefusesNewWork() async {
    await #expect(processExitsWith: .success) {
      var held: [Secret] = []
      while SecretMemory.hasRoom(for: SecretMemory.operation) {
        held.append(Secret(count: 4096) { $0.initializeMemory(as: UInt8.self, repeating: 7) })
      }
      precondition(harden_arena_used() < 512 << 10, "refused while there is room")
      for _ in 0..<200 {
        held.append(Secret(count: 4096) { $0.initializeMemory(as: UInt8.self, repeating: 7) })
      }
      precondition(harden_arena_used() > 800 << 10, "control: more than was open at first")
      precondition(held.allSatisfy { $0.withBytes { $0.allSatisfy { $0 == 7 } } })
      let last = held[held.count - 1].withBytes { UInt(bitPattern: $0.baseAddress) }
      held = []
      precondition(harden_arena_used() == 0)
      precondition(UnsafePointer<UInt8>(bitPattern: last)?.pointee == 0, "it is wiped")
      precondition(SecretMemory.hasRoom(for: SecretMemory.operation))
    }
  }
}
