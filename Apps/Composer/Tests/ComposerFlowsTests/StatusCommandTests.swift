import ComposerFlows
import ConsoleAPI
import ConsoleTesting
import CoreModels
import FeedAPI
import FeedTesting
import FoundationEssentials
import HTTPTransportAPI
import HTTPTransportTesting
import HTTPTypes
import KernelTesting
import Localization
import SecureStorageAPI
import SessionsAPI
import SessionsTesting
import Testing

private struct VaultStub: VaultMaintaining {
    func status() async -> VaultStatus {
        VaultStatus(
            path: "/vault", exists: true, protection: .keyFile, generation: 1, recordCount: 2, damagedCount: 1)
    }

    func setAsideRecords() async throws(SecretStoreError) -> [SetAsideRecord] { [] }
    func check() async throws(SecretStoreError) -> [SetAsideRecord] { [] }
    func cleanUp() async throws(SecretStoreError) {}
    func rotateKey(protectedBy protection: VaultProtection?) async throws(SecretStoreError) {}
    func startOver() async throws(SecretStoreError) -> String? { nil }
}

struct StatusCommandTests {
    private func runner(_ transport: HTTPTransportStub) throws -> CommandRunner {
        let address = try #require(ServerAddress("http://127.0.0.1:8080"))
        let command = StatusCommand(
            .init(
                server: ServerClient(address: address, transport: transport), sessions: InMemorySessionStore(),
                vault: VaultStub(),
                feed: InMemoryFeedCache(CachedFeed(images: [.make()], savedAt: Date(timeIntervalSince1970: 0))) {
                    Date(timeIntervalSince1970: 1)
                })
        ).command
        return CommandRunner([command])
    }

    @Test func tellsProgramsHowThingsStand() async throws {
        let run = try await runner(HTTPTransportStub(HTTPResponse(status: .ok))).run("status", "--json")
        #expect(run.exit == .success)
        for part in [
            #""server":{"address":"http://127.0.0.1:8080","reachable":true}"#, #""state":"logged_out""#,
            #""damaged":1"#, #""images":1"#,
        ] {
            #expect(run.output.contains(part), "\(run.output)")
        }
    }

    @Test func succeedsWithoutAServer() async throws {
        let run = try await runner(HTTPTransportStub(failure: .connectivity(reason: "refused"))).run("status")
        #expect(run.exit == .success)
        #expect(run.output.contains("not reachable"))
    }
}
