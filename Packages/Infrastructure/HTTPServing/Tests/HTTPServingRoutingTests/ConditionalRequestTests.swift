import FoundationEssentials
import HTTPServingAPI
import HTTPServingRouting
import HTTPServingTesting
import HTTPTypes
import KernelTesting
import Testing

struct ConditionalRequestTests {
    private static func answer(
        _ fields: HTTPFields, method: HTTPMethod = .get, tag: String? = "\"v1\"", allowsRanges: Bool = true
    ) async throws -> ServerResponse {
        let route = Route(.get, "/") { _ in
            var response = ServerResponse(
                fields: [.cacheControl: "private", .contentType: "text/plain"], body: .bytes(Data("0123456789".utf8)),
                allowsRanges: allowsRanges)
            response.fields[.eTag] = tag
            return response
        }
        let router = try Router(routes: [route], observer: RequestObserverSpy())
        return await router.respond(to: .sample(method, "/", fields: fields))
    }

    @Test(arguments: ["\"v1\"", "W/\"v1\"", "*", "\"x\", \"v1\"", "\"a,b\",\"v1\""])
    func answersThatNothingHasChanged(_ tags: String) async throws {
        for method in [HTTPMethod.get, .head] {
            let response = try await Self.answer([.ifNoneMatch: tags], method: method)
            #expect(response.status == .notModified)
            #expect(response.fields[.eTag] == "\"v1\"")
            #expect(response.fields[.cacheControl] == "private")
            #expect(response.fields[.contentType] == nil)
        }
    }

    /// A browser holds what it has to the fields of the 304 that came last.
    @Test func whatHasNotChangedKeepsItsPolicies() async throws {
        let own = "default-src 'none'; img-src 'self'"
        let route = Route(.get, "/") { _ in
            ServerResponse(
                fields: [.eTag: "\"v1\"", "Content-Security-Policy": own, "Permissions-Policy": "camera=()"],
                body: .bytes(Data("0123456789".utf8)))
        }
        let router = try Router(routes: [route], observer: RequestObserverSpy())
        let response = await router.respond(to: .sample(.get, "/", fields: [.ifNoneMatch: "\"v1\""]))
        #expect(response.status == .notModified)
        #expect(response.fields["Content-Security-Policy"] == own)
        #expect(response.fields["Permissions-Policy"] == "camera=()")
    }

    @Test(arguments: ["\"v2\"", "v1", "\"v1,\"", "\"a,v1\""]) func sendsWhatHasChanged(_ tags: String) async throws {
        let response = try await Self.answer([.ifNoneMatch: tags])
        #expect(response.status == .ok)
    }

    @Test func comparesStronglyForIfMatch() async throws {
        #expect(try await Self.answer([.ifMatch: "\"v1\""]).status == .ok)
        #expect(try await Self.answer([.ifMatch: "*"]).status == .ok)
        #expect(try await Self.answer([.ifMatch: "\"v2\""]).status == .preconditionFailed)
        #expect(try await Self.answer([.ifMatch: "W/\"v1\""], tag: "W/\"v1\"").status == .preconditionFailed)
    }

    @Test(arguments: [
        ("bytes=0-3", "0123", "bytes 0-3/10"), ("bytes=8-", "89", "bytes 8-9/10"), ("bytes=-3", "789", "bytes 7-9/10"),
        ("bytes=-30", "0123456789", "bytes 0-9/10"), ("bytes=5-99999999999999999999", "56789", "bytes 5-9/10"),
        ("BYTES=0-0", "0", "bytes 0-0/10"),
    ]) func answersWithAPart(_ range: String, _ part: String, _ contentRange: String) async throws {
        let response = try await Self.answer([.range: range])
        #expect(response.status == .partialContent)
        #expect(response.fields[.contentRange] == contentRange)
        #expect(try await response.collectBody() == Data(part.utf8))
    }

    @Test(arguments: ["bytes=10-", "bytes=99999999999999999999-", "bytes=-0"])
    func refusesWhatLiesOutside(_ range: String) async throws {
        let response = try await Self.answer([.range: range])
        #expect(response.status == .rangeNotSatisfiable)
        #expect(response.fields[.contentRange] == "bytes */10")
    }

    @Test(arguments: ["bytes=3-1", "bytes=a-b", "lines=0-1", "bytes=0-1,4-5", "bytes", "bytes=-", "bytes=1-2-3"])
    func ignores(_ range: String) async throws {
        let response = try await Self.answer([.range: range])
        #expect(response.status == .ok)
        #expect(response.fields[.acceptRanges] == "bytes")
    }

    @Test func answersWithAPartOnlyOfWhatTheClientHas() async throws {
        #expect(try await Self.answer([.range: "bytes=0-1", .ifRange: "\"v1\""]).status == .partialContent)
        #expect(try await Self.answer([.range: "bytes=0-1", .ifRange: "\"v0\""]).status == .ok)
        #expect(try await Self.answer([.range: "bytes=0-1", .ifRange: "W/\"v1\""], tag: "W/\"v1\"").status == .ok)
        #expect(try await Self.answer([.range: "bytes=0-1", .ifRange: "Sat, 29 Oct 1994 19:43:31 GMT"]).status == .ok)
    }

    @Test func knowsRangesOnlyWhereTheyAreAllowed() async throws {
        let response = try await Self.answer([.range: "bytes=0-1"], allowsRanges: false)
        #expect(response.status == .ok)
        #expect(response.fields[.acceptRanges] == nil)
        #expect(try await Self.answer([.range: "bytes=0-1"], method: .head).status == .ok)
    }
}
