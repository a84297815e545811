import Secrets

extension Secret {
  /// A header line with a key, in locked memory.
  static func header(_ start: String, _ key: Secret) -> Secret {
    key.withBytes { bytes in
      let line = Secret(capacity: start.utf8.count + bytes.count)
      for byte in start.utf8 { line.append(byte) }
      _ = line.append(bytes)
      return line
    }
  }
}
