import Secrets

/// Seconds until a virtual card is made, unless the environment has another number. A test can choose
/// one for a debug build.
package var usualMakingSeconds: Int64 {
  #if DEBUG
    if let seconds = TestSettings.current.makingSeconds { return seconds }
  #endif
  return 3
}
