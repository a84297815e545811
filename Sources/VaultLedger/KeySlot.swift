import CSodium
import Secrets
import WalletModel

/// What opens a key slot.
package enum KeySlotKind: UInt8, Sendable {
  case passphrase = 1
  case keyFile = 2
}

/// The data key, encrypted with a key that is derived from a passphrase or a key file. Slots can be
/// added and removed without writing any record again.
///
/// The first form is the box and its checksum; salt and cost are those of the header. The second
/// form has its own: form, kind, length of the label, 0, passes, memory, salt, time, label, box,
/// checksum. Its box is bound to the header and to everything before the box.
struct KeySlot: Equatable {
  /// The rows of the table `header` that can be slots.
  static let numbers: ClosedRange<Int64> = 1...8
  /// In bytes of UTF-8.
  static let longestLabel = 64
  private static let form: UInt8 = 2
  private static let boxCount = 32 + PassphraseKey.overhead
  private static let checksumCount = 16
  private static let plainCount = 4 + 4 + 8 + PassphraseKey.saltCount + 8 + longestLabel
  private static let firstFormCount = boxCount + checksumCount
  private static let count = plainCount + boxCount + checksumCount

  let bytes: [UInt8]
  let kind: KeySlotKind
  let label: String
  /// nil: the slot is of the first form, which has no time.
  let made: Timestamp?
  /// nil: that of the header.
  private let own: (kdf: KDFParameters, salt: [UInt8])?

  static func == (a: KeySlot, b: KeySlot) -> Bool { a.bytes == b.bytes }

  /// The first form.
  init(wrapping data: Secret, passphrase: Secret, _ header: VaultHeader) throws(WalletError) {
    let key = try Self.wrappingKey(passphrase, header.kdf, header.salt)
    let box = key.seal(data, boundTo: header.bytes)
    bytes = box + checksum(box)
    (kind, label, made, own) = (.passphrase, "", nil, nil)
  }

  /// - Parameter secret: The passphrase or the key of a key file. It decides on the kind of slot.
  init(
    wrapping data: Secret, secret: Secret, label: String = "", made: Timestamp,
    _ header: VaultHeader
  ) throws(WalletError) {
    guard !secret.isEmpty else { throw Self.noPassphrase }
    let kind: KeySlotKind = KeyFile.isKey(secret) ? .keyFile : .passphrase
    // A random key needs no cost against guessing.
    let kdf = kind == .keyFile ? .minimum : header.kdf
    let salt = VaultHeader.randomBytes(PassphraseKey.saltCount)
    let name = Array(label.utf8)
    guard name.count <= Self.longestLabel else {
      throw WalletError(
        .usage,
        detail: .text(
          "the label is longer than \(Self.longestLabel) bytes",
          "die Bezeichnung ist länger als \(Self.longestLabel) Bytes"))
    }
    var plain: [UInt8] = [Self.form, kind.rawValue, UInt8(name.count), 0]
    func put<T: FixedWidthInteger>(_ value: T) {
      withUnsafeBytes(of: value.littleEndian) { plain.append(contentsOf: $0) }
    }
    put(kdf.operations)
    put(kdf.memoryBytes)
    plain += salt
    put(made.milliseconds)
    plain += name + [UInt8](repeating: 0, count: Self.longestLabel - name.count)
    let key = try Self.wrappingKey(secret, kdf, salt)
    let body = plain + key.seal(data, boundTo: header.bytes + plain)
    bytes = body + checksum(body)
    (self.kind, self.label, self.made, own) = (kind, label, made, (kdf, salt))
  }

  /// Reads and checks a slot. Later steps can rely on its numbers.
  init(_ raw: UnsafeRawBufferPointer) throws(WalletError) {
    bytes = Array(raw)
    guard bytes.count == Self.count || bytes.count == Self.firstFormCount,
      checksum(Array(bytes.dropLast(Self.checksumCount)))
        == Array(bytes.suffix(Self.checksumCount))
    else { throw Self.damaged }
    guard bytes.count == Self.count else {
      (kind, label, made, own) = (.passphrase, "", nil, nil)
      return
    }
    func get<T: FixedWidthInteger>(_ offset: Int, as type: T.Type) -> T {
      T(littleEndian: raw.loadUnaligned(fromByteOffset: offset, as: type))
    }
    let kdf = KDFParameters(
      operations: get(4, as: UInt32.self), memoryBytes: get(8, as: UInt64.self))
    let time = Timestamp(milliseconds: get(32, as: Int64.self))
    guard bytes[0] == Self.form, let kind = KeySlotKind(rawValue: bytes[1]),
      Int(bytes[2]) <= Self.longestLabel, kdf.isAcceptable, Timestamp.written.contains(time)
    else { throw Self.damaged }
    self.kind = kind
    label = String(decoding: bytes[40..<40 + Int(bytes[2])], as: UTF8.self)
    made = time
    own = (kdf, Array(bytes[16..<32]))
  }

