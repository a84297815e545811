import Secrets
import SeededGenerator
import Testing

@testable import DeviceKeys

private func secret(_ text: String) -> Secret {
  Array(text.utf8).withUnsafeBytes { Secret(copying: $0) }
}

private func text(_ secret: Secret) -> String {
  secret.withBytes { String(decoding: $0, as: UTF8.self) }
}

private func ring(_ count: Int) -> DeviceKeyRing {
  var ring = DeviceKeyRing()
  for _ in 0..<count { ring.add(DeviceKey()) }
  return ring
}

@Suite struct DeviceKeyRingTests {
  @Test func opensWhatWasSealedToAnyOfItsKeys() throws {
    let ring = ring(3)
    for key in ring.keys {
      let box = try #require(SealingKey(key.publicKey)?.seal(secret("4000"), about: "card-1"))
      let opened = try ring.open(box, sealedTo: key.id, about: "card-1")
      #expect(text(opened) == "4000")
    }
    #expect(ring.newest?.id == ring.keys[2].id)
  }

  @Test func refusesWhatIsForOthers() throws {
    let ring = ring(2)
    let other = DeviceKey()
    let box = try #require(SealingKey(other.publicKey)?.seal(secret("4000"), about: "card-1"))
    #expect(throws: DeviceKeyError.missing) {
      try ring.open(box, sealedTo: other.id, about: "card-1")
    }
    // Another key's name does not help.
    #expect(throws: DeviceKeyError.unreadable) {
      try ring.open(box, sealedTo: ring.keys[0].id, about: "card-1")
    }
    let mine = try #require(
      SealingKey(ring.keys[0].publicKey)?.seal(secret("4000"), about: "card-1"))
    #expect(throws: DeviceKeyError.unreadable) {
      try ring.open(mine, sealedTo: ring.keys[0].id, about: "card-2")
    }
    for index in mine.indices {
      var changed = mine
      changed[index] ^= 1
      #expect(throws: DeviceKeyError.unreadable) {
        try ring.open(changed, sealedTo: ring.keys[0].id, about: "card-1")
      }
    }
  }

  @Test func aKeyIsThereOnceAndTheNumberIsBounded() {
    var ring = ring(DeviceKeyRing.maximum)
    #expect(ring.keys.count == DeviceKeyRing.maximum)
    let isKnown = ring.add(ring.keys[5])
    let isAdded = ring.add(DeviceKey())
    #expect(isKnown && !isAdded)
    #expect(ring.keys.count == DeviceKeyRing.maximum)
  }

  @Test func wipedKeysOpenNothing() throws {
    let ring = ring(1)
    let box = try #require(
      SealingKey(ring.keys[0].publicKey)?.seal(secret("4000"), about: "card-1"))
    ring.wipe()
    #expect(throws: DeviceKeyError.unreadable) {
      try ring.open(box, sealedTo: ring.keys[0].id, about: "card-1")
    }
  }
}

@Suite struct KeyArchiveTests {
  @Test func keysComeBackInTheirOrder() throws {
    let ring = ring(5)
    let archive = try KeyArchive.write(ring, passphrase: secret("correct horse"), .minimum)
    #expect(archive.count <= KeyArchive.maximumCount)
    let keys = try KeyArchive.read(archive, passphrase: secret("correct horse"))
    #expect(keys.map(\.id) == ring.keys.map(\.id))
    let box = try #require(SealingKey(ring.keys[3].publicKey)?.seal(secret("123"), about: "c"))
    var other = DeviceKeyRing()
    for key in keys { other.add(key) }
    #expect(text(try other.open(box, sealedTo: ring.keys[3].id, about: "c")) == "123")
  }

  /// The secret halves are not in the file. The control finds them in what was encrypted.
  @Test func secretsAreEncrypted() throws {
    let ring = ring(1)
    let archive = try KeyArchive.write(ring, passphrase: secret("p"), .minimum)
    let half = ring.keys[0].pair.withSecretKey { Array($0) }
    #expect(!archive.contains(half))
    #expect(([1, 2] + half + [3]).contains(half))
  }

  @Test func anotherPassphraseIsRefused() throws {
    let archive = try KeyArchive.write(ring(1), passphrase: secret("right"), .minimum)
    #expect(throws: KeyArchiveError.wrongPassphrase) {
      try KeyArchive.read(archive, passphrase: secret("wrong"))
    }
  }

  @Test func nothingIsWrittenWithoutAKey() {
    #expect(throws: KeyArchiveError.empty) {
      try KeyArchive.write(DeviceKeyRing(), passphrase: secret("p"), .minimum)
    }
  }

  /// Each changed bit and each cut is noticed, and costs no more than was paid for the archive.
  @Test func damageIsNoticed() throws {
    let archive = try KeyArchive.write(ring(2), passphrase: secret("p"), .minimum)
    var errors: Set<String> = []
    for index in archive.indices where !(20..<32).contains(index) {
      for bit in [0, 7] {
        var changed = archive
        changed[index] ^= 1 << bit
        let error = #expect(throws: KeyArchiveError.self) {
          try KeyArchive.read(changed, passphrase: secret("p"))
        }
        errors.insert("\(String(describing: error))")
      }
    }
    for count in archive.indices {
      #expect(throws: KeyArchiveError.self) {
        try KeyArchive.read(Array(archive[..<count]), passphrase: secret("p"))
      }
    }
    // The cost is bound to the keys, too, and a file cannot ask for any cost.
    for (offset, byte) in [(20, UInt8(2)), (20, 13), (27, 1), (31, 1)] {
      var changed = archive
      changed[offset] = byte
      #expect(throws: KeyArchiveError.self) {
        try KeyArchive.read(changed, passphrase: secret("p"))
      }
    }
    #expect(errors.count == 3)
  }

  @Test func randomBytesAreRefused() {
    var generator = SeededGenerator(seed: 5)
    for _ in 0..<200 {
      let count = Int.random(in: 0...400, using: &generator)
      let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
      #expect(throws: KeyArchiveError.notAnArchive) {
        try KeyArchive.read(bytes, passphrase: secret("p"))
      }
    }
  }
}
