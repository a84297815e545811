import CHarden

/// To be called first in `main`: prevents core files and tracing, and installs handlers that
/// restore the terminal after a crash and print no memory.
///
/// - Returns: False if the system refused one of these.
@discardableResult
package func prepareProcess() -> Bool {
  let hardened = harden_process() == 0
  harden_install_fatal_handlers()
  return hardened
}