  static var noPassphrase: WalletError {
    WalletError(
      .vaultPassphrase, .text("A vault needs a passphrase", "Ein Tresor braucht eine Passphrase"))
  }

  static var damaged: WalletError {
    WalletError(
      .vaultDamaged,
      detail: .text("A key slot is damaged.", "Ein Schlüsselplatz ist beschädigt."))
  }

  /// The data key; nil if the secret is not the one of this slot.
  func open(_ secret: Secret, _ header: VaultHeader) throws(WalletError) -> Secret? {
    let key = try Self.wrappingKey(secret, own?.kdf ?? header.kdf, own?.salt ?? header.salt)
    let plain = own == nil ? [] : Array(bytes.prefix(Self.plainCount))
    return key.open(
      Array(bytes.dropFirst(plain.count).dropLast(Self.checksumCount)),
      boundTo: header.bytes + plain)
  }

  private static func wrappingKey(_ secret: Secret, _ kdf: KDFParameters, _ salt: [UInt8])
    throws(WalletError) -> PassphraseKey
  {
    guard let key = PassphraseKey(secret, salt: salt, kdf) else {
      throw WalletError(
        .internalError,
        detail: .text(
          "There isn't enough memory for the key.",
          "Der Speicher reicht für den Schlüssel nicht aus."))
    }
    return key
  }
}

/// The key slots of a file.
struct KeySlots {
  private(set) var slots: [Int64: KeySlot] = [:]
  /// The numbers of slots that cannot be read.
  private(set) var damaged: Set<Int64> = []

  init(_ database: Database) throws(WalletError) {
    let statement = try database.statement(
      2002, "SELECT id, body FROM header WHERE id BETWEEN ?1 AND ?2")
    defer { statement.reset() }
    statement.bind(1, KeySlot.numbers.lowerBound)
    statement.bind(2, KeySlot.numbers.upperBound)
    while try statement.step() {
      let number = statement.integer(0)
      do throws(WalletError) {
        slots[number] = try KeySlot(statement.blob(1))
      } catch {
        damaged.insert(number)
      }
    }
  }

  /// Tries the slots in the order of their numbers; those of key files first, because they cost
  /// nothing, and only if the secret can be the key of one.
  ///
  /// - Throws: `.vaultPassphrase` if the secret opens no slot.
  func open(_ secret: Secret, _ header: VaultHeader)
    throws(WalletError) -> (number: Int64, data: Secret)
  {
    guard !secret.isEmpty else { throw WalletError(.vaultPassphrase) }
    for kind in KeyFile.isKey(secret) ? [KeySlotKind.keyFile, .passphrase] : [.passphrase] {
      for (number, slot) in slots.sorted(by: { $0.key < $1.key }) where slot.kind == kind {
        if let data = try slot.open(secret, header) { return (number, data) }
      }
    }
    throw damaged.isEmpty && !slots.isEmpty ? WalletError(.vaultPassphrase) : KeySlot.damaged
  }
}

extension Database {
  /// Writes a row of the table `header`: 0 is the header, the others are key slots. To be called
  /// inside a transaction.
  func putHeader(_ bytes: [UInt8], _ id: Int64) throws(WalletError) {
    let statement = try statement(2000, "REPLACE INTO header(id, body) VALUES(?1, ?2)")
    try bytes.withUnsafeBufferPointer { (bytes) throws(WalletError) in
      statement.bind(1, id)
      statement.bind(2, UnsafeRawBufferPointer(bytes))
      try statement.run()
    }
  }

  /// A hash over the key slots as they are stored.
  func slotsHash() throws(WalletError) -> [UInt8] {
    let slots = try text("SELECT group_concat(id || hex(body)) FROM header WHERE id>0")
    return checksum(Array(slots.utf8))
  }

  /// To be called inside a transaction. The slot's bytes are overwritten.
  func put(_ slot: KeySlot, _ number: Int64) throws(WalletError) {
    try execute("PRAGMA secure_delete=ON; PRAGMA user_version=\(VaultHeader.newestFormat)")
    try putHeader(slot.bytes, number)
  }

  /// To be called inside a transaction. The slots' bytes are overwritten.
  func removeSlots(_ numbers: ClosedRange<Int64>) throws(WalletError) {
    try execute(
      """
      PRAGMA secure_delete=ON;
      DELETE FROM header WHERE id BETWEEN \(numbers.lowerBound) AND \(numbers.upperBound)
      """)
  }
}
