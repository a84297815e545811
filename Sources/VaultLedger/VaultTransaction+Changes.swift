import CSodium
import Issuer
import Secrets
import WalletAPI
import WalletModel

/// Idempotency keys and what they came to.
///
/// A change's row lies where its key says: there is no index to be written with it. Sixteen rows have
/// the place of one key, of which all but one are as good as always free.
extension VaultTransaction {
  private static let places: Int64 = 16

  /// Where a key's row is looked for, and what it is told by: keys themselves are not written.
  private struct Place {
    let customer: Int64
    let first: Int64
    let look: [UInt8]

    func row(_ number: Int64) -> RowID { RowID(.change, customer: customer, number) }
  }

  private func place(_ key: String, _ customer: Int64) -> Place {
    let message = Array("change \(customer) \(key)".utf8)
    var tag = [UInt8](repeating: 0, count: 16)
    keys.index.withBytes { index in
      _ = crypto_generichash(
        &tag, 16, message, UInt64(message.count), index.bytes, index.count)
    }
    let hash = tag.prefix(4).reduce(Int64(0)) { $0 << 8 | Int64($1) }
    return Place(customer: customer, first: hash / Self.places * Self.places, look: tag)
  }

  func change(_ key: String, of customer: CustomerID) throws(WalletError) -> ChangeRecord? {
    let place = place(key, try number(customer))
    var found: ChangeRecord?
    try visit(place) { row throws(WalletError) in
      guard row.has(place.look) else { return true }
      found = store.open(row) { reader throws(MalformedRecord) in
        try reader.change(of: customer)
      }
      if found == nil { throw store.damaged(.change) }
      return false
    }
    return found
  }

  func put(_ change: ChangeRecord, _ key: String, of customer: CustomerID) throws(WalletError) {
    let place = place(key, try number(customer))
    var free = place.first
    var old: RowID?
    try visit(place) { row throws(WalletError) in
      if row.has(place.look) { old = row.id }
      if row.id.number == free { free += 1 }
      return old == nil
    }
    // Sixteen keys with one place: nobody will see it, and nothing happens twice for it.
    guard old != nil || free < place.first + Self.places else {
      throw WalletError(.internalError, details: ["There is no place for this change."])
    }
    let outcome = place.look.withUnsafeBytes { look in
      Result { () throws(WalletError) in
        try store.put(old ?? place.row(free), look: look, isNew: old == nil) { $0.put(change) }
      }
    }
    try outcome.get()
    if old == nil { store.changes[place.customer]? += 1 }
  }

  private func visit(_ place: Place, _ visit: (RowStore.Row) throws(WalletError) -> Bool)
    throws(WalletError)
  {
    let last = place.first + Self.places - 1
    try store.visit(
      .change, from: place.row(place.first), through: place.row(last), limit: -1, visit)
  }

  func removeChanges(
    near key: String, of customer: CustomerID, where isOver: (Moment) -> Bool
  ) throws(WalletError) -> Int {
    let place = place(key, try number(customer))
    var over: [RowID] = []
    try store.visit(
      .change, from: place.row(place.first + Self.places), through: place.row(0xffff_ffff),
      limit: 2
    ) { row throws(WalletError) in
      let made = store.open(row) { reader throws(MalformedRecord) in try reader.changeMade() }
      guard let made else { throw store.damaged(.change) }
      if isOver(made) { over.append(row.id) }
      return true
    }
    let count = try count(place.customer)
    for id in over { try store.delete(id) }
    store.changes[place.customer]? -= over.count
    return count - over.count
  }

  /// How many changes of a customer there are. Where there are several customers, counted once and
  /// then kept up.
  private func count(_ customer: Int64) throws(WalletError) -> Int {
    if store.root.count(.customer) == 1 { return store.root.count(.change) }
    if let known = store.changes[customer] { return known }
    let count = try store.count(.change, of: customer)
    store.changes[customer] = count
    return count
  }
}

extension RowStore.Row {
  fileprivate func has(_ bytes: [UInt8]) -> Bool { look.map { $0.elementsEqual(bytes) } ?? false }
}
