import Issuer
import WalletModel

/// Reads the rows of a table that can be read, also those behind pages that SQLite refuses. It
/// reads forwards to the first fault and backwards to the last one, and then looks for good rows
/// between them by halving what is left.
struct RowSalvage {
  let store: RowStore

  /// How many times it meets a fault before it gives up on a table.
  private static let mostFaults = 4000

  /// Calls `visit` once for each row, in no order. Throws what `visit` throws.
  ///
  /// - Parameter kind: A kind of the table. All rows of the table are read.
  func visit(_ kind: RecordKind, _ visit: (RowStore.Row) throws(WalletError) -> Void)
    throws(WalletError)
  {
    var ranges = [Int64.min...Int64.max]
    var faults = 0
    var next = 0
    while next < ranges.count, faults < Self.mostFaults {
      let range = ranges[next]
      next += 1
      guard let rest = try readToFault(kind, range, backwards: false, visit) else { continue }
      faults += 1
      guard let gap = try readToFault(kind, rest, backwards: true, visit) else { continue }
      faults += 1
      guard gap.lowerBound < gap.upperBound else { continue }
      let width = UInt64(bitPattern: gap.upperBound &- gap.lowerBound)
      let middle = gap.lowerBound &+ Int64(bitPattern: width / 2)
      ranges += [gap.lowerBound...middle, middle + 1...gap.upperBound]
    }
  }

  /// What was not read because of a fault; nil: everything was read.
  private func readToFault(
    _ kind: RecordKind, _ range: ClosedRange<Int64>, backwards: Bool,
    _ visit: (RowStore.Row) throws(WalletError) -> Void
  ) throws(WalletError) -> ClosedRange<Int64>? {
    var last: Int64?
    let isWhole = try read(kind, range, backwards: backwards) { row throws(WalletError) in
      let number = row.id.value
      if let last, backwards ? number >= last : number <= last { return false }
      guard range.contains(number) else { return false }
      try visit(row)
      last = number
      return true
    }
    guard !isWhole, last != (backwards ? range.lowerBound : range.upperBound) else { return nil }
    return last.map { backwards ? range.lowerBound...$0 - 1 : $0 + 1...range.upperBound } ?? range
  }

  /// - Parameter visit: Returns false if the row cannot follow the row before.
  /// - Returns: Whether the end was reached without a fault.
  private func read(
    _ kind: RecordKind, _ range: ClosedRange<Int64>, backwards: Bool,
    _ visit: (RowStore.Row) throws(WalletError) -> Bool
  ) throws(WalletError) -> Bool {
    var isWhole = true
    var failure: WalletError?
    do throws(WalletError) {
      try store.visit(
        kind, from: RowID(range.lowerBound), through: RowID(range.upperBound),
        backwards: backwards, limit: -1
      ) { row throws(WalletError) in
        do throws(WalletError) {
          isWhole = try visit(row)
        } catch {
          failure = error
        }
        return isWhole && failure == nil
      }
    } catch {
      guard error.code == .vaultDamaged || error.code == .diskFault else { throw error }
      isWhole = false
    }
    if let failure { throw failure }
    return isWhole
  }
}
