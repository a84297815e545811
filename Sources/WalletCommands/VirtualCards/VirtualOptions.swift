import Arguments
import FrontEnd
import Glibc
import TextLayout
import WalletModel

/// Options that make or change a virtual card.
enum VirtualOptions {
  static let metadata = CommandOption(
    "metadata", .file("FILE"),
    "read the metadata from a file: any JSON, up to \(VirtualCard.longestMetadata) characters; - is stdin"
  )
  static let merchant = CommandOption(
    "merchant", .text("MERCHANT"), "it pays only there, one of `shop merchants`",
    field: "merchantId")
  static let onePayment = CommandOption(
    "one-payment", "it pays once, and is closed then", field: "singleUse")
  static let monthlyLimit = CommandOption(
    "monthly-limit", .text("AMOUNT"), "the most in a calendar month, such as 50.00",
    field: "monthlyLimit")

  static let address = [
    CommandOption(
      "address-line", .text("TEXT"), "where the bill goes", field: "billingAddress.addressLine1"),
    CommandOption(
      "address-line-2", .text("TEXT"), "where the bill goes",
      field: "billingAddress.addressLine2"),
    CommandOption("city", .text("NAME"), "where the bill goes", field: "billingAddress.city"),
    CommandOption("state", .text("NAME"), "where the bill goes", field: "billingAddress.state"),
    CommandOption(
      "postcode", .text("CODE"), "where the bill goes", field: "billingAddress.postalCode"),
    CommandOption(
      "country", .text("CODE"), "where the bill goes: two or three letters (US, USA)",
      field: "billingAddress.country"),
  ]

  /// nil: no part of it was given. The issuer says which parts are missing.
  static func billingAddress(_ invocation: Invocation) -> VirtualBillingAddress? {
    guard address.contains(where: { invocation.has($0.name) }) else { return nil }
    return VirtualBillingAddress(
      addressLine1: invocation.name("address-line") ?? "",
      addressLine2: invocation.name("address-line-2"), city: invocation.name("city") ?? "",
      state: invocation.name("state"), postalCode: invocation.name("postcode") ?? "",
      country: Countries.alpha2(invocation.name("country") ?? ""))
  }

  static func monthlyLimit(_ invocation: Invocation, _ currency: Currency) throws(WalletError)
    -> Int64?
  {
    try invocation.text(monthlyLimit.name).map { text throws(WalletError) in
      try Money(argument: text, currency).minorUnits
    }
  }

  static func metadata(_ invocation: Invocation) throws(WalletError) -> String? {
    try invocation.text(metadata.name).map { path throws(WalletError) in try text(of: path) }
  }

  /// A file as text, without blanks and line ends at both ends.
  private static func text(of path: String) throws(WalletError) -> String {
    let isInput = path == "-"
    let file = isInput ? Streams.current.input : open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY)
    guard file >= 0 else { throw unreadable(path, String(cString: strerror(errno))) }
    defer { if !isInput { close(file) } }
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 4096)
    // One byte more than fits shows that it is too long.
    while bytes.count <= VirtualCard.longestMetadataBytes {
      let count = read(file, &piece, piece.count)
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else { throw unreadable(path, String(cString: strerror(errno))) }
      if count == 0 { break }
      bytes += piece[..<count]
    }
    guard let text = String(validating: MetadataDraft.trimmed(bytes), as: UTF8.self) else {
      throw WalletError(
        .fieldErrors,
        fieldErrors: [FieldError("metadata", .text("must be UTF-8", "muss UTF-8 sein"))])
    }
    return text
  }

  private static func unreadable(_ path: String, _ reason: String) -> WalletError {
    WalletError.usage(
      "can't read \(Text.clean(path)): \(reason)", "\(Text.clean(path)) nicht lesbar: \(reason)")
  }
}
