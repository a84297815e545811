import CHarden
import Glibc

/// Starts a thread that takes no signals but the fatal ones: the others are the terminal's.
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
      // Should the body overflow its stack, the handler has another.
      harden_run_thread(
        { argument in
          guard let argument else { return }
          Unmanaged<Start>.fromOpaque(argument).takeRetainedValue().body()
        }, argument)
      return nil
    }, start.toOpaque())
  pthread_sigmask(SIG_SETMASK, &before, nil)
  // Who asked for one cannot go on without it.
  if result != 0 { harden_give_up("The system gives no more threads: its limit is reached.\n") }
  pthread_detach(thread)
}
