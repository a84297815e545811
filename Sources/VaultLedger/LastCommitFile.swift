import CSodium
import Glibc

/// The last commit to a vault that this machine knows of: the root row's counter and its hash over all
/// rows. Sealed with the vault's key, in a file of its own outside of the vault and its log, so that a
/// vault, or a log, that was put back to an older state or damaged is noticed when it is next opened.
///
/// It is written after each commit and before whoever made the change hears of it, and not synced.
/// The commit was synced before: after a power failure this is at most older than the vault, which
/// means nothing. Losing it means nothing, either: a copy on another machine has none.
///
/// Used under the ledger's lock.
final class LastCommitFile {
  struct Commit: Equatable {
    var counter: Int64
    var set: SetHash

    init(_ root: RootRecord) {
      counter = root.counter
      set = root.set
    }

    fileprivate init(counter: Int64, set: SetHash) {
      self.counter = counter
      self.set = set
    }
  }

  /// What a vault is, measured by the last commit that was seen.
  enum Comparison: Equatable {
    /// Nothing is known, or the vault is newer: another machine wrote it, or a power failure took
    /// the file back.
    case unknown
    /// Exactly what was written last.
    case same
    case older(than: Int64)
    /// As many commits, but others.
    case other
  }

  private static let plainCount = 40
  private static let boxCount = plainCount + RecordCipher.overhead
  /// What its box is bound to, beside the vault.
  private static let id = RowID(.root, 1)

  private let path: String
  private let cipher: RecordCipher
  private var descriptor: Int32 = -1
  /// What stands in the file as far as we know, and what is to be written.
  private var known = [UInt8](repeating: 0, count: boxCount)
  private var box = [UInt8](repeating: 0, count: boxCount)
  /// A commit that the vault turned out to be behind of: the next one takes its place.
  private var supersededCommit: Commit?

  /// - Parameter folder: Where those of all vaults are. It is made when one is written.
  init(folder: String, vaultID: [UInt8], _ cipher: RecordCipher) {
    let name = vaultID.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    path = folder + "/" + name
    self.cipher = cipher
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  func compare(_ root: RootRecord) -> Comparison {
    guard open(creates: false), read(), let last = unsealed() else { return .unknown }
    let found = Commit(root)
    if found == last { return .same }
    if found.counter > last.counter { return .unknown }
    supersededCommit = last
    return found.counter < last.counter ? .older(than: last.counter) : .other
  }

  /// Keeps what cannot be written to itself: the vault has the change.
  func write(_ root: RootRecord) {
    guard open(creates: true) else { return }
    let before = known
    // Another process may have been faster to write down a later commit.
    if read(), known != before, let last = unsealed(), last != supersededCommit,
      last.counter > root.counter
    {
      return
    }
    seal(Commit(root))
    let count = box.withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, 0) }
    if count == box.count { swap(&known, &box) }
  }

  private func read() -> Bool {
    known.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress, $0.count, 0) } == known.count
  }

  private func seal(_ commit: Commit) {
    withUnsafeTemporaryAllocation(byteCount: Self.plainCount, alignment: 8) { plain in
      plain.storeBytes(of: commit.counter.littleEndian, as: Int64.self)
      withUnsafeBytes(of: commit.set.words) {
        UnsafeMutableRawBufferPointer(rebasing: plain[8...]).copyMemory(from: $0)
      }
      box.withUnsafeMutableBytes {
        cipher.seal(UnsafeRawBufferPointer(plain), into: $0, Self.id, 0, nil)
      }
    }
  }

  private func unsealed() -> Commit? {
    withUnsafeTemporaryAllocation(byteCount: Self.plainCount, alignment: 8) { plain in
      let isOpen = known.withUnsafeBytes { cipher.open($0, into: plain, Self.id, 0, nil) }
      guard isOpen else { return nil }
      var set = SetHash()
      withUnsafeMutableBytes(of: &set.words) {
        $0.copyMemory(from: UnsafeRawBufferPointer(rebasing: plain[8...]))
      }
      return Commit(counter: Int64(littleEndian: plain.load(as: Int64.self)), set: set)
    }
  }

  private func open(creates: Bool) -> Bool {
    if descriptor >= 0 { return true }
    if creates { makeFolders() }
    let flags = O_RDWR | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK | (creates ? O_CREAT : 0)
    descriptor = Glibc.open(path, flags, 0o600)
    // On a read-only disk it is only looked at.
    if descriptor < 0 && !creates {
      descriptor = Glibc.open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
    }
    var info = stat()
    guard descriptor >= 0, fstat(descriptor, &info) == 0, info.st_mode & S_IFMT == S_IFREG,
      info.st_uid == geteuid()
    else {
      if descriptor >= 0 { close(descriptor) }
      descriptor = -1
      return false
    }
    return true
  }

  private func makeFolders() {
    var folder = ""
    for part in path.split(separator: "/").dropLast() {
      folder += "/" + part
      mkdir(folder, 0o700)
    }
  }
}
