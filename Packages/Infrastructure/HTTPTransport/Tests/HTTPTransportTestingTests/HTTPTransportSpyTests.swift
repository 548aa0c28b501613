import FoundationEssentials
import HTTPTransportAPI
import HTTPTransportTesting
import HTTPTypes
import KernelTesting
import Testing

struct HTTPTransportSpyTests {
    private let first = HTTPRequest(url: URL(filePath: "/first"))
    private let second = HTTPRequest(method: .post, url: URL(filePath: "/second"))

    @Test func recordsWhatWasAskedInOrder() async throws {
        let folder = try TemporaryFolder()
        let spy = HTTPTransportSpy(HTTPTransportStub(HTTPResponse(status: .ok, body: Data("body".utf8))))
        #expect(try await spy.send(first).body == Data("body".utf8))
        _ = try await spy.download(second, toFile: folder.path(of: "file"))
        _ = try await spy.stream(first)
        #expect(spy.calls == [.send(first), .download(second, path: folder.path(of: "file")), .stream(first)])
        #expect(spy.requests == [first, second, first])
    }

    @Test func recordsWhatFailed() async throws {
        let spy = HTTPTransportSpy { (_) throws(HTTPTransportError) in throw .timedOut }
        await #expect(throws: HTTPTransportError.timedOut) { try await spy.send(first) }
        #expect(spy.requests == [first])
    }
}

struct HTTPTransportStubTests {
    private let request = HTTPRequest(url: URL(filePath: "/"))

    @Test func writesASuccessToTheFile() async throws {
        let folder = try TemporaryFolder()
        let stub = HTTPTransportStub(HTTPResponse(status: .ok, body: Data("body".utf8)))
        let response = try await stub.download(request, toFile: folder.path(of: "file"))
        #expect(response.body.isEmpty)
        #expect(folder.contents(of: "file") == Array("body".utf8))
    }

    @Test func handsOverWhatIsNoSuccess() async throws {
        let folder = try TemporaryFolder()
        let stub = HTTPTransportStub(HTTPResponse(status: .notFound, body: Data("body".utf8)))
        let response = try await stub.download(request, toFile: folder.path(of: "file"))
        #expect(response.body == Data("body".utf8))
        #expect(folder.files().isEmpty)
    }

    @Test func failsWhenTheTaskIsCancelled() async {
        let stub = HTTPTransportStub(HTTPResponse(status: .ok))
        let task = Task { [request] in
            withUnsafeCurrentTask { $0?.cancel() }
            return try await stub.send(request)
        }
        await #expect(throws: HTTPTransportError.cancelled) { try await task.value }
    }

    @Test func bringsPreparedPiecesAndThenFails() async throws {
        let stream = HTTPBodyStream(pieces: [Data("a".utf8), Data("b".utf8)], failure: .timedOut)
        var iterator = stream.makeAsyncIterator()
        #expect(try await iterator.next() == Data("a".utf8))
        #expect(try await iterator.next() == Data("b".utf8))
        await #expect(throws: HTTPTransportError.timedOut) { try await iterator.next() }
        #expect(try await iterator.next() == nil)
    }
}
