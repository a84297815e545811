import DeviceKeys
import Secrets
import Synchronization
import Testing
import WalletAPI
import WalletModel

@testable import RemoteBackend
@testable import WalletService

/// Lists of virtual cards without a connection (F19).
@Suite struct CacheTests {
  private let fixture: VirtualCardsFixture

  init() async throws { fixture = try await VirtualCardsFixture() }

  private static let offline = WalletError(.netOffline)

  @Test("F19 identical queries are answered without the server, with their age")
  func identicalQueries() async throws {
    let (keys, store) = (MemoryDeviceKeyStore(), MemoryCache())
    let online = fixture.device(keys, cache: store)
    let card = try await fixture.made(online)
    let query = VirtualCardQuery(limit: 100)
    let page = try await online.page(query)

    fixture.backend.fail(Self.offline)
    // As after a restart.
    let device = fixture.device(keys, cache: store)
    for policy in [CachePolicy.cacheOnly, .remoteOrCache] {
      let cached = try await device.page(query, policy)
      #expect(cached == CachedPage(page: page, cachedAt: store.now()))
      let results = try await device.open(cached.page.cards)
      #expect(results.first { $0.id == card.id }?.opened?.alias == "Shoes")
    }
    for (other, policy) in [
      (query, CachePolicy.remoteOnly), (VirtualCardQuery(limit: 99), .cacheOnly),
      (VirtualCardQuery(limit: 100, filter: "id = a"), .remoteOrCache),
    ] {
      #expect(await failure { try await device.page(other, policy) }?.code == .netOffline)
    }
    fixture.backend.fail(nil)
    #expect(try await device.page(query, .remoteOrCache).cachedAt == nil)
    // Refusals of the server are no reason for the cache.
    fixture.backend.fail(WalletError(.unauthorized))
    #expect(await failure { try await device.page(query, .remoteOrCache) }?.code == .unauthorized)
  }

  @Test("F19 nothing of the cards can be read in the file, and only this device opens it")
  func contents() async throws {
    let (keys, store) = (MemoryDeviceKeyStore(), MemoryCache())
    let wallet = fixture.wallet(keys, cache: store)
    let device = wallet.virtualCards
    let card = try await fixture.made(device)
    let details = try await wallet.revealed(card)
    let number = try #require(details.pan.secret?.withBytes { Array($0) })
    _ = try await device.page(VirtualCardQuery())
    let file = try #require(store.read())
    let inside = try #require(
      keys.load().decrypt(file, about: "virtual-cards-cache-1 " + store.wallet))
    let sealed = ["Shoes", "7 Secret Lane", "Hidden Falls"].map { Array($0.utf8) } + [number]
    for text in sealed {
      #expect(!contains(file, text) && !contains(inside, text))
      // The search finds what is there.
      #expect(contains(inside + text + inside, text))
    }
    // Boxes are as the server sent them. Those of number and CVV are in no list.
    #expect(contains(inside, Array(card.id.utf8)) && !contains(file, Array(card.id.utf8)))
    let box = try #require(card.sealed.boxes[.alias])
    #expect(contains(inside, Array(Base64.encode(box).utf8)))
    #expect(contains(inside, Array("\"alias\"".utf8)))
    for name in ["\"pan\"", "\"csc\""] { #expect(!contains(inside, Array(name.utf8))) }

    fixture.backend.fail(Self.offline)
    let stranger = fixture.device(MemoryDeviceKeyStore(), cache: store)
    await #expect { _ = try await stranger.page(VirtualCardQuery(), .cacheOnly) } throws: {
      ($0 as? WalletError)?.code == .netOffline
    }
    for index in stride(from: 0, to: file.count, by: 97) {
      var changed = file
      changed[index] ^= 1
      #expect(keys.load().decrypt(changed, about: "virtual-cards-cache-1 w") == nil)
    }
    #expect(keys.load().decrypt(file, about: "virtual-cards-cache-1 other") == nil)
    #expect(keys.load().decrypt(Array(file.prefix(40)), about: "") == nil)
  }

  @Test("F19 the number of answers is bounded, the oldest make room")
  func bounds() async throws {
    let (keys, store) = (MemoryDeviceKeyStore(), MemoryCache())
    let device = fixture.device(keys, cache: store)
    _ = try await fixture.made(device)
    for limit in 1...40 { _ = try await device.page(VirtualCardQuery(limit: limit)) }
    fixture.backend.fail(Self.offline)
    #expect(try await device.page(VirtualCardQuery(limit: 40), .cacheOnly).cachedAt != nil)
    #expect(try await device.page(VirtualCardQuery(limit: 9), .cacheOnly).cachedAt != nil)
    await #expect { _ = try await device.page(VirtualCardQuery(limit: 8), .cacheOnly) } throws: {
      ($0 as? WalletError)?.code == .netOffline
    }
    #expect((store.read()?.count ?? 0) < VirtualCardCache.mostBytes)
  }

  @Test("F19 without a key, and for a wallet on this machine, nothing is kept")
  func nothingIsKept() async throws {
    let store = MemoryCache()
    _ = try await fixture.device(cache: store).page(VirtualCardQuery(), .remoteOrCache)
    #expect(store.read() == nil)
    fixture.backend.fail(Self.offline)
    await #expect { _ = try await fixture.device().page(VirtualCardQuery(), .cacheOnly) } throws: {
      ($0 as? WalletError)?.code == .netOffline
    }
  }

  private func contains(_ bytes: [UInt8], _ part: [UInt8]) -> Bool { bytes.contains(part) }
}

private final class MemoryCache: CacheStore {
  let wallet = "w"
  private let bytes = Mutex<[UInt8]?>(nil)
  func read() -> [UInt8]? { bytes.withLock { $0 } }
  func replace(_ new: [UInt8]) { bytes.withLock { $0 = new } }
  func now() -> Timestamp { Timestamp(milliseconds: 1_790_000_000_000) }
}
