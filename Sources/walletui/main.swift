import Glibc
import TerminalRuntime

prepareProcess()
exit(Program.run(Array(CommandLine.arguments.dropFirst())))
