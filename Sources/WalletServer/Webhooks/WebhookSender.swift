import CCurl
import Issuer
import Synchronization

/// Sends one event at a time. No redirect is followed, no proxy is used, and each request has a
/// connection of its own.
final class WebhookSender: Sendable {
  enum Outcome: Equatable {
    case accepted
    /// A short reason without secrets.
    case failed(String)
    /// The server ends: nothing is known about the event.
    case stopped
  }

  /// Whether libcurl is installed.
  static var isAvailable: Bool { ccurl_load() == 0 }

  private struct State: ~Copyable {
    /// Address of libcurl's handle; nil: nothing is in progress.
    var multi: UInt?
    var isStopped = false
  }
  private let state = Mutex(State())

  /// Ends the attempt in progress. Nothing is sent any more.
  func stop() {
    state.withLock { state in
      state.isStopped = true
      if let multi = state.multi.flatMap({ OpaquePointer(bitPattern: $0) }) {
        ccurl_multi_wakeup(multi)
      }
    }
  }

  private var isStopped: Bool { state.withLock { $0.isStopped } }

  func send(_ event: WebhookRecord, isPlain: Bool, _ options: WebhookOptions) -> Outcome {
    guard ccurl_load() == 0, let multi = ccurl_multi_new() else {
      return .failed("libcurl is missing")
    }
    defer {
      state.withLock { $0.multi = nil }
      ccurl_multi_free(multi)
    }
    let address = UInt(bitPattern: multi)
    let isStopped = state.withLock { state in
      state.multi = address
      return state.isStopped
    }
    if isStopped { return .stopped }
    let exchange = WebhookExchange(event.body)
    return withExtendedLifetime(exchange) {
      guard let transfer = transfer(event, exchange, isPlain, options) else {
        return .failed("the address cannot be used")
      }
      defer { ccurl_transfer_free(multi, transfer) }
      let lines = ["Content-Type: application/json"] + WebhookSignature.lines(event.body, options)
      for line in lines {
        ccurl_transfer_header(transfer, line)
      }
      return run(multi, transfer)
    }
  }

  private func run(_ multi: OpaquePointer, _ transfer: OpaquePointer) -> Outcome {
    guard ccurl_multi_add(multi, transfer) == 0 else { return .failed("no memory") }
    while ccurl_multi_perform(multi) > 0 {
      if isStopped { return .stopped }
      ccurl_multi_wait(multi, -1)
    }
    if isStopped { return .stopped }
    _ = ccurl_multi_take_ended(multi)
    let status = ccurl_transfer_status(transfer)
    let ending = ccurl_transfer_ending(transfer)
    // An answer's body may be too long: it means nothing.
    if ending == ccurl_ok || ending == ccurl_stopped {
      return (200..<300).contains(status) ? .accepted : .failed("HTTP \(status)")
    }
    return .failed(Self.words(of: ending))
  }

  private func transfer(
    _ event: WebhookRecord, _ exchange: WebhookExchange, _ isPlain: Bool,
    _ options: WebhookOptions
  ) -> OpaquePointer? {
    func transfer(_ trust: UnsafePointer<CChar>?) -> OpaquePointer? {
      (event.root + event.path).withCString { url in
        "POST".withCString { method in
          var request = ccurl_request(
            url: url, method: method, ca_file: trust, pins: nil, proxy: nil,
            allows_http: isPlain ? 1 : 0, allows_tls12: 1,
            connect_ms: Int(options.seconds * 500), total_ms: Int(options.seconds * 1000),
            body_size: Int64(exchange.body.count),
            context: Unmanaged.passUnretained(exchange).toOpaque(),
            read: { WebhookExchange.from($0).give($1, $2, $3) },
            write: { WebhookExchange.from($0).take($2) },
            header: { WebhookExchange.from($0).take($2) })
          return ccurl_transfer_new(&request)
        }
      }
    }
    return options.trust.map { $0.withCString { transfer($0) } } ?? transfer(nil)
  }

  private static func words(of ending: ccurl_ending) -> String {
    switch ending {
    case ccurl_cannot_resolve: "the host is unknown"
    case ccurl_cannot_connect: "cannot connect"
    case ccurl_timed_out: "no answer in time"
    case ccurl_cut: "the connection ended without an answer"
    case ccurl_bad_ca_file: "the file with certificates cannot be used"
    case ccurl_no_tls, ccurl_untrusted, ccurl_wrong_host: "the certificate is not accepted"
    case ccurl_not_http, ccurl_too_large: "the answer is not HTTP"
    default: "cannot be sent"
    }
  }
}

/// The bytes of a request and its answer, on one thread.
private final class WebhookExchange {
  /// Of an answer's head and body, which is not read.
  private static let mostBytes = 64 * 1024
  let body: [UInt8]
  private var taken = 0

  init(_ body: [UInt8]) { self.body = body }

  static func from(_ context: UnsafeMutableRawPointer?) -> WebhookExchange {
    guard let context else { preconditionFailure("a transfer has a context") }
    return Unmanaged<WebhookExchange>.fromOpaque(context).takeUnretainedValue()
  }

  func give(_ space: UnsafeMutablePointer<CChar>, _ size: Int, _ offset: Int) -> Int {
    let part = body.dropFirst(offset).prefix(size)
    UnsafeMutableRawBufferPointer(start: space, count: size).copyBytes(from: part)
    return part.count
  }

  /// 0 ends the transfer.
  func take(_ count: Int) -> Int32 {
    taken += count
    return taken <= Self.mostBytes ? 1 : 0
  }
}
