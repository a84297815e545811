package import Issuer
package import WalletModel

/// The rows of a whole wallet, or of all wallets of a server, and what opens them.
package struct SealedRows {
  package let store: RowStore
  package let keys: RecordKeys
  package let header: VaultHeader
  package let slots: KeySlots
  /// With their numbers.
  package let customers: [CustomerID: Int64]
  /// A row that is the root and no record; nil: it is elsewhere.
  package let rootPlace: RowID?

  package init(
    _ store: RowStore, _ keys: RecordKeys, _ header: VaultHeader, _ slots: KeySlots,
    _ customers: [CustomerID: Int64], rootPlace: RowID?
  ) {
    self.rootPlace = rootPlace
    self.store = store
    self.keys = keys
    self.header = header
    self.slots = slots
    self.customers = customers
  }
}

extension RowStore {
  /// Copies a customer's rows into this store, which has none of them. Here, ids may have another
  /// form, and the keys may be others, except `RecordKeys.changes`.
  ///
  /// - Parameters:
  ///   - other: Its root was read, and was compared with its rows.
  ///   - rootPlace: A row of `other` that is the root and no record; nil: it is elsewhere.
  ///   - auditOwner: Whose audit log the customer's entries are appended to.
  package func copy(
    _ customer: Int64, from other: RowStore, rootPlace: RowID? = nil, auditOwner: Int64
  ) throws(WalletError) {
    for kind in RecordKind.allCases where kind != .root {
      var last: Int64 = -1
      // Each visit asks the database, and customers have few kinds.
      if other.root.count(kind) > 0 {
        let isSingle = kind.record.map { $0.keying.isSingle } ?? false
        let range =
          isSingle
          ? RowID(kind, customer)...RowID(kind, customer) : RowID.all(kind, of: customer)
        try other.visit(kind, from: range.lowerBound, through: range.upperBound, limit: -1) {
          row throws(WalletError) in
          if row.id == rootPlace { return true }
          last = row.id.number
          if kind == .audit {
            try copy(entry: row, to: auditOwner, from: other)
          } else {
            try copy(row, kind, customer, from: other)
          }
          return true
        }
      }
      if kind == .audit { continue }
      // The places of positioned records have no gaps, and the numbers of others are never used
      // again.
      let isPositioned = kind.record.map { $0.keying.isPositioned } ?? false
      let next = isPositioned ? last + 1 : other.root.numbers[Int(kind.rawValue)]
      root.numbers[Int(kind.rawValue)] = max(root.numbers[Int(kind.rawValue)], next)
    }
  }

  private func copy(entry row: Row, to owner: Int64, from other: RowStore) throws(WalletError) {
    let entry = other.open(row) { reader throws(MalformedRecord) in Array(try reader.raw()) }
    guard let entry else { throw RecordKind.audit.damaged }
    _ = try withBytes(of: entry) { entry throws(WalletError) in try append(entry: entry, to: owner)
    }
  }

  private func copy(
    _ row: Row, _ kind: RecordKind, _ customer: Int64, from other: RowStore
  ) throws(WalletError) {
    guard let type = kind.record else {
      guard let secret = other.open(secret: row, kind) else { throw kind.damaged }
      guard kind == .pan else {
        return try put(row.id, lookupKey: row.lookupKey, isNew: true, secret: secret)
      }
      return try withBytes(of: cipher.keys.tag(ofNumber: secret)) { tag throws(WalletError) in
        try put(row.id, lookupKey: tag, isNew: true, secret: secret)
      }
    }
    let isByID = type.keying.isByID
    var id: String?
    if isByID, case .plain = other.idForm {
      id = row.lookupKey.map { String(decoding: $0, as: UTF8.self) }
    }
    let content: [UInt8]? = other.open(row) { reader throws(MalformedRecord) in
      if isByID, case .hashed = other.idForm {
        try reader.takeID()
        id = reader.id
      }
      return reader.rest
    }
    guard let content, !isByID || id != nil else { throw kind.damaged }
    func write(_ lookupKey: UnsafeRawBufferPointer?) throws(WalletError) {
      try put(row.id, lookupKey: lookupKey, isNew: true) { writer in
        if isByID, case .hashed = idForm { writer.put(text: id ?? "") }
        writer.append(content)
      }
    }
    guard isByID, let id else { return try write(row.lookupKey) }
    try withLookupKey(kind, id, of: customer) { lookupKey throws(WalletError) in
      try write(lookupKey)
    }
  }
}

extension LedgerKeying {
  /// Whether a customer has one record of the kind.
  package var isSingle: Bool {
    if case .single = self { true } else { false }
  }

  fileprivate var isPositioned: Bool {
    if case .positioned = self { true } else { false }
  }
}
