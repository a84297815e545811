import WalletModel

/// The command line.
struct Options {
  var isDemo = false
  var demoCards = 6
  /// Requests of a customer: at once and a second; nil: the server's own limits.
  var rate: Int?
  var store: String?
  var passphraseFile: String?
  var users: String?
  var client = "walletui"
  var clientSecretFile: String?
  var brand = "demo"
  var listen = ListenAddress.usual
  var isPlainAllowed = false
  var certificate: String?
  var key: String?
  /// A name's attempts to sign in at once; nil: the server's own limit.
  var signIns: Int?
  var isQuiet = false
  var wantsHelp = false
  var hashesPassword = false
  var writesOpenAPI = false
  var newUser: String?

  static let help = """
    walletd: serves wallets over HTTP

      walletd --demo --insecure-loopback [--listen ADDRESS:PORT]
      walletd --store FILE --passphrase-file FILE --users FILE --client-secret-file FILE
              --tls-cert FILE --tls-key FILE [--listen ADDRESS:PORT]
      walletd --hash-password < FILE

      --demo                 sample cards, gone when the process ends
      --demo-cards N         so many of them (6 to 1,000,000)
      --store FILE           a vault, as `walletui vault init` makes it
      --passphrase-file FILE its passphrase, on the first line
      --users FILE           who may sign in; a line each: NAME CUSTOMER HASH
      --hash-password        reads a password and prints its hash for that file
      --openapi              prints the OpenAPI document
      --add-user NAME        adds a wallet to --store, reads a password, prints a line for --users
      --brand NAME           part of the token endpoint's path (demo)
      --client ID            the client that may ask for tokens (walletui)
      --client-secret-file FILE  its secret, on the first line
      --listen ADDRESS:PORT  where to listen (127.0.0.1:8443); port 0: any
      --insecure-loopback    plain HTTP, on a loopback address only
      --tls-cert, --tls-key  PEM files
      --rate N               a customer's requests a second, twice as many at once (200)
      --sign-ins N           a name's attempts to sign in at once, then one every 12 s (10)
      --quiet                no access log
    """

  init(_ arguments: [String]) throws(WalletError) {
    var rest = arguments[...]
    func wrong(_ text: String) -> WalletError {
      WalletError(.usage, details: [text], advice: "See `walletd --help`.")
    }
    func value(_ name: String) throws(WalletError) -> String {
      guard let value = rest.popFirst() else { throw wrong("\(name) needs a value.") }
      return value
    }
    func number(_ name: String, _ range: ClosedRange<Int>) throws(WalletError) -> Int {
      guard let number = Int(try value(name)), range.contains(number) else {
        throw wrong("\(name) needs a number from \(range.lowerBound) to \(range.upperBound).")
      }
      return number
    }
    while let name = rest.popFirst() {
      switch name {
      case "--demo": isDemo = true
      case "--demo-cards": demoCards = try number(name, 6...1_000_000)
      case "--rate": rate = try number(name, 1...1_000_000)
      case "--store": store = try value(name)
      case "--passphrase-file": passphraseFile = try value(name)
      case "--users": users = try value(name)
      case "--client": client = try value(name)
      case "--client-secret-file": clientSecretFile = try value(name)
      case "--brand": brand = try value(name)
      case "--listen":
        let text = try value(name)
        guard let address = ListenAddress(text) else {
          throw wrong("--listen needs an address and a port, like 127.0.0.1:8443 or [::1]:8443.")
        }
        listen = address
      case "--insecure-loopback": isPlainAllowed = true
      case "--tls-cert": certificate = try value(name)
      case "--tls-key": key = try value(name)
      case "--sign-ins":
        signIns = try number(name, 1...1_000_000)
      case "--quiet": isQuiet = true
      case "--hash-password": hashesPassword = true
      case "--openapi": writesOpenAPI = true
      case "--add-user": newUser = try value(name)
      case "--help", "-h": wantsHelp = true
      default: throw wrong("There is no option \(name).")
      }
    }
    if wantsHelp || hashesPassword || writesOpenAPI { return }
    if newUser != nil && store != nil { return }
    if isDemo == (store != nil) { throw wrong("Say either --demo or --store FILE.") }
    if (certificate == nil) != (key == nil) { throw wrong("--tls-cert and --tls-key go together.") }
    if certificate == nil {
      guard isPlainAllowed, listen.isLoopback else {
        throw wrong(
          "Without --tls-cert and --tls-key only --insecure-loopback on 127.0.0.1 or [::1] is possible."
        )
      }
    }
  }
}
