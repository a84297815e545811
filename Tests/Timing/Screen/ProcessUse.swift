import CHarden
import Foundation

/// What this process uses. Nothing else may run in it while it is measured.
struct ProcessUse: CustomStringConvertible {
  let resident: Int
  let arena: Int
  let descriptors: Int
  let threads: Int

  init() throws {
    let pages = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
      .split(separator: " ")
    resident = (Int(pages[1]) ?? 0) * Int(sysconf(Int32(_SC_PAGESIZE)))
    arena = harden_arena_used()
    descriptors = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
    threads = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").count
  }

  var description: String {
    "\(resident >> 10) KiB, arena \(arena), \(descriptors) descriptors, \(threads) threads"
  }
}
