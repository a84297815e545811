import Issuer
import WalletAPI
import WalletModel

/// Sign-ins at a server.
extension VaultTransaction {
  /// A sign-in that cannot be read is ignored: the user signs in again.
  func signIns() throws(WalletError) -> [SignInRecord] {
    let people = Dictionary(uniqueKeysWithValues: customers.map { ($0.value, $0.key) })
    var result: [SignInRecord] = []
    try store.visit(
      .signIn, from: RowID(.signIn, 0), through: RowID(.signIn, customer: 0xff_ffff, 0xffff_ffff),
      limit: -1
    ) { row throws(WalletError) in
      guard let customer = people[row.id.customer] else { return true }
      let signIn = store.open(row) { reader throws(MalformedRecord) in
        try reader.signIn(customer: customer)
      }
      if let signIn { result.append(signIn) }
      return true
    }
    return result
  }

  func put(_ signIn: SignInRecord) throws(WalletError) {
    let number = try number(signIn.customer)
    let known = try find(.signIn, signIn.id, signIn.customer)
    let place = if let known { known.number } else { try nextPlace(.signIn, number) }
    let id = RowID(.signIn, customer: number, place)
    try withBytes(signIn.id) { lookupKey throws(WalletError) in
      try store.put(id, lookupKey: lookupKey, isNew: known == nil) { $0.put(signIn) }
    }
  }

  func removeSignIn(_ id: String, of customer: CustomerID) throws(WalletError) {
    if let row = try find(.signIn, id, customer) { try store.delete(row) }
  }
}
