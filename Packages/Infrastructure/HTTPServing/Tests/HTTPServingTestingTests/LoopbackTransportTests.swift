import FoundationEssentials
import HTTPServingAPI
import HTTPServingLoopback
import HTTPServingTesting
import HTTPTransportAPI
import HTTPTypes
import KernelTesting
import Locking
import Testing

struct LoopbackTransportTests {
    private static func request(
        _ method: HTTPMethod = .get, _ url: String = "https://example.org/path?q=1", body: HTTPRequest.Body? = nil,
        limits: HTTPLimits = HTTPLimits()
    ) throws -> HTTPRequest {
        HTTPRequest(method: method, url: try #require(URL(string: url)), body: body, limits: limits)
    }

    private static func error(
        of request: HTTPRequest,
        _ answer: @escaping @Sendable (ServerRequest) async -> ServerResponse = { _ in .noContent }
    ) async -> HTTPTransportError? {
        do {
            _ = try await LoopbackTransport(to: ResponderStub(answer)).send(request)
            return nil
        } catch {
            return error
        }
    }

    @Test func carriesRequestAndAnswer() async throws {
        let seen = Locked<ServerRequest?>(nil)
        let transport = LoopbackTransport(
            to: ResponderStub { request in
                seen.withLock { $0 = request }
                let body = (try? await request.body.collect()) ?? Data()
                return ServerResponse(status: .created, fields: ["X-A": "b"], body: .bytes(body))
            })
        let answer = try await transport.send(Self.request(.post, body: .bytes(Data("hello".utf8))))
        #expect(answer.status == .created)
        #expect(answer.fields["X-A"] == "b")
        #expect(answer.body == Data("hello".utf8))
        let request = try #require(seen.current)
        #expect(request.method == .post)
        #expect(request.path == "/path")
        #expect(request.query["q"] == "1")
        #expect(request.fields["Host"] == "example.org")
        #expect(request.fields[.contentLength] == "5")
        #expect(request.isSecure)
    }

    @Test func refusesPlainHTTPButToLoopback() async throws {
        #expect(await Self.error(of: try Self.request(.get, "http://example.org/")) == .insecureAddress)
        for host in ["127.0.0.1:80", "localhost", "[::1]:8080"] {
            #expect(await Self.error(of: try Self.request(.get, "http://\(host)/")) == nil)
        }
    }

    @Test func limitsAnswers() async throws {
        let limits = HTTPLimits(maximumResponseBytes: 4)
        let error = await Self.error(of: try Self.request(limits: limits)) { _ in .text("hello") }
        #expect(error == .tooLarge(limit: 4))
    }

    @Test func dropsTheBodyWhereThereIsNone() async throws {
        let transport = LoopbackTransport(to: ResponderStub { _ in .text("hello") })
        let answer = try await transport.send(Self.request(.head))
        #expect(answer.body.isEmpty)
    }

    @Test func downloadsAndUploadsFiles() async throws {
        let folder = try TemporaryFolder()
        let transport = LoopbackTransport(
            to: ResponderStub { request in .bytes((try? await request.body.collect()) ?? Data(), type: .octetStream) })
        let (from, to) = (folder.path(of: "from"), folder.path(of: "to"))
        try Data("contents".utf8).write(to: URL(filePath: from))
        let answer = try await transport.download(Self.request(.post, body: .file(path: from)), toFile: to)
        #expect(answer.body.isEmpty)
        #expect(folder.contents(of: "to") == Array("contents".utf8))
        let failing = LoopbackTransport(to: ResponderStub { _ in .text("no", status: .notFound) })
        let refused = try await failing.download(Self.request(), toFile: to)
        #expect(refused.body == Data("no".utf8))
        #expect(folder.contents(of: "to") == Array("contents".utf8))
    }

    @Test func streamsInStepWithTheProducer() async throws {
        let transport = LoopbackTransport(
            to: ResponderStub { _ in
                ServerResponse(body: .stream { for part in ["a", "b", "c"] { try await $0.write(Data(part.utf8)) } })
            })
        let answer = try await transport.stream(Self.request())
        var parts: [Data] = []
        for try await part in answer.body { parts.append(part) }
        #expect(parts == ["a", "b", "c"].map { Data($0.utf8) })
    }

    @Test func tellsThatAStreamBroke() async throws {
        struct Failure: Error {}
        let error = await Self.error(of: try Self.request()) { _ in
            ServerResponse(
                body: .stream { writer in
                    try await writer.write(Data("a".utf8))
                    throw Failure()
                })
        }
        guard case .connectivity = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test func cancelsTheProducerWhenTheReaderLeaves() async throws {
        let ended = AsyncStream.makeStream(of: String.self)
        let transport = LoopbackTransport(
            to: ResponderStub { _ in
                .eventStream { events in
                    do {
                        while true { try await events.send(ServerSentEvent(data: "x")) }
                    } catch {
                        ended.continuation.yield("\(error)")
                        ended.continuation.finish()
                        throw error
                    }
                }
            })
        do {
            let answer = try await transport.stream(Self.request())
            for try await _ in answer.body { break }
        }
        var reasons = ended.stream.makeAsyncIterator()
        let reason = await reasons.next()
        #expect(reason == "cancelled" || reason == "disconnected")
    }

    @Test func isCancelled() async throws {
        let request = try Self.request()
        let task = Task {
            await Self.error(of: request) { _ in
                withUnsafeCurrentTask { $0?.cancel() }
                return .noContent
            }
        }
        #expect(await task.value == .cancelled)
    }
}
