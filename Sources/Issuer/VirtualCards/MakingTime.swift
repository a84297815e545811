import Secrets

/// Seconds until a virtual card is made. A test can choose another number for a debug build.
let makingSeconds: Int64 = {
  #if DEBUG
    if let seconds = TestSettings.makingSeconds { return seconds }
  #endif
  return 3
}()
