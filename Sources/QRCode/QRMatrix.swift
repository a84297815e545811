internal import CHarden
internal import CQREncode
package import Secrets

/// A QR code of a secret. The secret can be read from its modules, so they are also in locked
/// memory, one bit each, and are wiped with the last copy of the matrix.
package struct QRMatrix: Sendable {
  /// The number of modules on each side, without the light margin of four that scanners need.
  package let size: Int
  private let modules: Secret

  /// True: a dark module. False: a light one, or outside the code.
  package subscript(x: Int, y: Int) -> Bool {
    guard (0..<size).contains(x), (0..<size).contains(y) else { return false }
    let index = y * size + x
    return modules.withBytes { $0[index / 8] & 1 << (index % 8) != 0 }
  }

  /// The smallest code for these bytes; nil: there are none, or more than 2,953. The error
  /// correction level is L: a screen has no dirt and no creases, and the code must fit on it.
  package static func encode(_ secret: Secret) -> QRMatrix? {
    // libqrencode's own copies are wiped by scrub-on-free; its result is wiped here.
    secret.withBytes { bytes in
      let data = bytes.assumingMemoryBound(to: UInt8.self).baseAddress
      guard !bytes.isEmpty,
        let code = QRcode_encodeData(Int32(bytes.count), data, 0, QR_ECLEVEL_L)
      else { return nil }
      defer { QRcode_free(code) }
      let size = Int(code.pointee.width)
      guard let drawn = code.pointee.data else { return nil }
      defer { harden_wipe(drawn, size * size) }
      let modules = Secret(count: (size * size + 7) / 8) { packed in
        // A new secret contains zeros. The lowest bit of each byte is the module; the others
        // describe its purpose.
        for index in 0..<(size * size) where drawn[index] & 1 != 0 {
          packed[index / 8] |= 1 << (index % 8)
        }
      }
      return QRMatrix(size: size, modules: modules)
    }
  }
}
