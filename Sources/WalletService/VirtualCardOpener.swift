import DeviceKeys
import Secrets
import WalletAPI
import WalletModel

/// Opens the sealed fields of virtual cards with the keys of this device.
struct VirtualCardOpener {
  let ring: DeviceKeyRing

  func open(_ card: VirtualCard) -> VirtualCardResult {
    if card.isDamaged { return .partial(card, .damagedRecord) }
    guard card.sealed.algorithm == SealedFields.algorithm else {
      return .partial(card, .unknownAlgorithm(card.sealed.algorithm))
    }
    guard ring.contains(card.sealed.keyID) else {
      return .partial(card, .keyMissing(card.sealed.keyID))
    }
    var opened = OpenedVirtualCard(card)
    do throws(WalletError) {
      opened.alias = try text(.alias, of: card)
      opened.metadata = try text(.metadata, of: card)
      opened.billingAddress = try record(.billingAddress, of: card)
      opened.expiry = try record(.expiry, of: card, as: SealedExpiry.self)?.expiry
      opened.lastTransaction = try record(.lastTransaction, of: card)
      return .success(opened)
    } catch {
      return .partial(card, .unreadable)
    }
  }

  /// - Throws: Why it cannot be opened.
  func opened(_ card: VirtualCard) throws(WalletError) -> OpenedVirtualCard {
    switch open(card) {
    case .success(let opened): return opened
    case .partial(_, .keyMissing): throw WalletError(.deviceKeyMissing)
    case .partial(_, .keysUnreadable(let error)): throw error
    case .partial(_, .damagedRecord): throw WalletError(.damagedRecord)
    case .partial(_, .unreadable), .partial(_, .unknownAlgorithm):
      throw WalletError(.virtualCardSealed)
    }
  }

  /// A field in locked memory.
  ///
  /// - Throws: `.virtualCardSealed`
  func secret(_ field: SealedFields.Field, of card: VirtualCard) throws(WalletError) -> Secret {
    guard let box = card.sealed.boxes[field] else { throw WalletError(.virtualCardSealed) }
    do throws(DeviceKeyError) {
      return try ring.open(
        box, sealedTo: card.sealed.keyID, about: SealedFields.label(card.id, field))
    } catch {
      throw WalletError(.virtualCardSealed)
    }
  }

  private func bytes(_ field: SealedFields.Field, of card: VirtualCard)
    throws(WalletError) -> [UInt8]?
  {
    guard card.sealed.boxes.has(field) else { return nil }
    let secret = try secret(field, of: card)
    defer { secret.wipe() }
    return secret.withBytes { Array($0) }
  }

  private func text(_ field: SealedFields.Field, of card: VirtualCard)
    throws(WalletError) -> String?
  { try bytes(field, of: card).map { String(decoding: $0, as: UTF8.self) } }

  private func record<R: WireRecord & JSONValue>(
    _ field: SealedFields.Field, of card: VirtualCard, as type: R.Type = R.self
  ) throws(WalletError) -> R? {
    guard let bytes = try bytes(field, of: card) else { return nil }
    do throws(WireMalformed) {
      return try R(json: JSON.read(.plain(bytes)))
    } catch {
      throw WalletError(.virtualCardSealed)
    }
  }
}

/// `{"mm":"09","yyyy":"2029"}`.
private struct SealedExpiry: WireRecord, JSONValue {
  var month = ""
  var year = ""
  var expiry: CardExpiry? {
    guard let month = Int(month), let year = Int(year), (1...12).contains(month),
      CardExpiry.years.contains(year)
    else { return nil }
    return CardExpiry(month: month, year: year)
  }

  static var blank: SealedExpiry { SealedExpiry() }
  mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
    try v.field("mm", &month)
    try v.field("yyyy", &year)
  }
}
