import CMicroHTTPD
import WalletAPI
import WalletModel

extension WalletServer {
  func publish(_ events: [WalletEvent], to customer: CustomerID) {}

  func listen(_ exchange: Exchange, _ connection: OpaquePointer) -> MHD_Result {
    send(WalletError(.notFound).wireResponse, exchange, connection)
  }
}
