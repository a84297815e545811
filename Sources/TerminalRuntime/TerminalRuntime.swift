import CHarden

/// To be called first of all in `main`: no core files, no tracing, and whatever kills the process
/// restores the terminal and prints no memory.
///
/// Returns false when the system refused one of them.
@discardableResult
package func prepareProcess() -> Bool {
  let hardened = harden_process() == 0
  harden_install_fatal_handlers()
  return hardened
}
