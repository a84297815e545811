import WalletAPI
import WalletModel

/// Reads what a request says in its query and its headers. It refuses a body that is not JSON with
/// 415, a change that names no version with 428, and malformed fields with 400.
struct OperationFields: Stage {
  private static let headers = [
    Wire.scaAuthorization, "If-Match", Wire.idempotencyKey, Wire.deviceKey,
  ]

  func answer(_ call: WalletCall, _ next: Next<WalletCall>) throws(WalletError) -> WireResponse {
    if call.exchange.known != nil { return try next(call) }
    if let refusal = call.exchange.contentRefusal("application/json") { return refusal }
    var call = call
    call.request.query = try call.exchange.query()
    call.request.headers = try call.exchange.headers(Self.headers)
    if call.request.method == .patch && call.request.header("If-Match") == nil {
      return ErrorResponses.refusal(
        428, "If-Match", "is missing: send the version that you saw, or *")
    }
    do throws(WireMalformed) {
      try call.context.read(call.request)
    } catch {
      throw WalletError(error)
    }
    return try next(call)
  }
}
