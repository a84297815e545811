import Issuer
import SealedRecords
import Secrets
package import WalletModel

// Limits that all servers share: a bucket for each name, filled by the database's clock.
extension PostgresLedger {
  package func take(from bucket: String, burst: Double, perSecond: Double) throws(WalletError)
    -> Int?
  {
    try take(.takeFromBucket, 1, after: 0, from: bucket, burst: burst, perSecond: perSecond)
      .map { max(1, Int($0.rounded(.up))) }
  }

  package func lease(
    _ count: Int, after used: Int, from bucket: String, burst: Double, perSecond: Double
  ) throws(WalletError) -> Double? {
    try take(
      .leaseFromBucket, count, after: used, from: bucket, burst: burst, perSecond: perSecond)
  }

  private func take(
    _ statement: Statement, _ count: Int, after used: Int, from bucket: String, burst: Double,
    perSecond: Double
  ) throws(WalletError) -> Double? {
    var parameters = key(of: bucket)
    for number in [burst, perSecond, Double(count), Double(used)] {
      parameters.add(number.bitPattern)
    }
    let wait = try ask(statement, parameters) { rows in
      Double(bitPattern: UInt64(bitPattern: rows.integer(0, 0)))
    }
    // Whoever can write rows can make it infinite, or not a number.
    return wait > 0 ? min(wait, 86_400) : nil
  }

  package func giveBack(to bucket: String, burst: Double) throws(WalletError) {
    var parameters = key(of: bucket)
    parameters.add(burst.bitPattern)
    try ask(.giveToBucket, parameters) { _ in }
  }

  private func key(of bucket: String) -> Parameters {
    var parameters = Parameters()
    parameters.add(Hash.bytes(16, of: Array("bucket \(bucket)".utf8), key: recordKeys.index))
    return parameters
  }
}
