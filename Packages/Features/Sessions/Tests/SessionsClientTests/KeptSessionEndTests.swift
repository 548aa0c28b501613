import CoreModels
import FoundationEssentials
import KernelTesting
import PluginKit
import SecureStorageAPI
import SecureStorageTesting
import SessionsAPI
import SessionsClient
import SessionsTesting
import Testing

/// Why the session before is over, for the screen on which the person logs in.
struct KeptSessionEndTests {
    private let secrets = InMemorySecretStore()

    private var exports: SessionsClientPlugin.Exports {
        SessionsClientPlugin.assemble(.init(secrets: secrets, locks: secrets)).exports
    }

    @Test(.requirement("OPS-06"), arguments: [SessionEnd.suspended, .endedByOperator, .closed(nil)])
    func whatAnOperatorDidIsRecalledUntilSomebodyLogsIn(end: SessionEnd) async throws {
        #expect(await exports.ends.recalledEnd() == nil)
        await exports.ends.sessionDidEnd(end)
        #expect(await exports.ends.recalledEnd() == end, "also by a program that is started anew")
        #expect(end.explanation != nil)
        try await exports.store.save(.sample())
        #expect(await exports.ends.recalledEnd() == nil)
        try await exports.store.remove()
        await exports.ends.sessionDidEnd(.loggedOut)
        #expect(await exports.ends.recalledEnd() == nil)
    }

    /// Nothing tells whose account it was.
    @Test(.requirement("DATA-05")) func ofAnAccountThatIsGoneNoPersonIsKept() async throws {
        await exports.ends.sessionDidEnd(SessionEnd(reason: "account_closed").ending(.sample()))
        #expect(await exports.ends.recalledEnd() == .closed(nil))
    }

    @Test(arguments: [SessionEnd.loggedOut, .refused, .copied]) func otherEndsLeaveNothing(end: SessionEnd) async {
        await exports.ends.sessionDidEnd(end)
        #expect(await exports.ends.recalledEnd() == nil)
        #expect(end.explanation == nil)
    }
}
