import HTTPServingAPI
import HTTPServingTesting
import HTTPTypes
import Testing

/// What the description of the API says of keys.
struct IdempotencyConventionTests {
    private func describe(
        _ method: HTTPMethod, _ repetition: RouteRepetition = .answeredAgain, body: RouteBody? = nil
    ) async throws -> DescribedRoute {
        let route = Route(
            method, "/things", repetition: repetition,
            description: RouteDescription("do", .operations, "S", body: body, answers: [.noContent("Done.")]),
            handler: { _ in .noContent })
        return DescribedRoute(route, conventions: try await KeyedServer().conventions)
    }

    @Test(arguments: [HTTPMethod.post, .put, .patch, .delete], [RouteRepetition.answeredAgain, .upload])
    func whatChangesSomethingTakesAKey(method: HTTPMethod, repetition: RouteRepetition) async throws {
        let route = try await describe(method, repetition)
        #expect(route.parameters == ["IdempotencyKey", "AcceptLanguage"])
        #expect(Set(route.statuses).isSuperset(of: ["204", "400", "422"]))
        #expect(route["responses"]?["422"] == ["$ref": "#/components/responses/KeyReused"])
        #expect(route["responses"]?["400"] == ["$ref": "#/components/responses/BadRequestOrMalformedKey"])
    }

    @Test func aBodyMayBeWrongAsWellAsTheKey() async throws {
        let route = try await describe(.post, body: .json(.string))
        #expect(route["responses"]?["422"] == ["$ref": "#/components/responses/InvalidBodyOrKeyReused"])
    }

    /// No browser sends a key with a form; a program may.
    @Test func aFormTakesAKeyAsWell() async throws {
        let form = RouteBody(.urlEncodedForm, .string, refusals: [])
        #expect(try await describe(.post, body: form).answer("400") != nil)
        #expect(try await describe(.post, body: form).parameters.contains("IdempotencyKey"))
    }

    @Test func whatReadsOrHasRulesOfItsOwnTakesNone() async throws {
        #expect(try await describe(.get).parameters == [])
        #expect(try await !describe(.post, .ownRules).parameters.contains("IdempotencyKey"))
    }

    @Test func theGeneralTextNamesWhatHasRulesOfItsOwn() async throws {
        let document = try await describe(.post, .ownRules).document
        guard case .string(let text) = document["info"]?["description"] else {
            Issue.record("no text")
            return
        }
        #expect(text.contains("## Repetitions\n"))
        #expect(text.contains("`POST /things` has rules of its own and ignores the field."))
    }
}
