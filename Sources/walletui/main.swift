import Glibc
import RemoteBackend
import TerminalRuntime
import VaultLedger
import WalletCommands

prepareProcess()
let status = Program.run(Array(CommandLine.arguments.dropFirst()))
RemoteBackend.signOff()
Vault.closeAll()
// Not `exit`: the network's thread may still be in libraries that take themselves apart there.
_exit(status)
