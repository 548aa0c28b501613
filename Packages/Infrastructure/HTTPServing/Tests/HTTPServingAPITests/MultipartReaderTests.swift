import FoundationEssentials
import HTTPServingAPI
import HTTPServingTesting
import HTTPTypes
import Locking
import Testing

struct MultipartReaderTests {
    private static let form = """
        ignored preamble\r
        --b-1\r
        Content-Disposition: form-data; name="description"\r
        \r
        a --b-1 cat\r
        --b-1\r
        Content-Type: image/jpeg\r
        content-disposition: form-data; name="image"; filename="a.jpg"\r
        \r
        \u{1}\r
        --b-\r
        \r
        --b-1\r
        Content-Disposition: form-data; name="empty"\r
        \r
        \r
        --b-1--\r
        ignored epilogue
        """

    /// A request whose body comes in pieces of so many bytes.
    private func request(
        _ text: String, pieces: Int = .max, type: String = "multipart/form-data; boundary=b-1"
    ) -> ServerRequest {
        let rest = Locked(Data(text.utf8)[...])
        let body = RequestBody(declaredLength: nil) { () throws(HTTPProblem) in
            rest.withLock { rest in
                let piece = rest.prefix(pieces)
                rest = rest.dropFirst(piece.count)
                return piece.isEmpty ? nil : Data(piece)
            }
        }
        var request = ServerRequest.sample(.post, "/form", fields: [.contentType: type])
        request.body = body
        return request
    }

    private func read(_ request: ServerRequest) async throws -> [String] {
        var reader = try MultipartReader(request), parts: [String] = []
        while let part = try await reader.nextPart() {
            parts.append("\(part.name)=\(String(decoding: try await reader.collectBytes(upTo: 1_000), as: UTF8.self))")
        }
        return parts
    }

    @Test(arguments: [1, 2, 3, 7, 20, 64, 10_000]) func readsAFormHoweverItComes(_ pieces: Int) async throws {
        let parts = try await read(request(Self.form, pieces: pieces))
        #expect(parts == ["description=a --b-1 cat", "image=\u{1}\r\n--b-\r\n", "empty="])
    }

    @Test func passesOverPartsThatNobodyReads() async throws {
        var reader = try MultipartReader(request(Self.form, pieces: 5)), names: [String] = []
        while let part = try await reader.nextPart() { names.append(part.name) }
        #expect(names == ["description", "image", "empty"])
        #expect(try await reader.nextPart() == nil)
    }

    @Test func acceptsABoundaryInQuotesAndAFormThatEndsWithIt() async throws {
        let text = "--b\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n--b--"
        #expect(try await read(request(text, type: "Multipart/Form-Data; charset=utf-8; Boundary=\"b\"")) == ["a=1"])
    }

    @Test(arguments: [
        "", "--b-1", "--b-1\r\n", "--b-1\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1",
        "--b-1\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n--b-2--",
        "--b-1\r\nContent-Type: text/plain\r\n\r\n1\r\n--b-1--",
        "--b-1\r\nX: \(String(repeating: "x", count: 9_000))\r\n\r\n1\r\n--b-1--",
        String(repeating: "--b-1\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n", count: 65) + "--b-1--",
    ]) func refusesWhatIsNoWholeForm(_ text: String) async throws {
        let problem = await #expect(throws: HTTPProblem.self) { try await read(request(text, pieces: 100)) }
        #expect(problem?.status == .badRequest)
    }

    @Test(arguments: [
        ("application/json", HTTPStatus.unsupportedMediaType), ("multipart/form-data", .badRequest),
        ("multipart/form-data; boundary=", .badRequest), ("multipart/form-data; boundary=a b", .badRequest),
        ("multipart/form-data; boundary=\(String(repeating: "b", count: 71))", .badRequest),
    ]) func refusesATypeThatIsNoForm(type: String, status: HTTPStatus) async throws {
        let problem = #expect(throws: HTTPProblem.self) { try MultipartReader(request("", type: type)) }
        #expect(problem?.status == status)
    }

    @Test func aPartOverTheLimitIsRefused() async throws {
        var reader = try MultipartReader(request(Self.form))
        _ = try await reader.nextPart()
        var problem: HTTPProblem?
        do throws(HTTPProblem) { _ = try await reader.collectBytes(upTo: 3) } catch { problem = error }
        #expect(problem?.status == .contentTooLarge)
    }
}
