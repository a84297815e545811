import CHarden
import Glibc

/// Starts a thread that receives no signals except the fatal ones. The others belong to the
/// terminal's thread.
package func startThread(_ body: @escaping @Sendable () -> Void) {
  final class Start: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }
  var signals = sigset_t()
  var before = sigset_t()
  sigfillset(&signals)
  for fatal in [SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP, SIGSYS] {
    sigdelset(&signals, fatal)
  }
  pthread_sigmask(SIG_BLOCK, &signals, &before)
  var thread = pthread_t()
  let start = Unmanaged.passRetained(Start(body))
  let result = pthread_create(
    &thread, nil,
    { argument in
      // The handler for fatal signals has a stack of its own, in case the body overflows its stack.
      harden_run_thread(
        { argument in
          guard let argument else { return }
          Unmanaged<Start>.fromOpaque(argument).takeRetainedValue().body()
        }, argument)
      return nil
    }, start.toOpaque())
  pthread_sigmask(SIG_SETMASK, &before, nil)
  // The caller cannot continue without the thread.
  if result != 0 { harden_give_up("The system has no threads left: its limit is reached.\n") }
  pthread_detach(thread)
}
