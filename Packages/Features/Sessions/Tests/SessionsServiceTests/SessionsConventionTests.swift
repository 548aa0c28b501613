import HTTPServingAPI
import HTTPServingTesting
import HTTPTypes
import SessionsService
import Testing

/// What the description of the API says of credentials.
struct SessionsConventionTests {
    private func describe(_ access: RouteAccess) -> DescribedRoute {
        DescribedRoute(
            Route(
                .get, "/things", access: access,
                description: RouteDescription("get", .operations, "S", answers: [.noContent("Done.")]),
                handler: { _ in .noContent }), conventions: [SessionsConvention()])
    }

    @Test func everybodyNeedsNothing() {
        let route = describe(.everybody)
        #expect(route.statuses == ["204", "400"] && route["security"] == nil)
    }

    @Test(arguments: [
        (RouteAccess.everybodyOrSession, "InvalidCredentials"), (.everybodyOrMembers, "Unauthorized"),
    ])
    func credentialsMayBeMissing(access: RouteAccess, answer: String) {
        let route = describe(access)
        #expect(route["security"] == [[:], ["bearer": []]])
        #expect(route["responses"]?["401"] == ["$ref": .string("#/components/responses/\(answer)")])
        #expect(route.answer("401")?["headers"]?["WWW-Authenticate"] != nil)
    }

    @Test(arguments: [(RouteAccess.session, ["204", "400", "401"]), (.provedSession, ["204", "400", "401", "403"])])
    func credentialsMayBeNeeded(access: RouteAccess, statuses: [String]) {
        let route = describe(access)
        #expect(route["security"] == [["bearer": []]] && route.statuses == statuses)
        #expect(route.document["components"]?["securitySchemes"]?["bearer"]?["bearerFormat"] == "JWT")
    }
}
