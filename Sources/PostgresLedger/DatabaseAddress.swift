import Glibc
import Secrets
package import WalletModel

/// Where the database is: an address of libpq, `postgresql://HOST:PORT/NAME?…`, without a password.
/// Several hosts may be given; the one that can be written to is used.
package struct DatabaseAddress: Sendable {
  /// As it was given.
  package let text: String

  /// Whether this is the address of a database and not the name of a file.
  package static func isAddress(_ text: String) -> Bool {
    text.hasPrefix("postgresql://") || text.hasPrefix("postgres://")
  }

  /// - Throws: `.usage` if it has a password: arguments are visible to all users of the machine.
  package init(_ text: String) throws(WalletError) {
    self.text = text
    let rest = text.drop { $0 != ":" }.dropFirst(3)
    let authority = rest.prefix { $0 != "/" && $0 != "?" }
    let user = authority.split(separator: "@", omittingEmptySubsequences: false)
    let hasPassword = user.count > 1 && user[0].contains(":")
    let query = rest.drop { $0 != "?" }.dropFirst().split(separator: "&")
    guard !hasPassword,
      !query.contains(where: {
        $0.lowercased().hasPrefix("password=") || $0.lowercased().hasPrefix("sslpassword=")
      })
    else {
      throw WalletError(
        .usage, .verbatim("The address of the database has a password"),
        advice: .verbatim(
          "Put it into ~/.pgpass or name a file with PGPASSFILE: arguments can be seen by others."))
    }
  }

  /// What libpq is told. What the address itself says comes last, so that it wins.
  var parameters: [(String, String)] {
    var list = [
      ("application_name", "walletd"),
      ("target_session_attrs", "read-write"),
      ("connect_timeout", "5"),
      // A host that is gone is noticed within these seconds.
      ("keepalives_idle", "5"), ("keepalives_interval", "2"), ("keepalives_count", "3"),
      ("tcp_user_timeout", "15000"),
      ("client_encoding", "UTF8"),
      (
        "options",
        "-c lock_timeout=5s -c statement_timeout=10s -c idle_in_transaction_session_timeout=10s"
          + " -c synchronous_commit=on -c bytea_output=hex"
      ),
    ]
    if !isLocal {
      // The server's certificate and name are checked, unless the address says otherwise.
      list.append(("sslmode", "verify-full"))
      if getenv("PGSSLROOTCERT") == nil, !hasOwnAuthorities {
        list.append(("sslrootcert", Self.systemAuthorities))
      }
    }
    return list + [("dbname", text)]
  }

  /// Debian's list of authorities. libpq 15 has no name for it.
  private static let systemAuthorities = "/etc/ssl/certs/ca-certificates.crt"

  private var hasOwnAuthorities: Bool {
    guard let home = getenv("HOME") else { return false }
    return access(String(cString: home) + "/.postgresql/root.crt", R_OK) == 0
  }

  /// Whether all hosts are this machine.
  private var isLocal: Bool {
    let rest = text.drop { $0 != ":" }.dropFirst(3)
    let authority = rest.prefix { $0 != "/" && $0 != "?" }
    let hosts = (authority.split(separator: "@").last ?? "").split(separator: ",")
    let named =
      rest.drop { $0 != "?" }.dropFirst().split(separator: "&")
      .filter { $0.hasPrefix("host=") || $0.hasPrefix("hostaddr=") }
      .flatMap { $0.drop { $0 != "=" }.dropFirst().split(separator: ",") }
    var all = (hosts + named).map(String.init)
    // What these name is read by libpq only.
    if text.contains("service=") || getenv("PGSERVICE") != nil || getenv("PGHOSTADDR") != nil {
      return false
    }
    if all.isEmpty, let host = getenv("PGHOST") { all = [String(cString: host)] }
    return all.allSatisfy(Self.isLocal)
  }

  /// Whether a host, which a port may follow, is this machine for sure.
  static func isLocal(_ host: String) -> Bool {
    let lower = host.lowercased()
    if lower.hasPrefix("/") || lower.hasPrefix("%2f") || lower.hasPrefix(":") { return true }
    if lower == "::1" || lower == "[::1]" || lower.hasPrefix("[::1]:") { return true }
    let name = lower.prefix { $0 != ":" }
    if name == "localhost" { return true }
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
  }
}
