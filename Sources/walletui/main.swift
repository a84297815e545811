import Glibc
import RemoteBackend
import TerminalRuntime
import VaultLedger
import WalletCommands

prepareProcess()
let status = Program.run(Array(CommandLine.arguments.dropFirst()))
RemoteBackend.signOff()
OpenVaults.closeAll()
// `exit` would run the destructors of libraries that the network thread may still use.
_exit(status)
