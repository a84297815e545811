import Issuer
import Programs
import Secrets
import TextLayout
import WalletAPI
import WalletModel

/// Delivers messages with codes by a program, independent of answers to requests.
final class MessageDeliveries: Sendable {
  private let queue = DeliveryQueue(atOnce: 8, waiting: 1000)
  private let program: String?
  private let seconds: Double
  private let notice: (@Sendable (String) -> Void)?
  private let status: ServerStatus

  init(_ options: WalletServer.Options, status: ServerStatus) {
    program = options.deliveryProgram
    seconds = options.deliverySeconds
    notice = options.notice
    self.status = status
  }

  /// Delivers messages that are on the disk. Their codes are read immediately before.
  func deliver(_ messages: [String], of customer: CustomerID, _ issuer: Issuer) {
    guard let program else { return }
    for message in messages {
      // The end of the server waits for deliveries as for answers.
      status.beginWork()
      let isTaken = queue.take(message) { [self] in
        defer { status.endWork() }
        deliver(message, of: customer, issuer, by: program)
      }
      guard !isTaken else { continue }
      status.endWork()
      notice?("message \(message) was not delivered: too many are waiting")
    }
  }

  /// Logs the messages that will not be delivered.
  func abandon() {
    let left = queue.giveUp()
    for message in left.waiting {
      notice?("message \(message) was not delivered: the server ends")
    }
    for message in left.underWay {
      notice?("message \(message) may not be delivered: the server ends before its program")
    }
  }

  private func deliver(
    _ message: String, of customer: CustomerID, _ issuer: Issuer, by program: String
  ) {
    do throws(WalletError) {
      guard let delivery = try issuer.delivery(of: message, customer) else { return }
      let json = delivery.json
      defer { json.wipe() }
      let failure = Programs.run(
        program, input: json, seconds: seconds, variables: .all)
      if let failure { notice?("message \(message) was not delivered: \(failure)") }
    } catch {
      notice?("message \(message) was not delivered: \(error.message.english)")
    }
  }
}

extension MessageDelivery {
  /// The input of the delivery program.
  fileprivate var json: Secret {
    let whole = Secret(capacity: text.utf8.count + code.count)
    let gap = text.firstRange(ofPart: "%@")
    for byte in text[..<(gap?.lowerBound ?? text.endIndex)].utf8 { whole.append(byte) }
    if let gap {
      code.withBytes { for byte in $0 { whole.append(byte) } }
      for byte in text[gap.upperBound...].utf8 { whole.append(byte) }
    }
    defer { whole.wipe() }
    return JSON.object([
      ("channel", .string(channel.rawValue)), ("target", .string(target)),
      ("sender", .string(sender)), ("text", .secret(whole)),
    ]).sealed()
  }
}
