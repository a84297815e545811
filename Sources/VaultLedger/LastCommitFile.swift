import CSodium
import Glibc
import Issuer
import SealedRecords
import WalletModel

/// Remembers the last commit to a vault that this machine has seen: the root row's counter and its
/// hash over all rows. It is encrypted with the vault's key and stored outside the vault, so that a
/// vault or log that was replaced by an older state, or damaged, is noticed at the next opening.
///
/// The file is written after each commit and before the caller is told, and it is not synced. After
/// a power failure it may therefore be older than the vault, which is harmless. Losing it is
/// harmless too: a copy of the vault on another machine has none.
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

  /// How the vault compares with the last commit that was seen.
  enum Comparison: Equatable {
    /// Nothing is known, or the vault is newer: another machine wrote it, or a power failure lost
    /// the newest version of this file.
    case unknown
    /// The vault ends with the same commit.
    case same
    case older(than: Int64)
    /// The same number of commits, but different ones.
    case other
  }

  private static let plainCount = 40
  private static let boxCount = plainCount + RecordCipher.overhead
  /// The row key that the record is bound to, besides the vault.
  private static let id = RowID(.root, 1)

  private let path: String
  private let cipher: RecordCipher
  private var descriptor: Int32 = -1
  /// The last known contents of the file, and the buffer for the next contents.
  private var known = [UInt8](repeating: 0, count: boxCount)
  private var box = [UInt8](repeating: 0, count: boxCount)
  /// A commit that is newer than the vault turned out to be. The next one replaces it.
  private var supersededCommit: Commit?

  /// - Parameter folder: The folder for the files of all vaults. It is created when one is written.
  init(folder: String, vaultID: [UInt8], _ cipher: RecordCipher) {
    path = folder + "/" + Hex.encode(vaultID)
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

  /// Errors are ignored, because the vault itself has the change.
  func write(_ root: RootRecord) {
    guard open(creates: true) else { return }
    let before = known
    // Another process may have written a later commit already.
    if read(), known != before, let last = unsealed(), last != supersededCommit,
      last.counter > root.counter
    {
      return
    }
    seal(Commit(root))
    let count = box.withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, 0) }
    if count == box.count { swap(&known, &box) }
  }

  /// Makes this state the last one, also if it is older than the one that was seen: the vault was
  /// replaced on purpose.
  func adopt(_ root: RootRecord) {
    _ = compare(root)
    write(root)
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
    // On a read-only disk the file is only read.
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
