import RemoteBackend
import Waiting
import WalletServer

/// A limit that a healthy server keeps on any machine, however busy. It is no part of a verdict.
let generousTime = Duration.seconds(1800)

/// A limit that a test expects to be reached: so many seconds on a machine without other work.
func patient(_ seconds: Double) -> Duration { .seconds(seconds * patience) }

extension RemoteProfile {
  /// A busy machine is not a fault of the network.
  mutating func setGenerousLimits() {
    connectTime = generousTime
    totalTime = generousTime
    eventSilence = generousTime
  }
}

extension WalletServer.Options {
  /// A client that gets no time from a busy machine is not a slow client. Tests move the clock by
  /// years.
  mutating func setGenerousLimits() {
    requestSeconds = 1e9
    silenceSeconds = 1e9
    handshakeSeconds = 1e9
  }
}
