import FoundationEssentials
import HTTPTransportAPI
import HTTPTypes
import Testing

/// Today's clients understand what released servers answer.
struct ClientReplayTests {
    private static let understood = Fixtures.wire.filter { $0.fixture.understood != nil && $0.fixture.response != nil }

    @Test(arguments: understood) func understandsWhatWasReleased(_ released: ReleasedFixture) async throws {
        let fixture = released.fixture
        let answer = try #require(fixture.response)
        let replay = try ClientReplay(of: fixture, answering: try answer.http(body: answer.body))
        let outcome = try await replay.outcome()
        guard fixture.understood != .object([:]) else {
            try await released.record { $0.understood = outcome }
            return
        }
        #expect(Matching().differences(fixture.understood ?? .null, outcome) == [])
        if answer.status < 300 { expectCovers(fixture, replay.requests) }
    }

    @Test(arguments: understood) func ignoresMembersThatItDoesNotKnow(_ released: ReleasedFixture) async throws {
        let fixture = released.fixture
        let answer = try #require(fixture.response)
        let replay = try ClientReplay(of: fixture, answering: try answer.http(body: answer.body?.withUnknownMembers))
        #expect(Matching().differences(fixture.understood ?? .null, try await replay.outcome()) == [])
    }

    /// A released server finds in today's request what it needs.
    private func expectCovers(_ fixture: Fixture, _ requests: [HTTPRequest]) {
        let released = fixture.request
        let path = String(released.path.prefix { $0 != "?" })
        guard let request = requests.first(where: { $0.url.path() == path }) else {
            Issue.record("today's client doesn't ask for \(path)")
            return
        }
        #expect(request.method == HTTPMethod(rawValue: released.method))
        for part in released.path.drop(while: { $0 != "?" }).dropFirst().split(separator: "&") {
            #expect(request.url.query()?.split(separator: "&").contains(part) == true, "\(part) is missing")
        }
        for (name, value) in released.headers ?? [:] where fixture.varies?.contains(name) != true {
            #expect(request.fields[HTTPFieldName(name)] == value, "\(name) is missing")
        }
        guard let body = released.body, case .bytes(let data) = request.body, let today = try? JSON(data) else {
            return
        }
        // Spaces around what people type are the client's to remove.
        #expect(Matching(varies: body.placeholders.union(["/message"])).differences(body, today) == [])
    }
}

extension JSON {
    /// Where what is only known when it is asked stands, such as a mailed code.
    fileprivate var placeholders: Set<String> {
        guard case .object(let members) = self else { return [] }
        return Set(members.keys.filter { text($0)?.hasPrefix("{{") == true }.map { "/\($0)" })
    }
}
