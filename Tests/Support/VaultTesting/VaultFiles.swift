import CSQLite
import Glibc
import Secrets
import WalletModel

@testable import VaultLedger

/// The code with which a file is refused; nil: it opens.
func refusal(_ path: String, _ passphrase: Secret, readOnly: Bool = false) -> ErrorCode? {
  do throws(WalletError) {
    _ = try Vault.open(at: path, passphrase: passphrase, readOnly: readOnly)
    return nil
  } catch {
    return error.code
  }
}

/// The code of the error that is thrown; nil: none is.
func code<Result>(_ body: () throws -> Result) -> ErrorCode? {
  do {
    _ = try body()
    return nil
  } catch {
    return (error as? WalletError)?.code
  }
}

func bytes(of path: String) -> [UInt8] {
  guard let file = fopen(path, "r") else { return [] }
  defer { fclose(file) }
  var result: [UInt8] = []
  var block = [UInt8](repeating: 0, count: 65536)
  while case let count = fread(&block, 1, block.count, file), count > 0 {
    result += block[..<count]
  }
  return result
}

func write(_ bytes: [UInt8], to path: String, mode: mode_t = 0o600) {
  let file = open(path, O_CREAT | O_TRUNC | O_WRONLY, mode)
  bytes.withUnsafeBytes { _ = Glibc.write(file, $0.baseAddress, $0.count) }
  close(file)
}

/// Changes a vault without its keys.
func tamper(_ path: String, _ sql: String) throws {
  try VaultFile.connect(try VaultFile.resolved(path), readOnly: false).execute(sql)
}
