import Secrets
import WalletAPI

/// Hashes that identify requests. Their key is secret, since bodies may contain a PIN.
extension IssuerFeature {
  /// A keyed hash of the request: operation, ids, query, version and body.
  func hash<O: WalletOperation>(_ operation: O, _ context: RequestContext) -> [UInt8] {
    let versions = context.expectedVersions?.map(String.init).joined(separator: ",")
    return hash(operation, versions ?? "*")
  }

  /// A keyed hash of the request without the version.
  func hash<O: WalletOperation>(_ operation: O) -> [UInt8] { hash(operation, "SCA") }

  private func hash<O: WalletOperation>(_ operation: O, _ mark: String) -> [UInt8] {
    let query = operation.wireQuery.map { "\($0.name)=\($0.value)" }
    let head = [O.contract.name, mark] + operation.wireIDs + query
    let line = Array((head.joined(separator: "\n") + "\n\n").utf8)
    let body = operation.wireBody
    let count = body.withBytes { $0.count }
    let message = SecretBytes(count: line.count + count) { message in
      message.copyBytes(from: line)
      body.withBytes { body in
        UnsafeMutableRawBufferPointer(rebasing: message[line.count...]).copyMemory(from: body)
      }
    }
    return CardNumbers.keyedHash(of: message, key: ledger.keys.requests).withBytes {
      Array($0.prefix(16))
    }
  }
}
