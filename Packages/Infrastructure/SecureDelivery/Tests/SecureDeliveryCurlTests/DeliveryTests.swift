import FoundationEssentials
import KernelTesting
import SecureDeliveryAPI
import SecureDeliveryCurl
import SecureDeliveryTesting
import Testing

/// Deliveries over real connections.
@Suite(.timeLimit(.minutes(2)))
struct DeliveryTests {
    private let authority: TestAuthority

    init() async throws {
        authority = try await TestAuthority()
    }

    /// More than a connection holds that nobody reads.
    private static let much = Data((0..<8_000_000).map { UInt8(truncatingIfNeeded: $0 / 251) })

    private func deliver(_ bytes: Data, to peer: SecurePeer) async -> SecureDeliveryError? {
        do throws(SecureDeliveryError) {
            try await CurlDelivery().deliver(bytes, to: peer)
            return nil
        } catch {
            return error
        }
    }

    @Test(.requirement("METRIC-08")) func whatIsDeliveredWasReadToItsEnd() async throws {
        let receiver = try await TLSReceiver(try await authority.issue())
        for bytes in [Data("one".utf8), Self.much, Data("three".utf8)] {
            #expect(await deliver(bytes, to: receiver.peer(trusting: authority.file)) == nil)
            #expect(receiver.received.last == bytes)
        }
        #expect(receiver.received.count == 3)
    }

    /// Nothing of what a receiver can do counts as having read it, nor takes longer than it may.
    @Test(
        .requirement("METRIC-08", "METRIC-13"), arguments: TLSReceiver.Manner.allCases.filter { $0 != .taking },
        [3, 8_000_000])
    func whatMayBeLostIsNotDelivered(_ manner: TLSReceiver.Manner, count: Int) async throws {
        let receiver = try await TLSReceiver(try await authority.issue())
        try receiver.behave(manner)
        let peer = receiver.peer(trusting: authority.file, within: .seconds(manner == .rude ? 10 : 1))
        let error = try #require(await deliver(Self.much.prefix(count), to: peer))
        #expect(receiver.received.isEmpty && !error.description.isEmpty)
        if manner == .rude { #expect(error.description.contains("without the end of TLS")) }
    }

    @Test(.requirement("METRIC-08"), arguments: ["DNS:other.example", "IP:127.0.0.2"])
    func aCertificateOfSomebodyElseIsRefused(_ names: String) async throws {
        let receiver = try await TLSReceiver(try await authority.issue(for: names))
        let error = await deliver(Data("one".utf8), to: receiver.peer(trusting: authority.file))
        #expect(error?.description.contains("libcurl 60") == true)
        // Its name is read once there is TLS; nothing is said over it.
        #expect(receiver.received.joined().isEmpty)
    }

    @Test(.requirement("METRIC-08")) func aCertificateThatNobodyVouchesForIsRefused() async throws {
        let receiver = try await TLSReceiver(try await authority.issue()), other = try await TestAuthority()
        for file in [nil, other.file] {
            let error = await deliver(Data("one".utf8), to: receiver.peer(trusting: file))
            #expect(error?.description.contains("libcurl 60") == true)
        }
        let missing = await deliver(Data("one".utf8), to: receiver.peer(trusting: "/nonexistent"))
        #expect(missing != nil && receiver.received.isEmpty)
    }

    @Test(.requirement("METRIC-08")) func aReceiverMayAskWhoWeAre() async throws {
        let receiver = try await TLSReceiver(try await authority.issue(), requiring: authority.file)
        #expect(await deliver(Data("one".utf8), to: receiver.peer(trusting: authority.file)) != nil)
        #expect(receiver.received.isEmpty)
        let client = try await authority.issue("client")
        #expect(await deliver(Data("one".utf8), to: receiver.peer(trusting: authority.file, as: client)) == nil)
        #expect(receiver.received == [Data("one".utf8)])
    }

    @Test(.requirement("METRIC-13"), arguments: [TLSReceiver.Manner.mute, .silent])
    func aCancelledTaskEndsAtOnce(_ manner: TLSReceiver.Manner) async throws {
        let receiver = try await TLSReceiver(try await authority.issue())
        try receiver.behave(manner)
        let peer = receiver.peer(trusting: authority.file, within: .seconds(100))
        let task = Task { await deliver(Self.much, to: peer) }
        task.cancel()
        #expect(await task.value?.description.contains("libcurl 42") == true)
    }

    @Test(.requirement("METRIC-13")) func nobodyListens() async throws {
        let receiver = try await TLSReceiver(try await authority.issue())
        try receiver.behave(.down)
        let closed = SecurePeer(host: "127.0.0.1", port: 1, timeout: .seconds(5))
        #expect(await deliver(Data("one".utf8), to: closed)?.description.contains("libcurl 7") == true)
    }
}
