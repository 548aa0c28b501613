import FoundationEssentials
import HTTPServingAPI
import HTTPServingTesting
import HTTPTypes
import KernelTesting
import Locking
import Testing

struct RequestTests {
    private struct Person: Codable, Equatable {
        struct Pet: Codable, Equatable { let name: String }
        let name: String
        let born: Date
        let pets: [Pet]
    }

    private static func decode(_ body: String, type: String = "application/json") async -> HTTPProblem? {
        do throws(HTTPProblem) {
            _ = try await ServerRequest.json(.post, "/", body, fields: [.contentType: type]).decodeJSON(Person.self)
            return nil
        } catch {
            return error
        }
    }

    @Test func decodesJSON() async throws {
        let request = ServerRequest.json(
            .post, "/", #"{"born":"1970-01-01T00:00:01Z","name":"Ada","pets":[{"name":"Rex"}],"unknown":1}"#)
        let person = try await request.decodeJSON(Person.self)
        #expect(person == Person(name: "Ada", born: Date(timeIntervalSince1970: 1), pets: [.init(name: "Rex")]))
    }

    @Test(arguments: [
        ("", 400, "malformed_json", ""), ("{", 400, "malformed_json", ""),
        ("{\"name\":\"\u{1}\"}", 400, "malformed_json", ""),
        ("[]", 422, "invalid_data", ""), ("{}", 422, "invalid_data", "/name"),
        (#"{"name":null}"#, 422, "invalid_data", "/name"), (#"{"name":7}"#, 422, "invalid_data", "/name"),
        (#"{"name":"a","born":"x","pets":[]}"#, 422, "invalid_data", "/born"),
        (#"{"name":"a","born":"1970-01-01T00:00:01Z","pets":[{"name":"b"},{}]}"#, 422, "invalid_data", "/pets/1/name"),
    ]) func tellsWhatIsWrong(_ body: String, _ status: Int, _ code: String, _ pointer: String) async {
        let problem = await Self.decode(body)
        #expect(problem?.status.rawValue == status)
        #expect(problem?.code == code)
        #expect(problem?.errors.first?.pointer ?? "" == pointer)
    }

    @Test(arguments: ["text/plain", "", "application/x-www-form-urlencoded", "json"])
    func refusesAnotherMediaType(_ type: String) async {
        let request = ServerRequest.sample(
            .post, "/", fields: type.isEmpty ? [:] : [.contentType: type], body: Data("{}".utf8))
        let problem = await #expect(throws: HTTPProblem.self) { try await request.decodeJSON(Person.self) }
        #expect(problem?.status == .unsupportedMediaType)
    }

    /// Other programs don't read it, or read something else (RFC 8259, section 8.1).
    @Test(arguments: [String.Encoding.utf16, .utf16LittleEndian, .utf16BigEndian, .utf32, .utf32BigEndian, .isoLatin1])
    func refusesTextThatIsNotUTF8(_ encoding: String.Encoding) async throws {
        let body = try #require(#"["ñ"]"#.data(using: encoding))
        let request = ServerRequest.sample(.post, "/", fields: [.contentType: "application/json"], body: body)
        let problem = await #expect(throws: HTTPProblem.self) { try await request.decodeJSON([String].self) }
        #expect(problem?.status == .badRequest && problem?.code == "malformed_json")
        #expect(problem?.detail != HTTPProblem.malformedJSON.detail)
    }

    @Test func limitsBodies() async throws {
        let body = RequestBody.bytes(Data("abcdef".utf8))
        #expect(throws: HTTPProblem.bodyTooLarge(limit: 5)) { try body.limited(to: 5).checkDeclaredLength() }
        await #expect(throws: HTTPProblem.bodyTooLarge(limit: 5)) { try await body.collect(upTo: 5) }
        let undeclared = Locked(3)
        let chunked = RequestBody(declaredLength: nil) { () throws(HTTPProblem) in
            undeclared.withLock { rest in
                rest -= 1
                return rest >= 0 ? Data("ab".utf8) : nil
            }
        }
        await #expect(throws: HTTPProblem.bodyTooLarge(limit: 5)) { try await chunked.limited(to: 5).collect() }
        #expect(body.limited(to: 5).limited(to: 9).limit == 5)
    }

    /// However much of it is read, and by whichever copy.
    @Test func nobodyLearnsOfTheEndBeforeItIsAskedWhetherTheRequestCounts() async throws {
        let rest = Locked(2)
        let body = RequestBody(declaredLength: nil) { () throws(HTTPProblem) in
            rest.withLock { rest in
                rest -= 1
                return rest >= 0 ? Data("ab".utf8) : nil
            }
        }
        var reader = body.limited(to: 4).makeAsyncIterator()
        #expect(try await reader.next() == Data("ab".utf8))
        body.checkAtEnd { () async throws(HTTPProblem) in }
        body.checkAtEnd { () async throws(HTTPProblem) in throw .authenticationRequired() }
        #expect(try await reader.next() == Data("ab".utf8))
        for _ in 0..<2 {
            await #expect(throws: HTTPProblem.authenticationRequired()) { _ = try await body.collect() }
        }
        // Whoever asks has it already.
        let whole = RequestBody.bytes(Data("ab".utf8))
        whole.checkAtEnd { () async throws(HTTPProblem) in throw .authenticationRequired() }
        #expect(try await whole.collect() == Data("ab".utf8))
    }

    @Test func readsQueries() throws {
        let query = try #require(QueryParameters(encoded: "a=1&b=x+y%26&a=2&c&=d&"))
        #expect(query["a"] == "1")
        #expect(query.values(of: "a") == ["1", "2"])
        #expect(query["b"] == "x y&")
        #expect(query["c"] == "")
        #expect(query["missing"] == nil)
        #expect(QueryParameters(encoded: "a=%f") == nil)
        #expect(QueryParameters(encoded: "a=%ff") == nil)
    }

    @Test func readsNumbersOfQueries() throws {
        let query = try #require(QueryParameters(encoded: "limit=7&bad=x&big=101"))
        #expect(try query.integer("limit", in: 1...100, default: 10) == 7)
        #expect(try query.integer("none", in: 1...100, default: 10) == 10)
        for name in ["bad", "big"] {
            let problem = #expect(throws: HTTPProblem.self) { try query.integer(name, in: 1...100, default: 10) }
            #expect(problem?.status == .unprocessableContent)
            #expect(problem?.errors.first?.pointer == "/\(name)")
        }
    }

    @Test func writesEvents() {
        #expect(ServerSentEvent(data: "").encoded == "data: \n\n")
        let event = ServerSentEvent(id: "1\n2", event: "a\rb", data: "x\r\ny\rz\n", retry: 500)
        #expect(event.encoded == "id: 12\nevent: ab\nretry: 500\ndata: x\ndata: y\ndata: z\ndata: \n\n")
    }
}
