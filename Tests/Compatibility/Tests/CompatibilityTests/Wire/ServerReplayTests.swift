import FoundationEssentials
import HTTPTransportAPI
import HTTPTypes
import Testing

/// Today's server, with the data of a release, answers what the release was
/// asked as the release did.
struct ServerReplayTests {
    private static let answered = Fixtures.wire.filter { $0.fixture.isPromised != true && !ended.contains($0.path) }

    /// What no server answers any more, while clients go on understanding it: to
    /// whoever has no session, that there is no such picture (ADR 0044); and that a code confirms, was used or is too
    /// old, without a session and without the password (ADR 0072).
    private static let ended: Set = [
        "v1/comments/list-not-found.json", "v1/feed/picture-not-found.json", "v2/feed/item-not-found.json",
        "v1/account-verification/confirmed-by-address.json", "v1/account-verification/used.json",
        "v1/account-verification/expired.json",
    ]

    @Test(arguments: answered) func answersAsReleased(_ released: ReleasedFixture) async throws {
        let fixture = released.fixture
        let answer = try await ReleasedServer.answer(to: released)
        guard let expected = fixture.response else {
            try await released.record { $0.response = Fixture.Response(answer) }
            return
        }
        let today = Fixture.Response(answer)
        #expect(today.status == expected.status, "\(String(decoding: answer.body, as: UTF8.self))")
        for (name, value) in expected.headers {
            let field = answer.fields[HTTPFieldName(name)]
            let isSame = field == value || field?.hasPrefix(value + ",") == true
            let mayDiffer = fixture.varies?.contains(name) == true || (name == "ETag" && fixture.request.isForPage)
            // For how long pictures may be kept was a year, and is ten minutes (ADR 0044).
            let isShorter = name == "Cache-Control" && value.contains("immutable")
            // What is counted in another way now needn't be told (draft-ietf-httpapi-ratelimit-headers, section 4:
            // a response may lack the fields).
            let mayBeMissing = name.hasPrefix("RateLimit") && fixture.varies?.contains(name) == true
            #expect(
                isSame || (mayDiffer && (field != nil || mayBeMissing)) || (field != nil && isShorter),
                "\(name): \(field ?? "missing")")
        }
        let isProblem = expected.headers["Content-Type"]?.hasPrefix("application/problem+json") == true
        // What describes the API was recorded from a stand-in that named no server.
        let address: Set = fixture.request.path == "/openapi.json" ? ["/servers"] : []
        let matching = Matching(varies: address.union(fixture.varies ?? []), isProblem: isProblem)
        #expect(matching.differences(expected.body ?? .null, today.body ?? .null) == [])
        #expect(matching.missingSeries(expected.text ?? "", today.text ?? "") == [])
        #expect(today.base64 == expected.base64)
    }
}
