import CHarden
import Glibc

harden_process()
harden_install_fatal_handlers()
exit(Walletd.run(Array(CommandLine.arguments.dropFirst())))
