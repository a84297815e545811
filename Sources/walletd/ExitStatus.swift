import WalletModel

/// The exit statuses of the server: those of sysexits.h where they apply.
enum ExitStatus: Int32, CaseIterable {
  case ok = 0
  case other = 1
  case usage = 64
  case data = 65
  case missing = 66
  case unavailable = 69
  case disk = 74
  case permissions = 77
  case configuration = 78

  init(_ code: ErrorCode) {
    switch code {
    case .usage: self = .usage
    case .vaultPassphrase, .vaultNotAVault, .vaultNewer, .vaultDamaged: self = .data
    case .vaultMissing: self = .missing
    case .unavailable, .vaultBusy, .vaultReplaced: self = .unavailable
    case .diskFull, .diskFault, .diskUnknown, .vaultReadOnly: self = .disk
    case .vaultPermissions, .vaultLinked: self = .permissions
    case .configuration: self = .configuration
    default: self = .other
    }
  }

  /// For the manual.
  var meaning: String {
    switch self {
    case .ok: "Stopped as asked."
    case .other: "Another failure."
    case .usage: "The command line was not understood."
    case .data: "Can't open the vault: wrong passphrase, no vault, or a damaged one."
    case .missing: "A file is missing or can't be read."
    case .unavailable: "The address isn't available, or another program is using the vault."
    case .disk: "The disk is full, read-only or faulty."
    case .permissions: "Others can read the vault, or change a file."
    case .configuration: "A line in the file of users, the certificate or its key is wrong."
    }
  }
}
