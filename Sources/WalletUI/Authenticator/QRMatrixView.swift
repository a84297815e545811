import QRCode
import Secrets

/// A QR code with a light margin around it.
struct QRMatrixView {
  private static let margin = 2
  private let matrix: QRMatrix

  init?(_ secret: Secret) {
    guard let matrix = QRMatrix.encode(secret) else { return nil }
    self.matrix = matrix
  }

  var columns: Int { matrix.size + 2 * QRMatrixView.margin }
  var rows: Int { (columns + 1) / 2 }

  /// Coordinates are in modules, including the margin.
  func isDark(_ x: Int, _ y: Int) -> Bool {
    matrix[x - QRMatrixView.margin, y - QRMatrixView.margin]
  }
}
