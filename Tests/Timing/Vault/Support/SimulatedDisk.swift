/// A change of a file that is not on the disk before the file is synced.
enum FileChange {
  case create
  case write([UInt8], at: Int)
  case resize(Int)
  case remove

  /// - Parameter isWritten: Whether a sector is written.
  func apply(to bytes: inout [UInt8]?, isWritten: () -> Bool) {
    let sector = 512
    switch self {
    case .create: if bytes == nil, isWritten() { bytes = [] }
    case .remove: if isWritten() { bytes = nil }
    case .resize(let count):
      guard let old = bytes, isWritten() else { return }
      bytes = Array(old.prefix(count)) + [UInt8](repeating: 0, count: max(0, count - old.count))
    case .write(let new, let offset):
      guard var file = bytes else { return }
      var start = 0
      while start < new.count {
        let end = min(new.count, ((offset + start) / sector + 1) * sector - offset)
        if isWritten() {
          file += [UInt8](repeating: 0, count: max(0, offset + end - file.count))
          file.replaceSubrange(offset + start..<offset + end, with: new[start..<end])
        }
        start = end
      }
      bytes = file
    }
  }
}

/// Files, and what a power failure may leave of them.
struct SimulatedDisk {
  struct File {
    /// nil: there is no such file.
    var synced: [UInt8]?
    var rest: [FileChange] = []
  }

  var files: [String: File]

  mutating func change(_ file: String, _ change: FileChange) {
    files[file, default: File()].rest.append(change)
  }

  /// Writes a file to the disk, or with the name of the folder ("") the names of all files.
  mutating func sync(_ name: String) {
    if name.isEmpty {
      for (name, file) in files where file.synced == nil {
        if case .create? = file.rest.first { files[name]?.synced = [] }
      }
      return
    }
    guard var file = files[name] else { return }
    for change in file.rest { change.apply(to: &file.synced) { true } }
    file.rest = []
    files[name] = file
  }

  var synced: [String: [UInt8]] { files.compactMapValues(\.synced) }

  /// The synced files with some of the sectors that were written since.
  func withPartOfTheRest(_ chance: inout Chance) -> [String: [UInt8]] {
    files.compactMapValues { file in
      var bytes = file.synced
      for change in file.rest { change.apply(to: &bytes) { Bool.random(using: &chance) } }
      return bytes
    }
  }
}

/// The same numbers in each run.
struct Chance: RandomNumberGenerator {
  private var state: UInt64 = 20_261_122

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return (state ^ (state >> 29)) &* 0x9e37_79b9_7f4a_7c15
  }
}
