import CSQLite
import Glibc
import WalletModel

/// Maps SQLite's result codes to wallet errors (R3). A full disk and a faulty one have different
/// codes.
func walletError(sqlite code: Int32, system: Int32) -> WalletError {
  let detail = Reason.verbatim(String(cString: sqlite3_errstr(code)) + " (SQLite \(code))")
  // SQLITE_READONLY_DBMOVED. `CVaultFile` answers with it.
  if code == SQLITE_READONLY | 4 << 8 { return WalletError(.vaultReplaced) }
  switch code & 0xff {
  // SQLITE_PROTOCOL: others still have the file open that was here before.
  case SQLITE_BUSY, SQLITE_LOCKED, SQLITE_PROTOCOL:
    return WalletError(.vaultBusy, detail: detail)
  case SQLITE_FULL: return WalletError(.diskFull, detail: detail)
  case SQLITE_READONLY, SQLITE_PERM: return WalletError(.vaultReadOnly, detail: detail)
  case SQLITE_NOTADB: return WalletError(.vaultNotAVault, detail: detail)
  case SQLITE_CORRUPT: return WalletError(.vaultDamaged, detail: detail)
  case SQLITE_NOMEM: return WalletError(.internalError, detail: detail)
  case SQLITE_IOERR:
    // The log's index cannot grow. SQLite does not keep the system's error number for it.
    if code == SQLITE_IOERR | 19 << 8 { return WalletError(.diskFull, detail: detail) }
    let isFull = system == ENOSPC || system == EDQUOT || system == EFBIG
    return WalletError(isFull ? .diskFull : .diskFault, detail: detail)
  case SQLITE_CANTOPEN:
    if system == EROFS || system == EACCES {
      return WalletError(.vaultReadOnly, detail: detail)
    }
    if system == ENOSPC || system == EDQUOT { return WalletError(.diskFull, detail: detail) }
    return WalletError(.diskFault, detail: detail)
  default:
    // Any other code means an unexpected schema, such as a missing table or column.
    return WalletError(.vaultDamaged, detail: detail)
  }
}
