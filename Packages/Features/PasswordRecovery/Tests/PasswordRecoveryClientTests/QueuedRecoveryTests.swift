import CoreModels
import FoundationEssentials
import HTTPTransportAPI
import HTTPTransportTesting
import HTTPTypes
import KernelTesting
import Localization
import OfflineQueueAPI
import OfflineQueueTesting
import PasswordRecoveryAPI
import PasswordRecoveryClient
import PluginKit
import Testing

struct QueuedRecoveryTests {
    private let queue = RequestQueueSpy()
    private let request = QueuedRequestID(UUID())

    @Test(.requirement("OFFLINE-01")) func aRequestThatCannotBeSentWaits() async throws {
        let transport = HTTPTransportSpy(HTTPTransportStub(failure: .timedOut))
        do throws(PasswordRecoveryError) {
            try await client(transport).requestReset(email: "ada@example.com")
            Issue.record("sent")
        } catch {
            guard case .waiting = error else {
                Issue.record("\(error)")
                return
            }
        }
        let kept = try #require(queue.enqueued.first)
        #expect(kept.kind == .recovery && kept.subject == "ada@example.com" && kept.id == request)
        #expect(transport.requests.first?.fields[.idempotencyKey] == request.description)
        guard case .done? = try await send(kept, over: answering(.accepted)) else {
            Issue.record("not sent")
            return
        }
    }

    @Test(.requirement("OFFLINE-02", "D1")) func anotherPasswordNeverWaits() async throws {
        let sut = client(HTTPTransportStub(failure: .timedOut))
        await #expect(throws: PasswordRecoveryError.self) {
            try await sut.reset(with: "01234567", email: "ada@example.com", to: Secret("seven blue coffee cups"))
        }
        #expect(queue.enqueued.isEmpty)
    }

    @Test(arguments: [HTTPStatus.tooManyRequests, .internalServerError])
    func aServerThatFailsIsAskedAgain(status: HTTPStatus) async throws {
        try? await client(HTTPTransportStub(failure: .timedOut)).requestReset(email: "ada@example.com")
        let kept = try #require(queue.enqueued.first)
        guard case .failed? = try await send(kept, over: answering(status)) else {
            Issue.record("final")
            return
        }
    }

    private func client(_ transport: any HTTPTransport) -> any PasswordRecovering {
        PasswordRecoveryClientPlugin.assemble(dependencies(transport, queue)).exports.recovery
    }

    private func send(
        _ request: QueuedRequest, over transport: any HTTPTransport
    ) async throws -> QueuedRequestAnswer? {
        var host = PluginHost()
        try host.install(PasswordRecoveryClientPlugin.self, dependencies(transport, nil))
        return try await host.composed().values(of: QueuedRequestHandlers.self).first { $0.kind == .recovery }?.perform(
            request)
    }

    private func dependencies(
        _ transport: any HTTPTransport, _ queue: RequestQueueSpy?
    ) -> PasswordRecoveryClientPlugin.Dependencies {
        PasswordRecoveryClientPlugin.Dependencies(
            server: ServerClient(address: ServerAddress("https://example.com")!, transport: transport), queue: queue,
            makeID: { [request] in request })
    }

    private func answering(_ status: HTTPStatus) -> HTTPTransportStub {
        HTTPTransportStub(HTTPResponse(status: status, body: Data()))
    }
}
