import BrowserLoginAPI
import BrowserLoginTesting
import ComposerFlows
import CoreModels
import KernelTesting
import Localization
import OfflineQueueAPI
import OfflineQueueTesting
import ProofOfPossessionTesting
import SessionsTesting
import Testing

struct BrowserSignInCoordinatorTests {
    @Test(.requirement("PASSKEY-03", "TOKEN-23")) func doesWhatWaitedForALogin() async throws {
        let keys = DeviceKeyKeepingSpy(), queue = RequestQueueSpy(), user = User.sample()
        let sut = BrowserSignInCoordinator(login: BrowserLoggingInStub(.success(user)), keys: keys, queue: queue)
        #expect(try await sut.logIn(in: .english) { _ in } == user)
        #expect(keys.calls == [.prepare, .prepare])
        #expect(queue.discarded == [.login] && queue.selections == [.due])
    }

    @Test(.requirement("BROWSERLOGIN-06")) func whoIsRefusedHasNothingDone() async throws {
        let keys = DeviceKeyKeepingSpy(), queue = RequestQueueSpy()
        let sut = BrowserSignInCoordinator(login: BrowserLoggingInStub(.failure(.refused)), keys: keys, queue: queue)
        await #expect(throws: BrowserLoginError.refused) { try await sut.logIn(in: .english) { _ in } }
        #expect(keys.calls == [.prepare] && queue.discarded.isEmpty && queue.selections.isEmpty)
    }
}
