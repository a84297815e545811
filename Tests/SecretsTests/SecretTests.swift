import CHarden
import Secrets
import Testing

func secret(_ bytes: [UInt8]) -> Secret { bytes.withUnsafeBytes { Secret(copying: $0) } }
func secret(_ text: String) -> Secret { secret(Array(text.utf8)) }

@Suite struct SecretTests {
  private func text(_ secret: Secret) -> String {
    secret.withBytes { String(decoding: $0, as: UTF8.self) }
  }

  @Test func aSecretKeepsItsBytes() {
    #expect(text(secret("4111111111111111")) == "4111111111111111")
    #expect(secret("123").isDigits(count: 3))
    #expect(!secret("12a").isDigits(count: 3))
    #expect(!secret("1234").isDigits(count: 3))
  }

  @Test func bytesAreAppendedUpToTheCapacity() {
    let pin = Secret(capacity: 2)
    #expect(pin.append(0x31))
    #expect(pin.append(0x32))
    #expect(!pin.append(0x33))
    pin.removeLast()
    #expect(text(pin) == "1")
    pin.removeLast(5)
    #expect(pin.isEmpty)
  }

  @Test(arguments: [
    (0..<0, "x", "x4111"), (4..<4, "5", "41115"), (1..<3, "", "41"), (1..<2, "789", "478911"),
    (0..<4, "", ""), (3..<9, "", "411"), (7..<9, "2", "41112"), (0..<3, "92", "921"),
    (1..<1, "12345", nil), (4..<9, "12345", nil),
  ])
  func bytesAreReplaced(_ range: Range<Int>, _ new: String, _ expected: String?) {
    let pan = Secret(capacity: 8)
    for byte in "4111".utf8 { pan.append(byte) }
    let address = pan.withBytes { UInt(bitPattern: $0.baseAddress) }
    let isDone = secret(new).withBytes { pan.replace(range, with: $0) }
    #expect(isDone == (expected != nil))
    #expect(text(pan) == expected ?? "4111")
    let memory = UnsafeRawBufferPointer(start: UnsafeRawPointer(bitPattern: address), count: 8)
    #expect(memory.dropFirst(pan.count).allSatisfy { $0 == 0 })
  }

  @Test func matchesComparesBytesAndEqualityComparesIdentity() {
    let a = secret("same")
    let b = secret("same")
    #expect(a.matches(b))
    #expect(a.matches(a))
    #expect(!a.matches(secret("samE")))
    #expect(!a.matches(secret("sam")))
    #expect(Secret(capacity: 1).matches(Secret(capacity: 9)))
    #expect(a != b)
    #expect(a == a)
  }

  @Test func crosswiseComparisonDoesNotDeadlock() async {
    let a = secret("left")
    let b = secret("right")
    await withTaskGroup(of: Void.self) { group in
      for round in 0..<4 {
        group.addTask {
          for _ in 0..<2_000 { _ = round % 2 == 0 ? a.matches(b) : b.matches(a) }
        }
      }
    }
  }

  @Test func wipingErasesTheSecretForEveryHolder() {
    let a = secret("4111")
    let other = a
    let copy = a.copy()
    a.wipe()
    #expect(other.isEmpty)
    #expect(text(copy) == "4111")
  }

  @Test func wipedMemoryIsZero() {
    let a = secret("4111")
    let address = a.withBytes { UInt(bitPattern: $0.baseAddress) }
    a.wipe()
    let memory = UnsafeRawPointer(bitPattern: address)
    #expect(memory?.load(as: UInt32.self) == 0)
  }

  @Test func freedSlotsAreZeroed() {
    for _ in 0..<1_000 {
      let slot = harden_arena_alloc(100)
      let bytes = UnsafeMutableRawBufferPointer(start: slot, count: 100)
      #expect(bytes.allSatisfy { $0 == 0 })
      bytes.initializeMemory(as: UInt8.self, repeating: 0xee)
      harden_arena_free(slot, 100)
    }
  }

  @Test func slotsDoNotOverlap() {
    var secrets: [Secret] = []
    for n in 0..<300 {
      let wanted = n * 7 % 130
      secrets.append(
        Secret(count: wanted) { bytes in
          for index in bytes.indices { bytes[index] = UInt8(n & 0xff) }
        })
      if n % 3 == 0 { secrets.remove(at: n % secrets.count) }
    }
    let uniform = secrets.allSatisfy { secret in
      secret.withBytes { bytes in bytes.allSatisfy { $0 == bytes[0] } }
    }
    #expect(uniform)
  }

  @Test func secretsCanBeSharedByThreads() async {
    await withTaskGroup(of: Bool.self) { group in
      for n in 0..<8 {
        group.addTask {
          (0..<500).allSatisfy { round in
            let secret = Secret(count: 1 + (round * n) % 64) { bytes in
              for index in bytes.indices { bytes[index] = UInt8(n) }
            }
            return secret.withBytes { $0.allSatisfy { $0 == UInt8(n) } }
          }
        }
      }
      for await kept in group { #expect(kept) }
    }
  }

  @Test func printingShowsNoBytes() {
    let pan = secret("4111111111111111")
    var dumped = ""
    dump(pan, to: &dumped)
    for shown in ["\(pan)", String(describing: pan), String(reflecting: pan), dumped] {
      #expect(!shown.contains("4111"))
    }
  }
}
