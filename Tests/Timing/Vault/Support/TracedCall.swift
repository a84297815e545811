import Foundation
import Testing

/// A call of a traced process: a line of output, or a change or sync of a file.
enum TracedCall {
  case output(String)
  case change(String, FileChange)
  case sync(String)

  /// The calls of strace's output about the vault's files. The file that only shares memory between
  /// processes is left out: it is made again after a start of the system.
  static func read(_ path: String) throws -> [TracedCall] {
    var names: [Int: String] = [:]
    var known: Set<String> = ["wallet.vault"]
    var calls: [TracedCall] = []
    for line in try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n") {
      guard let call = Call(line), call.result >= 0 else { continue }
      let file = call.numbers.first.flatMap { names[$0] }
      switch call.name {
      case "openat":
        guard let name = relative(call.text, to: path) else { break }
        names[call.result] = name
        if line.contains("O_CREAT"), known.insert(name).inserted {
          calls.append(.change(name, .create))
        }
      case "close": names[call.numbers[0]] = nil
      case "unlink":
        guard let name = relative(call.text, to: path) else { break }
        known.remove(name)
        calls.append(.change(name, .remove))
      case "write" where call.numbers[0] == STDOUT_FILENO:
        calls.append(.output(call.text.trimmingCharacters(in: .newlines)))
      case "pwrite64":
        guard let file else { break }
        calls.append(.change(file, .write(call.bytes, at: call.numbers[2])))
      case "ftruncate":
        guard let file else { break }
        calls.append(.change(file, .resize(call.numbers[1])))
      case "fsync", "fdatasync":
        guard let file else { break }
        calls.append(.sync(file))
      default:
        if let file { Issue.record("\(call.name) of \(file) is not simulated") }
      }
    }
    return calls.filter {
      guard case .change(let file, _) = $0 else { return true }
      return !file.hasSuffix("-shm")
    }
  }

  /// The name in the vault's folder, "" for the folder itself; nil: the file is elsewhere.
  private static func relative(_ file: String, to trace: String) -> String? {
    let folder = String(trace.dropLast("/trace".count))
    if file == folder { return "" }
    return file.hasPrefix(folder + "/") ? String(file.dropFirst(folder.count + 1)) : nil
  }

  private struct Call {
    let name: String
    let bytes: [UInt8]
    /// The arguments that are numbers.
    let numbers: [Int]
    let result: Int
    var text: String { String(decoding: bytes, as: UTF8.self) }

    /// A line such as `pwrite64(4, "\x01\x02", 2, 32) = 2`.
    init?(_ line: Substring) {
      guard let open = line.firstIndex(of: "("),
        let equals = line.range(of: " = ", options: .backwards)
      else { return nil }
      name = String(line[..<open])
      let parts = line[line.index(after: open)..<equals.lowerBound].split(separator: "\"")
      bytes =
        parts.count > 1
        ? parts[1].split(separator: "\\x").compactMap { UInt8($0, radix: 16) } : []
      numbers = (parts.count > 1 ? parts[0] + (parts.count > 2 ? parts[2] : "") : parts[0])
        .split { !$0.isNumber && $0 != "-" }.compactMap { Int($0) }
      let value = line[equals.upperBound...].prefix { $0.isNumber || $0 == "-" }
      guard let number = Int(value) else { return nil }
      result = number
    }
  }
}
