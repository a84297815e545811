import Secrets

#if canImport(QRCode)
import QRCode
#endif

/// A QR code with the light margin that scanners need, two modules high a cell.
struct QRMatrixView {
  private static let margin = 2
  #if canImport(QRCode)
  private let matrix: QRMatrix
  #endif

  init?(_ secret: Secret) {
  #if canImport(QRCode)
    guard let matrix = QRMatrix.encode(secret) else { return nil }
    self.matrix = matrix
  #else
    return nil
  #endif
  }

  var columns: Int {
  #if canImport(QRCode)
   matrix.size + 2 * QRMatrixView.margin 
  #else
   0
  #endif
  }
  var rows: Int { (columns + 1) / 2 }

  /// In modules, the margin included.
  func isDark(_ x: Int, _ y: Int) -> Bool {
  #if canImport(QRCode)
    let column = x - QRMatrixView.margin
    let row = y - QRMatrixView.margin
    guard (0..<matrix.size).contains(column), (0..<matrix.size).contains(row) else { return false }
    return matrix[column, row]
  #else
   false
  #endif
  }
}
