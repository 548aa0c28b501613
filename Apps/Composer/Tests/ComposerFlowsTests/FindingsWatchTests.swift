import ComposerFlows
import CoreModels
import DeviceFindingsTesting
import DeviceIntegrityAPI
import FoundationEssentials
import HTTPTransportAPI
import HTTPTransportTesting
import HTTPTypes
import KernelTesting
import Locking
import SecureStorageAPI
import Testing

/// When the server is told of what a start found.
struct FindingsWatchTests {
    private struct LockFake: VaultLocking {
        let state = Locked(VaultLockState.unlockable)

        func lockState() async -> VaultLockState { state.current }
        func lock() async {}
        func unlock(with passphrase: Secret) async throws(SecretStoreError) {}
        func protect(
            by protection: VaultProtection, passphrase: Secret, knowing present: Secret
        ) async throws(SecretStoreError) {}
    }

    private let findings = FindingTellingSpy(), presence = ServerPresence(), lock = LockFake(), clock = ManualClock()

    private func watch(_ findings: FindingTellingSpy? = nil) -> FindingsWatch {
        FindingsWatch(
            findings: findings ?? self.findings, presence: presence, locking: lock, vault: VaultStub(), clock: clock)
    }

    private func contact() async throws {
        let request = HTTPRequest(method: .get, url: try #require(URL(string: "http://localhost/")))
        _ = try? await presence.noting(HTTPTransportStub(HTTPResponse(status: .ok))).send(request)
    }

    @Test(.requirement("DEVINT-03")) func thePolicyDecidesWhetherAnythingIsTold() async throws {
        try await contact()
        await watch().tell(nil) {}
        #expect(findings.calls.isEmpty)
        await watch().tell([]) {}
        #expect(findings.calls.first == .noted([]) && findings.calls.contains(.told))
    }

    @Test(.requirement("DEVINT-03", "START-04")) func itIsToldBeforeAnythingElseIsDone() async {
        await watch().tell([.root]) { #expect(findings.calls == [.noted([.root]), .told]) }
        // Without a contact there is nothing more to be told.
        #expect(findings.calls == [.noted([.root]), .told])
    }

    @Test(.requirement("DEVINT-03")) func whoeverLogsInMeanwhileTellsAfterwards() async throws {
        await watch().tell([.root]) { try? await contact() }
        #expect(findings.calls == [.noted([.root]), .told, .noted([]), .told])
    }

    @Test(.requirement("DEVINT-03")) func aLockedVaultIsNotOpenedForIt() async throws {
        lock.state.withLock { $0 = .locked }
        await watch().tell([.root]) {
            #expect(findings.calls == [.noted([.root])])
            // The command asked the person for the pass phrase.
            lock.state.withLock { $0 = .open }
            try? await contact()
        }
        #expect(findings.calls == [.noted([.root]), .noted([]), .told])
        lock.state.withLock { $0 = .locked }
        #expect(await watch().told() == nil)
    }

    @Test(.requirement("DEVINT-03")) func aProgramThatGoesOnForLongTellsMeanwhile() async throws {
        let twice = AsyncStream.makeStream(of: Void.self)
        let findings = FindingTellingSpy { twice.continuation.yield() }
        await watch(findings).tell([]) {
            var told = twice.stream.makeAsyncIterator()
            await told.next()
            await clock.waitForSleepers(1)
            clock.advance(by: .seconds(60))
            await told.next()
        }
        #expect(findings.calls.count { $0 == .told } == 2)
    }
}
