import CSodium
import Glibc
import Issuer
import WalletModel

/// Remembers the last commit to a vault that this machine has seen: the root row's counter, its
/// hash over all rows, and the last link of the audit log, by which a later state shows that it
/// goes on from there. It is encrypted with the vault's key and stored outside the vault, so that a
/// vault or log that was replaced by an older or another state, or damaged, is noticed at the next
/// opening. While all of a vault is replaced on purpose, the file has both states.
///
/// The file is written after each commit and before the caller is told, and it is not synced. After
/// a power failure it may therefore be older than the vault, which is harmless. Losing it is
/// harmless too: a copy of the vault on another machine has none.
///
/// Used under the ledger's lock.
final class LastCommitFile {
  /// Counter, hash, number of audit entries and the link of the last one, as they are stored.
  struct Commit: Equatable {
    static let count = 8 + 32 + 8 + 32
    fileprivate var bytes: [UInt8] = []
    var counter: Int64 { integer(at: 0) }
    var entries: Int64 { integer(at: 40) }
    var link: [UInt8] { Array(bytes[48...]) }

    init(_ root: RootRecord) {
      let entries = root.numbers[Int(RecordKind.audit.rawValue)]
      withUnsafeBytes(of: root.counter.littleEndian) { bytes += $0 }
      withUnsafeBytes(of: root.set.words) { bytes += $0 }
      withUnsafeBytes(of: entries.littleEndian) { bytes += $0 }
      bytes += root.auditLink
    }

    fileprivate init(bytes: ArraySlice<UInt8>) { self.bytes = Array(bytes) }

    private func integer(at offset: Int) -> Int64 {
      bytes.withUnsafeBytes {
        Int64(littleEndian: $0.loadUnaligned(fromByteOffset: offset, as: Int64.self))
      }
    }
  }

  /// How the vault compares with the last commit that was seen.
  enum Comparison: Equatable {
    case unknown
    /// The vault ends with the same commit.
    case same
    /// The vault is newer: another machine wrote it, or a power failure lost the newest version of
    /// this file.
    case newer(than: Commit)
    case older(than: Int64)
    /// The same number of commits, but different ones.
    case other
  }

  private static let plainCount = 2 * Commit.count
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
    guard open(creates: false), read(), let (last, next) = unsealed() else { return .unknown }
    let found = Commit(root)
    if found == last || found == next { return .same }
    if found.counter > last.counter { return .newer(than: last) }
    supersededCommit = last
    return found.counter < last.counter ? .older(than: last.counter) : .other
  }

  /// Errors are ignored, because the vault itself has the change.
  func write(_ root: RootRecord) {
    guard open(creates: true) else { return }
    let before = known
    // Another process may have written a later commit already.
    if read(), known != before, let (last, _) = unsealed(), last != supersededCommit,
      last.counter > root.counter
    {
      return
    }
    write(Commit(root))
  }

  private func write(_ commit: Commit, next: Commit? = nil) {
    seal(commit, next ?? commit)
    let count = box.withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, 0) }
    if count == box.count { swap(&known, &box) }
  }

  /// Runs `replace`, which replaces all of a vault by this state on purpose. Neither this state nor
  /// the one before is reported afterwards, whenever the process is killed.
  static func adopt<R>(
    _ root: RootRecord, in file: LastCommitFile?, _ replace: () throws(WalletError) -> R
  ) throws(WalletError) -> R {
    if let file, file.open(creates: false), file.read(), let (last, _) = file.unsealed() {
      file.write(last, next: Commit(root))
    }
    let result = try replace()
    if let file, file.open(creates: true) { file.write(Commit(root)) }
    return result
  }

  private func read() -> Bool {
    known.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress, $0.count, 0) } == known.count
  }

  private func seal(_ commit: Commit, _ next: Commit) {
    let plain = commit.bytes + next.bytes
    box.withUnsafeMutableBytes { box in
      plain.withUnsafeBytes { cipher.seal($0, into: box, Self.id, 0, nil) }
    }
  }

  private func unsealed() -> (last: Commit, next: Commit)? {
    var plain = [UInt8](repeating: 0, count: Self.plainCount)
    let isOpen = known.withUnsafeBytes { box in
      plain.withUnsafeMutableBytes { cipher.open(box, into: $0, Self.id, 0, nil) }
    }
    guard isOpen else { return nil }
    return (Commit(bytes: plain[..<Commit.count]), Commit(bytes: plain[Commit.count...]))
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
