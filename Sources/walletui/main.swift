import Glibc
import RemoteBackend
import TerminalRuntime

prepareProcess()
let status = Program.run(Array(CommandLine.arguments.dropFirst()))
RemoteBackend.signOff()
exit(status)
