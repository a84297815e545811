import Foundation
import Testing
import WalletAPI
import WalletModel

@testable import ClientTesting
@testable import RemoteBackend

/// A server behind the real nginx and HAProxy with their default settings.
struct ProxyTests {
  private static let nginx = "/usr/sbin/nginx"
  private static let haproxy = "/usr/sbin/haproxy"

  @Test(
    .enabled(if: access(nginx, X_OK) == 0, "nginx is missing: run .ci/install-deps checks"),
    .patientLimit(minutes: 2))
  func newsPassNginx() async throws { try await Self.expectNews(through: Self.nginx) }

  @Test(
    .enabled(if: access(haproxy, X_OK) == 0, "haproxy is missing: run .ci/install-deps checks"),
    .patientLimit(minutes: 2))
  func newsPassHAProxy() async throws { try await Self.expectNews(through: Self.haproxy) }

  /// The stream and a later event come at once, and requests are answered.
  private static func expectNews(through program: String) async throws {
    let place = try TestServer()
    let proxy = try HelperProcess("proxy.py", [program, place.url])
    let listener = try await place.person(at: proxy.url)
    let changer = try await place.person(listener.name, at: place.url)
    let card = try await changer.card()
    var news = listener.wallet.events().makeAsyncIterator()
    for event in WalletEvent.allChanged { #expect(await news.next() == event) }
    _ = try await changer.perform(SetCardStatus(card.id, .locked, reason: "Test"))
    #expect(await news.next() == .cardsChanged([card.id]))
    #expect(try await listener.perform(GetCard(card.id)).status == .locked)
    withExtendedLifetime(proxy) {}
  }

  /// Control: nginx keeps a stream that it may keep. Then polls report changes, and the wallet
  /// is not offline.
  @Test(
    .enabled(if: access(nginx, X_OK) == 0, "nginx is missing: run .ci/install-deps checks"),
    .patientLimit(minutes: 3))
  func newsComeLateThroughAProxyThatKeepsThem() async throws {
    let place = try TestServer()
    let proxy = try HelperProcess(
      // 1.0 is the default of older versions. With 1.1 the stream has chunks, which are not kept.
      "proxy.py",
      [Self.nginx, place.url, "proxy_ignore_headers X-Accel-Buffering; proxy_http_version 1.0;"])
    let listener = try await place.person(at: proxy.url) {
      $0.totalTime = patient(5)
      $0.pollSeconds = 1...1
    }
    let changer = try await place.person(listener.name, at: place.url)
    let card = try await changer.card()
    var news = listener.wallet.events().makeAsyncIterator()
    var heard: [WalletEvent] = []
    while heard.last != .newsLate, let event = await news.next() { heard.append(event) }
    _ = try await changer.perform(SetCardStatus(card.id, .locked, reason: "Test"))
    while heard.last != .cardsChanged([card.id]), let event = await news.next() {
      heard.append(event)
    }
    #expect(try await listener.perform(GetCard(card.id)).status == .locked)
    #expect(heard == WalletEvent.allChanged + [.newsLate, .cardsChanged([card.id])])
    withExtendedLifetime(proxy) {}
  }
}
