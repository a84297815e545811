import Glibc
import WalletAPI
import WalletModel

@testable import VaultLedger

/// Damage of a file at given places, and what was wrong afterwards.
extension TemporaryVault {
  func cardList() throws -> CardList {
    try open().perform(ListCards(CardQuery()))
  }

  /// Whether a check reports damage, or cannot be made.
  var isFoundDamaged: Bool {
    do throws(WalletError) {
      return !(try Vault.check(at: path, passphrase: passphrase)).ok
    } catch {
      return true
    }
  }

  /// Changes one byte after the other. Each change has to be found, or everything that is read has
  /// to be the same as before.
  ///
  /// - Returns: The number of changes that were found, and the offsets where that was not so.
  func flipBytes(_ offsets: [Int]) throws -> (found: Int, wrong: [Int]) {
    let cards = try cardList().cards
    let good = bytes(of: path)
    var (found, wrong) = (0, [Int]())
    for offset in offsets {
      var bad = good
      bad[offset] ^= 0x41
      write(bad, to: path)
      if isFoundDamaged {
        found += 1
      } else {
        let list = try cardList()
        if list.cards != cards || list.damaged != [] { wrong.append(offset) }
      }
      for end in ["-wal", "-shm"] { unlink(path + end) }
    }
    return (found, wrong)
  }

  /// Damages one page after the other and repairs the file. Only the rows of the page may be lost.
  ///
  /// - Returns: The number of repairs, and what was wrong.
  func damageAndRepair(pages: [Int]) throws -> (repairs: Int, wrong: [String]) {
    let good = bytes(of: path)
    let before = try Vault.check(at: path, passphrase: passphrase)
    var (repairs, wrong) = (0, [String]())
    for page in pages {
      var bad = good
      for offset in 0..<8 { bad[page * 4096 + offset] = 0xff }
      write(bad, to: path)
      do throws(WalletError) {
        let report = try Vault.repair(path, passphrase: passphrase)
        guard report.repaired != nil else {
          // A page without content.
          if bytes(of: path) != bad { wrong.append("page \(page) was changed") }
          continue
        }
        repairs += 1
        let lost = report.losses.reduce(0) { $0 + $1.rows }
        let now = try Vault.check(at: path, passphrase: passphrase)
        if now.findings != [] { wrong.append("page \(page): \(now.findings)") }
        let added = 1 + (report.countersAreNew ? 1 : 0)
        let kept = before.records - lost + added
        // Without the root nobody knows how many there were.
        if report.mayBeOlder ? now.records >= kept : now.records != kept {
          wrong.append("page \(page): \(now.records) records in place of \(kept)")
        }
      } catch {
        if error.code != .vaultDamaged { wrong.append("page \(page): \(error)") }
        if bytes(of: path) != bad { wrong.append("page \(page) was changed") }
      }
      for name in names(in: folder) where name != "wallet.vault" { unlink(folder + "/" + name) }
    }
    return (repairs, wrong)
  }
}
