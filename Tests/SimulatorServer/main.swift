// A walletd with its simulator on a vault, which `walletd --demo` has only in memory: for tests that
// kill it, and for the benchmark.
//
//   simulatorserver STORE PASSPHRASE-FILE USERS CLIENT-ID CLIENT-SECRET-FILE
//       listens on loopback and prints where
import Glibc
import Secrets
import VaultLedger
import WalletModel
import WalletServer

func text(_ path: String) throws -> String {
  guard let file = fopen(path, "r") else { throw WalletError(.internalError) }
  defer { fclose(file) }
  var text = ""
  while case let byte = getc(file), byte != EOF, byte != 0x0a {
    text.unicodeScalars.append(Unicode.Scalar(UInt8(byte)))
  }
  return text
}

func secret(_ text: String) -> Secret {
  Array(text.utf8).withUnsafeBytes { Secret(copying: $0) }
}

func start() throws -> WalletServer {
  let given = CommandLine.arguments
  guard given.count == 6 else { throw WalletError(.internalError) }
  let ledger = try Vault.open(at: given[1], passphrase: secret(try text(given[2])))
  var options = WalletServer.Options()
  let user = try text(given[3]).split(separator: " ").map(String.init)
  guard user.count == 3 else { throw WalletError(.internalError) }
  options.users = [
    ServerUser(name: user[0], customer: ledger.owner, passwordHash: user[2])
  ]
  options.clients = [ServerClient(id: given[4], secret: secret(try text(given[5])))]
  options.isSimulator = true
  options.perSecond = 1_000_000
  options.burst = 2_000_000
  return try WalletServer.start(ledger, options)
}

var signals = sigset_t()
sigemptyset(&signals)
sigaddset(&signals, SIGTERM)
pthread_sigmask(SIG_BLOCK, &signals, nil)
let server = try start()
print("listening on http://127.0.0.1:\(server.port)")
fflush(nil)
var caught: Int32 = 0
sigwait(&signals, &caught)
server.stop()
