import Secrets
import Synchronization
import WalletAPI
import WalletModel

/// What a URL of A37 shows when it is opened. `IssuerCore.links` is ordered by age, oldest first.
struct DetailsLink {
  /// The hash of the URL's last part.
  let hash: [UInt8]
  let customerID: CustomerID
  let sessionID: String
  let deviceID: String
  let cardID: CardID
  let cardVersion: Int
  let made: Moment
}

/// URLs that show a card's details once (A37).
extension CardIssuer {
  func linkSecureDetails(_ operation: LinkSecureDetails, _ context: RequestContext)
    throws(WalletError) -> Secret
  {
    try reveal(
      operation, .showDetails, operation.id, context, note: "LINKED"
    ) { _, record throws(WalletError) in
      let ticket = random.digits(64)
      let link = DetailsLink(
        hash: ticket.withBytes { hash(ofTicket: $0) }, customerID: context.customerID,
        sessionID: context.sessionID, deviceID: context.deviceID, cardID: record.card.id,
        cardVersion: record.card.version, made: clock.moment)
      core.links.withLock { links in
        links.removeAll { isOver($0) }
        // The oldest is dropped.
        if links.count >= IssuerLimits.links { links.removeFirst() }
        links.append(link)
      }
      let route = OpenSecureDetails.contract.path.dropLast(3)
      let path = Array((environment.path + Wire.base + route).utf8)
      return Secret(count: path.count + ticket.count) { url in
        url.copyBytes(from: path)
        ticket.withBytes {
          UnsafeMutableRawBufferPointer(rebasing: url[path.count...]).copyMemory(from: $0)
        }
      }
    }
  }

  /// A ticket that is used for something else is reported as not found, and stays valid.
  func openSecureDetails(_ operation: OpenSecureDetails, _ context: RequestContext)
    throws(WalletError) -> SecureDetails
  {
    let wanted = Array(operation.ticket.utf8).withUnsafeBytes { hash(ofTicket: $0) }
    let found = core.links.withLock { (links) -> DetailsLink? in
      links.removeAll { isOver($0) }
      let index = links.firstIndex {
        $0.hash == wanted && $0.customerID == context.customerID
          && $0.sessionID == context.sessionID && $0.deviceID == context.deviceID
      }
      guard let index else { return nil }
      return links.remove(at: index)
    }
    guard let found else {
      throw WalletError(.notFound, detail: .card(.linkUsed))
    }
    return try reveal(
      operation, .showDetails, found.cardID, context, agreed: found.cardVersion
    ) { reader, record throws(WalletError) in try details(reader, record, context) }
  }

  private func hash(ofTicket ticket: UnsafeRawBufferPointer) -> [UInt8] {
    CardNumbers.keyedHash(of: SecretBytes(copying: ticket), key: ledger.keys.requests)
      .withBytes { Array($0) }
  }

  private func isOver(_ link: DetailsLink) -> Bool {
    clock.moment.longest(since: link.made) >= IssuerLimits.link * 1000
  }
}
