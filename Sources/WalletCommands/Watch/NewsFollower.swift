import FrontEnd
import TextLayout
import Threads
import WalletAPI
import WalletModel
import Words

/// Reads again after news, until the sign-in ends or the program is stopped. If the server cannot be
/// reached, the event stream connects again, and what was missed is read. If the server does not
/// answer otherwise, it is asked again after 1, 2 … 30 s.
struct NewsFollower {
  let words: Words
  /// Takes each change of the state of the server and of its news once; nil: notes say it.
  var report: ((WalletAlert) throws(WalletError) -> Void)?

  private static let longestPause = 30

  /// - Parameters:
  ///   - events: They must have begun before what is there was read, so that nothing is missed.
  ///   - topics: Other news are ignored.
  ///   - read: Gets the ids of what has changed; nil: anything may have.
  func follow(
    _ events: AsyncStream<WalletEvent>, _ topics: Set<NewsTopic>,
    read: (NewsTopic?, [String]?) async throws(WalletError) -> Void
  ) async throws(WalletError) {
    var isAway = false
    for await event in events {
      var topic: NewsTopic?
      var changed: [String]?
      switch event {
      case .connectionLost(let error, _):
        try leave(error, &isAway)
        continue
      // A vault that another program has changed says no more than this.
      case .changed(.cards, nil): break
      case .changed(let about, let ids):
        guard topics.contains(about) else { continue }
        // What was missed is read in full.
        (topic, changed) = isAway ? (nil, nil) : (about, ids)
      case .connectionRestored: break
      case .newsLate:
        try tell(.newsLate, words.start.newsAreLate + "; " + words.start.newsAreAskedFor + ".")
        continue
      case .newsOnTime:
        try tell(.newsOnTime, words.start.newsAreOnTime + ".")
        continue
      case .signInEnded: throw WalletError(.signInIdle)
      case .cardsAdded, .damageFound: continue
      }
      var pause = 1
      asking: while true {
        do throws(WalletError) {
          try await read(topic, changed)
          if isAway {
            isAway = false
            try tell(.connectionRestored, words.start.serverIsBack + ".")
          }
          break asking
        } catch {
          guard error.code.isUnreachable || error.code == .unavailable else { throw error }
          try leave(error, &isAway)
          if error.code.isUnreachable { break asking }
          (topic, changed) = (nil, nil)
        }
        try? await Streams.current.clock.sleep(for: .seconds(pause))
        pause = min(2 * pause, Self.longestPause)
      }
    }
    if Task.isCancelled { throw WalletError(.cancelled) }
  }

  private func leave(_ error: WalletError, _ isAway: inout Bool) throws(WalletError) {
    if isAway { return }
    isAway = true
    try tell(
      .connectionLost(error), Text.clean(words.start.waits(for: words.errors.message(error))))
  }

  private func tell(_ what: WalletAlert, _ note: String) throws(WalletError) {
    if let report { return try report(what) }
    Output.note(note)
  }
}
