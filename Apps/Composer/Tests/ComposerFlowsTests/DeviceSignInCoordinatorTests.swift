import BrowserLoginAPI
import BrowserLoginTesting
import ComposerFlows
import CoreModels
import KernelTesting
import OfflineQueueAPI
import OfflineQueueTesting
import ProofOfPossessionTesting
import SessionsTesting
import Testing

struct DeviceSignInCoordinatorTests {
    @Test(.requirement("BROWSERLOGIN-11", "TOKEN-23")) func doesWhatWaitedForALogin() async throws {
        let keys = DeviceKeyKeepingSpy(), queue = RequestQueueSpy(), user = User.sample()
        let sut = DeviceSignInCoordinator(login: DeviceLoggingInStub(.success(user)), keys: keys, queue: queue)
        #expect(try await sut.logIn { _ in } == user)
        #expect(keys.calls == [.prepare, .prepare])
        #expect(queue.discarded == [.login] && queue.selections == [.due])
    }

    @Test(.requirement("BROWSERLOGIN-14")) func whoIsRefusedHasNothingDone() async throws {
        let keys = DeviceKeyKeepingSpy(), queue = RequestQueueSpy()
        let sut = DeviceSignInCoordinator(login: DeviceLoggingInStub(.failure(.refused)), keys: keys, queue: queue)
        await #expect(throws: DeviceLoginError.refused) { try await sut.logIn { _ in } }
        #expect(keys.calls == [.prepare] && queue.discarded.isEmpty && queue.selections.isEmpty)
    }
}
