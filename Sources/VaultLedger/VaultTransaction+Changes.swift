import CSodium
import Issuer
import Secrets
import WalletModel

/// Idempotency keys and what they came to, in the order of their making: a change's row goes behind
/// the one before it, and the oldest is over first.
extension VaultTransaction {
  /// What a key's row is found by: a keyed hash, keys themselves are not written.
  private func tag(_ key: String, _ customer: Int64) -> [UInt8] {
    let message = Array("change \(customer) \(key)".utf8)
    var tag = [UInt8](repeating: 0, count: 16)
    keys.index.withBytes { index in
      _ = crypto_generichash(
        &tag, 16, message, UInt64(message.count), index.bytes, index.count)
    }
    return tag
  }

  private func find(_ tag: [UInt8]) throws(WalletError) -> RowID? {
    let found = tag.withUnsafeBytes { look in
      Result { () throws(WalletError) in try store.find(.change, look: look) }
    }
    return try found.get()
  }

  func change(_ key: String, of customer: CustomerID) throws(WalletError) -> ChangeRecord? {
    let tag = tag(key, try number(customer))
    guard let row = try find(tag) else {
      store.absentChange = tag
      return nil
    }
    return try store.read(row) { reader throws(MalformedRecord) in
      try reader.change(of: customer)
    }
  }

  func put(_ change: ChangeRecord, _ key: String, of customer: CustomerID) throws(WalletError) {
    let number = try number(customer)
    let tag = tag(key, number)
    if store.absentChange != tag, let old = try find(tag) {
      try store.delete(old)
      // It may have been the oldest.
      store.changes[number] = nil
    }
    store.absentChange = nil
    let row = RowID(.change, customer: number, store.nextNumber(.change))
    let outcome = tag.withUnsafeBytes { look in
      Result { () throws(WalletError) in
        _ = try store.put(row, look: look, isNew: true) { $0.put(change) }
      }
    }
    try outcome.get()
    guard store.changes[number] != nil else { return }
    store.changes[number]?.count += 1
    if store.changes[number]?.oldest == nil {
      store.changes[number]?.oldest = (row, change.made)
    }
  }

  func removeChanges(of customer: CustomerID, where isOver: (Moment) -> Bool)
    throws(WalletError) -> Int
  {
    let number = try number(customer)
    var book = if let known = store.changes[number] { known } else { try changes(of: number) }
    for _ in 1...2 {
      guard let oldest = book.oldest, isOver(oldest.made) else { break }
      try store.delete(oldest.row)
      book.count -= 1
      book.oldest = try findOldest(number)
    }
    store.changes[number] = book
    return book.count
  }

  /// Counted once and then kept up.
  private func changes(of number: Int64) throws(WalletError) -> RowStore.Changes {
    let count =
      store.root.count(.customer) == 1
      ? store.root.count(.change) : try store.count(.change, of: number)
    return RowStore.Changes(count: count, oldest: try findOldest(number))
  }

  private func findOldest(_ number: Int64) throws(WalletError) -> (row: RowID, made: Moment)? {
    var oldest: (RowID, Moment)?
    try store.visit(
      .change, from: RowID(.change, customer: number, 0),
      through: RowID(.change, customer: number, 0xffff_ffff), limit: 1
    ) { row throws(WalletError) in
      let made = store.open(row) { reader throws(MalformedRecord) in try reader.changeMade() }
      guard let made else { throw store.damaged(.change) }
      oldest = (row.id, made)
      return false
    }
    return oldest
  }
}
