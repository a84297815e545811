import Issuer
import WalletAPI

/// Counts the requests that have ended, and writes a line for each.
final class AccessLog: Sendable {
  let metrics = Metrics()
  private let write: (@Sendable (String) -> Void)?
  private let clock: IssuerClock

  /// What is logged of a request.
  struct Entry {
    let id: String
    var method = ""
    /// The declared path, never the actual one.
    var route = "none"
    let status: Int
    var microseconds: Int64 = 0
    var user = ""
    let address: String
    /// The name of a failed sign-in.
    var login: String?
    var isStream = false
  }

  /// - Parameter write: Takes a line without its end; nil: requests are only counted.
  init(clock: IssuerClock, write: (@Sendable (String) -> Void)?) {
    self.clock = clock
    self.write = write
  }

  func add(_ entry: Entry) {
    let method = Self.known(entry.method)
    metrics.count(
      route: entry.route, method: method, status: entry.status,
      microseconds: entry.isStream ? 0 : entry.microseconds)
    guard let write else { return }
    var writer = JSONWriter(capacity: 160)
    writer.object {
      $0.field("time", clock.now())
      $0.field("request", entry.id)
      $0.field("method", method)
      $0.field("route", entry.route)
      $0.field("status", entry.status)
      $0.field("microseconds", entry.microseconds)
      $0.field("user", entry.user)
      $0.field("address", entry.address)
      $0.optional("login", entry.login.map(Self.loggable))
    }
    write(String(decoding: writer.bytes, as: UTF8.self))
  }

  /// Limits the length of names in the log and removes characters that could be misread.
  private static func loggable(_ name: String) -> String {
    var text = String.UnicodeScalarView()
    for scalar in name.unicodeScalars.prefix(64) {
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned:
        text.append("\u{fffd}")
      default: text.append(scalar)
      }
    }
    return String(text)
  }

  private static func known(_ method: String) -> String {
    ["GET", "HEAD", "POST", "PATCH", "PUT", "DELETE", "OPTIONS"].contains(method)
      ? method : "OTHER"
  }
}
