import CHarden
import Glibc

/// Bytes on their way to the terminal. Never waits: what the terminal does not take now is kept,
/// and the loop comes back when it does.
final class OutputBuffer {
  private let descriptor: Int32
  private var pending: [UInt8] = []
  private var sent = 0

  // Digits wait in locked memory only, behind `pending`.
  private static let secretRoom = 4096
  private let secret = harden_arena_alloc(OutputBuffer.secretRoom)
  private var secretCount = 0
  private var secretSent = 0
  /// The terminal is gone: reading finds out what that means.
  private(set) var isBroken = false
  /// Digits may be on the terminal, in the kernel's queue or here.
  private(set) var mayHoldSecret = false
  private var newestFrameIsSafe = true

  init(_ descriptor: Int32) { self.descriptor = descriptor }

  deinit { harden_arena_free(secret, OutputBuffer.secretRoom) }

  /// Something is left: paint nothing new, wait for the terminal.
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

  /// Sends what `fill` writes; it returns how much that is. The buffer is wiped as soon as all of it
  /// is out.
  func sendSecret(_ fill: (UnsafeMutableRawBufferPointer) -> Int) {
    let room = UnsafeMutableRawBufferPointer(start: secret, count: Self.secretRoom)
    secretCount = fill(room)
    secretSent = 0
    mayHoldSecret = true
    newestFrameIsSafe = false
    drain()
  }

  /// The frame that has just been sent has no secrets: once it is out, they are overwritten.
  func secretsAreGone() {
    newestFrameIsSafe = true
    if !isBlocked { mayHoldSecret = false }
  }

  /// Sends what is left as far as the terminal takes it.
  func drain() {
    if sent < pending.count {
      sent += pending.withUnsafeBytes { write(UnsafeRawBufferPointer(rebasing: $0[sent...])) }
      guard sent == pending.count else { return }
    }
    pending.removeAll(keepingCapacity: pending.capacity <= 65_536)
    sent = 0
    if secretSent < secretCount {
      secretSent += write(UnsafeRawBufferPointer(start: secret, count: secretCount)[secretSent...])
    }
    guard secretSent == secretCount else { return }
    wipeSecret()
    if newestFrameIsSafe { mayHoldSecret = false }
  }

  /// Forgets everything that is still on its way.
  func dropAll() {
    pending.removeAll()
    sent = 0
    wipeSecret()
    mayHoldSecret = false
    newestFrameIsSafe = true
  }

  /// Sends and waits, half a second at most: for the last words.
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
