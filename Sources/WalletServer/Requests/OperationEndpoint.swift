import Issuer
import WalletAPI
import WalletModel

/// A request for an operation, of a customer who has signed in.
struct WalletCall {
  let exchange: Exchange
  let route: WireRoute
  let ids: [String]
  var request: WireRequest
  var context: RequestContext
  /// The state of the ledger before it is read; nil: the answer is not kept.
  var edition: CardPageCache.Edition?
}

/// Has operations carried out, and sends the news and messages that come of them.
struct OperationEndpoint: Sendable {
  let issuers: IssuerTable
  let events: EventStreams
  let coming: ComingNews
  let deliveries: MessageDeliveries
  /// `WalletServer.Options.path`.
  let path: String

  func answer(_ call: WalletCall) throws(WalletError) -> WireResponse {
    let customer = call.context.customerID
    let issuer = issuers.issuer(of: customer)
    defer {
      if !call.route.contract.isCached {
        let news = issuer.takeEvents()
        events.publish(news, to: customer)
        coming.look(issuer, customer, after: news)
        deliveries.deliver(issuer.takeMessages(), of: customer, issuer)
      }
    }
    var answer = try call.route.answer(call.request, ids: call.ids, call.context, by: issuer)
    if let index = answer.headers.firstIndex(where: { $0.name == "Location" }) {
      answer.headers[index].value = path + answer.headers[index].value
    }
    return answer
  }
}
