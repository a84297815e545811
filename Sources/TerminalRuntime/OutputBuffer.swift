import CHarden
import Glibc

/// Output that waits for the terminal. It never blocks: bytes that the terminal does not take are
/// kept until it is ready.
final class OutputBuffer {
  private let descriptor: Int32
  private var pending: [UInt8] = []
  private var sent = 0

  // Digits wait only in locked memory, after `pending`.
  private static let secretRoom = 4096
  private let secret = harden_arena_alloc(OutputBuffer.secretRoom)
  private var secretCount = 0
  private var secretSent = 0
  /// The terminal is gone. Reading finds out why.
  private(set) var isBroken = false
  /// Digits may be on the terminal, in the kernel's queue or here.
  private(set) var mayHoldSecret = false
  private var lastFrameHasNoSecrets = true

  init(_ descriptor: Int32) { self.descriptor = descriptor }

  deinit { harden_arena_free(secret, OutputBuffer.secretRoom) }

  /// Output is left: nothing new may be painted before the terminal has taken it.
  var isBlocked: Bool { sent < pending.count || secretSent < secretCount }

  func send(_ bytes: UnsafeRawBufferPointer) {
    if sent == pending.count && secretSent == secretCount {
      let done = write(bytes)
      if done < bytes.count { pending.append(contentsOf: bytes[done...]) }
    } else {
      pending.append(contentsOf: bytes)
    }
  }

  func send(_ bytes: [UInt8]) { bytes.withUnsafeBytes { send($0) } }

  /// Sends what `fill` writes; `fill` returns the length. The buffer is wiped as soon as everything
  /// was sent.
  func sendSecret(_ fill: (UnsafeMutableRawBufferPointer) -> Int) {
    let room = UnsafeMutableRawBufferPointer(start: secret, count: Self.secretRoom)
    secretCount = fill(room)
    secretSent = 0
    mayHoldSecret = true
    lastFrameHasNoSecrets = false
    drain()
  }

  /// The frame that was sent last has no secrets. When it is out, they are overwritten on the
  /// terminal.
  func secretsAreGone() {
    lastFrameHasNoSecrets = true
    if !isBlocked { mayHoldSecret = false }
  }

  /// Sends as much as the terminal takes.
  func drain() {
    if sent < pending.count {
      sent += pending.withUnsafeBytes { write(UnsafeRawBufferPointer(rebasing: $0[sent...])) }
      guard sent == pending.count else { return }
    }
    // Not kept for the next frame: it has texts of this one, and freed memory is overwritten.
    pending = []
    sent = 0
    if secretSent < secretCount {
      secretSent += write(UnsafeRawBufferPointer(start: secret, count: secretCount)[secretSent...])
    }
    guard secretSent == secretCount else { return }
    wipeSecret()
    if lastFrameHasNoSecrets { mayHoldSecret = false }
  }

  /// Drops everything that was not sent.
  func dropAll() {
    pending.removeAll()
    sent = 0
    wipeSecret()
    mayHoldSecret = false
    lastFrameHasNoSecrets = true
  }

  /// Sends and waits half a second at most, for the end of the program.
  func sendFinally(_ bytes: [UInt8]) {
    send(bytes)
    for _ in 0..<5 where isBlocked {
      var ready = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      poll(&ready, 1, 100)
      drain()
    }
  }

  private func wipeSecret() {
    harden_wipe(secret, secretCount)
    secretCount = 0
    secretSent = 0
  }

  private func write(_ bytes: Slice<UnsafeRawBufferPointer>) -> Int {
    write(UnsafeRawBufferPointer(rebasing: bytes))
  }

  private func write(_ bytes: UnsafeRawBufferPointer) -> Int {
    var done = 0
    harden_await_end()
    while done < bytes.count {
      let n = Glibc.write(descriptor, bytes.baseAddress.map { $0 + done }, bytes.count - done)
      if n > 0 {
        done += n
      } else if errno == EAGAIN {
        break
      } else if errno != EINTR {
        isBroken = true
        return bytes.count
      }
    }
    return done
  }
}
