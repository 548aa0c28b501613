import FoundationEssentials
import HTTPServingAPI
import HTTPServingLoopback
import HTTPServingRouting
import HTTPServingTesting
import HTTPTransportAPI
import HTTPTypes
import KernelTesting
import ProofOfPossessionAPI
import ProofOfPossessionServiceAPI
import ProofOfPossessionServiceTesting
import ProofOfPossessionTesting
import SQLStoreTesting
import Testing

struct ProofSliceTests {
    private static let address = ServerAddress("http://localhost:8080")!

    /// A server that answers with what it was proved, and a client of it.
    private struct Slice {
        let store: TemporaryDatabase
        let client: ProvingClient
        let loopback: LoopbackTransport

        init(device: ManualDate = ManualDate(), isTwice: Bool = false) async throws {
            store = try await TemporaryDatabase(RunningProofs.migrations)
            let proofs = try await RunningProofs(database: store.database)
            let answer: Route.Handler = {
                try await $0.possessionProof?.use()
                return .text($0.possessionProof?.keyThumbprint ?? "nobody")
            }
            loopback = LoopbackTransport(
                to: try Router(
                    routes: [Route(.post, "/thing", handler: answer), Route(.delete, "/thing", handler: answer)],
                    middlewares: [proofs.middleware], observer: RequestObserverSpy()))
            client = try ProvingClient(
                server: address,
                transport: Network(transport: loopback, isTwice: isTwice), now: device.now)
        }

        func ask(_ method: HTTPMethod) async throws -> (HTTPStatus, String) {
            let answer = try await client.transport.send(
                HTTPRequest(method: method, url: address.url(path: "/thing", query: ["a": "b c"])))
            return (answer.status, String(decoding: answer.body, as: UTF8.self))
        }
    }

    /// A network that tells the server's time, and may carry requests twice.
    private struct Network: HTTPTransport {
        let transport: LoopbackTransport
        let isTwice: Bool

        func send(_ request: HTTPRequest) async throws(HTTPTransportError) -> HTTPResponse {
            if isTwice { _ = try await transport.send(request) }
            var answer = try await transport.send(request)
            // The time at which all dates of tests begin.
            answer.fields[.date] = "Tue, 14 Nov 2023 22:13:20 GMT"
            return answer
        }

        func download(
            _ request: HTTPRequest, toFile path: String, progress: (@Sendable (TransferProgress) -> Void)?
        ) async throws(HTTPTransportError) -> HTTPResponse {
            try await transport.download(request, toFile: path, progress: progress)
        }

        func stream(_ request: HTTPRequest) async throws(HTTPTransportError) -> HTTPStreamingResponse {
            try await transport.stream(request)
        }
    }

    @Test(.requirement("D16", "REPLAY-01")) func theServerKnowsTheKeyOfTheDevice() async throws {
        let slice = try await Slice()
        #expect(try await slice.ask(.post).1 == "nobody")
        await slice.client.keys.prepareKey()
        let (status, key) = try await slice.ask(.post)
        #expect(status == .ok)
        #expect(key.count == 43)
        #expect(try await slice.ask(.delete).1 == key)
    }

    @Test(.requirement("D17"), arguments: [-315_360_000, -61, 61, 315_360_000])
    func aClockThatIsOffDoesNotMatter(seconds: Double) async throws {
        let device = ManualDate()
        device.value = device.value.addingTimeInterval(seconds)
        let slice = try await Slice(device: device)
        await slice.client.keys.prepareKey()
        #expect(try await slice.ask(.post).0 == .ok)
    }

    @Test(.requirement("REPLAY-01")) func ofARequestThatArrivesTwiceOneIsCarriedOut() async throws {
        let slice = try await Slice(isTwice: true)
        await slice.client.keys.prepareKey()
        let (status, body) = try await slice.ask(.post)
        #expect(status == .unauthorized)
        #expect(body.contains("replay_detected"))
    }
}
