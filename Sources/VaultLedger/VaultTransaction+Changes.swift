import CSodium
import Issuer
import Secrets
import WalletAPI
import WalletModel

/// Idempotency keys and what they came to.
extension VaultTransaction {
  /// What a key is found by: keys themselves are not written.
  private func look(_ key: String, _ customer: Int64) -> [UInt8] {
    let message = Array("change \(customer) \(key)".utf8)
    var tag = [UInt8](repeating: 0, count: 16)
    keys.index.withBytes { index in
      _ = crypto_generichash(
        &tag, 16, message, UInt64(message.count), index.bytes, index.count)
    }
    return tag
  }

  private func row(_ look: [UInt8]) throws(WalletError) -> RowID? {
    let found = look.withUnsafeBytes { look in
      Result { () throws(WalletError) in try store.find(.change, look: look) }
    }
    return try found.get()
  }

  func change(_ key: String, of customer: CustomerID) throws(WalletError) -> ChangeRecord? {
    guard let row = try row(look(key, try number(customer))) else { return nil }
    return try store.read(row) { reader throws(MalformedRecord) in try reader.change() }
  }

  func put(_ change: ChangeRecord, _ key: String, of customer: CustomerID) throws(WalletError) {
    let number = try number(customer)
    let look = look(key, number)
    if let old = try row(look) { try store.delete(old) }
    let id = RowID(.change, customer: number, try nextPlace(.change, number))
    let outcome = look.withUnsafeBytes { look in
      Result { () throws(WalletError) in
        try store.put(id, look: look, isNew: true) { $0.put(change) }
      }
    }
    try outcome.get()
  }

  func removeChanges(
    of customer: CustomerID, atMost count: Int, while isOver: (Moment) -> Bool
  ) throws(WalletError) -> Int {
    let number = try number(customer)
    guard let last = try store.last(.change, of: number) else { return 0 }
    var over: [RowID] = []
    var first = last + 1
    try store.visit(
      .change, from: RowID(.change, customer: number, 0),
      through: RowID(.change, customer: number, 0xffff_ffff), limit: count + 1
    ) { row throws(WalletError) in
      let made = store.open(row) { reader throws(MalformedRecord) in try reader.change().made }
      guard let made else { throw store.damaged(.change) }
      first = row.id.number
      guard over.count < count, isOver(made) else { return false }
      over.append(row.id)
      first += 1
      return true
    }
    for id in over { try store.delete(id) }
    return Int(last - first + 1)
  }
}
