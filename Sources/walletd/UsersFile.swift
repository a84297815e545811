import Issuer
import TextLayout
import WalletModel
import WalletServer

/// Users who may sign in, one on each line: `NAME CUSTOMER HASH`. Lines that begin with `#` are
/// comments.
enum UsersFile {
  /// - Throws: `.configuration` with the wrong line. Customers must exist in the ledger.
  static func read(_ path: String, _ ledger: any Ledger) throws(WalletError) -> [ServerUser] {
    var users: [ServerUser] = []
    let lines = try Files.text(path).split(separator: "\n", omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() where !line.hasPrefix("#") {
      func wrong(_ what: String) -> WalletError {
        WalletError(
          .configuration, .verbatim("Can't use the file of users"),
          detail: .verbatim("\(Text.clean(path)):\(index + 1): \(what)"),
          advice: .verbatim("`walletd --add-user` and `--hash-password` print what belongs there."))
      }
      let words = line.split(whereSeparator: \.isWhitespace).map(String.init)
      if words.isEmpty { continue }
      guard words.count == 3 else { throw wrong("a line is NAME CUSTOMER HASH") }
      guard words[2].hasPrefix("$argon2") else { throw wrong("the third word isn't a hash") }
      if users.contains(where: { $0.name == words[0] }) {
        throw wrong("\(Text.clean(words[0])) is there twice")
      }
      guard try ledger.knows(CustomerID(words[1])) else {
        throw wrong("\(Text.clean(words[1])) isn't a customer of the store")
      }
      users.append(
        ServerUser(name: words[0], customer: CustomerID(words[1]), passwordHash: words[2]))
    }
    return users
  }
}
