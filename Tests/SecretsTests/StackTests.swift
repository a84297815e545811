import CSodium
import Glibc
import Secrets
import Testing

/// Parts of a secret that C code leaves on the stack are overwritten.
@Suite struct StackTests {
  private static let secret = Secret(count: 128) { bytes in
    if let start = bytes.baseAddress { randombytes_buf(start, bytes.count) }
  }

  /// The number of the secret's 16 words that are on the stack below here after a call.
  @inline(never)
  private func left(after call: () -> Void) -> Int {
    let size = 32 << 10
    let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: size, alignment: 8)
    defer { copy.deallocate() }
    // At the first call of a function of a library, the loader of a debug build saves registers on
    // the stack. Release builds have their functions bound at the start.
    call()
    sodium_stackzero(size)
    call()
    var here: UInt64 = 0
    withUnsafeMutableBytes(of: &here) { here in
      // There must be no call in between, because it would overwrite the stack.
      if let top = here.baseAddress, let out = copy.baseAddress { memcpy(out, top - size, size) }
    }
    var words: Set<UInt64> = []
    for offset in 0..<size - 8 {
      words.insert(copy.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }
    return Self.secret.withBytes { bytes in
      (0..<16).count { words.contains(bytes.load(fromByteOffset: $0 * 8, as: UInt64.self)) }
    }
  }

  @Test func hashingLeavesNothingOnTheStack() {
    let key = Self.secret.copy()
    var hash = [UInt8](repeating: 0, count: 32)
    let raw = left {
      Self.secret.withBytes { secret in
        _ = crypto_generichash(
          &hash, 32, secret.baseAddress?.assumingMemoryBound(to: UInt8.self), 128, nil, 0)
      }
    }
    #expect(raw > 4, "control: libsodium leaves the block that it worked on")
    let ours = left {
      Self.secret.withBytes { secret in
        hash.withUnsafeMutableBytes { Hash.fill($0, of: secret) }
      }
    }
    #expect(ours == 0)
    let keyed = left {
      Self.secret.withBytes { secret in
        key.withBytes { key in
          let short = UnsafeRawBufferPointer(rebasing: key.prefix(64))
          hash.withUnsafeMutableBytes { Hash.fill($0, of: secret, key: short) }
        }
      }
    }
    #expect(keyed == 0)
  }

  /// The hashes are those of the library, so stored hashes stay valid.
  @Test func hashesAreThoseOfLibsodium() {
    var wanted = [UInt8](repeating: 0, count: 32)
    let key: [UInt8] = Array("0123456789abcdef0123456789abcdef".utf8)
    _ = crypto_generichash(&wanted, 32, [1, 2, 3], 3, key, key.count)
    let secret = key.withUnsafeBytes { Secret(copying: $0) }
    #expect(Hash.bytes(32, of: [1, 2, 3], key: secret) == wanted)
    _ = crypto_generichash(&wanted, 32, [], 0, nil, 0)
    #expect(Hash.bytes(32, of: []) == wanted)
  }
}
