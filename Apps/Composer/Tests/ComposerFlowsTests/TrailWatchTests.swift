import ComposerFlows
import CoreModels
import FoundationEssentials
import HTTPTransportAPI
import HTTPTransportTesting
import HTTPTypes
import KernelTesting
import Localization
import SecureStorageAPI
import SecurityMetricsAPI
import SecurityMetricsTesting
import Testing

/// What becomes of the server's audit trail when a command is done.
struct TrailWatchTests {
    private struct VaultFake: VaultLocking {
        var state = VaultLockState.unlockable

        func lockState() async -> VaultLockState { state }
        func lock() async {}
        func unlock(with passphrase: Secret) async throws(SecretStoreError) {}
        func protect(
            by protection: VaultProtection, passphrase: Secret, knowing present: Secret
        ) async throws(SecretStoreError) {}
    }

    private let presence = ServerPresence()
    private let evidence = TrailEvidence(
        .changed, seen: .sample(), shown: .sample(root: "other"), consistency: nil,
        foundAt: Date(timeIntervalSince1970: 0))

    private func contact(_ transport: HTTPTransportStub) async throws {
        let request = HTTPRequest(method: .get, url: try #require(URL(string: "http://localhost/")))
        _ = try? await presence.noting(transport).send(request)
    }

    @Test(.requirement("AUDIT-18")) func onlyAContactAsks() async throws {
        let trail = TrailStub(), watch = TrailWatch(trail: trail, presence: presence, vault: VaultFake())
        #expect(await watch.look() == nil)
        try await contact(HTTPTransportStub(failure: .connectivity(reason: "refused")))
        #expect(await watch.look() == nil)
        #expect(trail.calls.isEmpty)
        try await contact(HTTPTransportStub(HTTPResponse(status: .ok)))
        #expect(await watch.look() == nil)
        #expect(trail.calls == [.followed])
    }

    @Test(.requirement("AUDIT-19")) func whatWasFoundIsToldAfterEachCommandAlsoOffline() async {
        let trail = TrailStub(KeptTrail(head: .sample(), evidence: evidence))
        let watch = TrailWatch(trail: trail, presence: presence, vault: VaultFake())
        for _ in 0..<2 {
            let told = await watch.look()
            #expect(told?.english.contains("aren't those that this device saw") == true)
            #expect(told?.english.hasSuffix("essential audit") == true)
        }
        #expect(trail.calls.isEmpty)
    }

    @Test(.requirement("AUDIT-20")) func nobodyIsAskedForAPassPhrase() async throws {
        let trail = TrailStub(KeptTrail(head: .sample(), evidence: evidence))
        try await contact(HTTPTransportStub(HTTPResponse(status: .ok)))
        let watch = TrailWatch(trail: trail, presence: presence, vault: VaultFake(state: .locked))
        #expect(await watch.look() == nil)
        #expect(trail.calls.isEmpty)
    }
}
