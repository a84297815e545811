import FrontEnd
import RemoteBackend
import Secrets
import WalletModel
import WalletService
import WalletUI

/// Exports the keys of a device to a file, and imports them (F08). A file that is there is replaced
/// only if that was asked.
enum KeyFileHandler {
  static func handle(_ request: KeyFileRequest, _ service: VirtualCardService)
    async throws(WalletError) -> KeyFileAnswer
  {
    switch request {
    case .export(let path, let passphrase, let overwrites):
      defer { passphrase.wipe() }
      let file = KeyArchiveFile(StandardPaths.expanded(path))
      // Deriving the key takes a second, which is not spent for a file that stays.
      if !overwrites, file.exists { return .exists }
      let keys = try await service.keys()
      let archive = try await service.exportKeys(passphrase: passphrase)
      return try file.write(archive, overwrites: overwrites) ? .exported(keys.count) : .exists
    case .restore(let path, let passphrase):
      defer { passphrase.wipe() }
      let archive = try KeyArchiveFile(StandardPaths.expanded(path)).read()
      return .restored(try await service.importKeys(archive, passphrase: passphrase))
    }
  }
}
