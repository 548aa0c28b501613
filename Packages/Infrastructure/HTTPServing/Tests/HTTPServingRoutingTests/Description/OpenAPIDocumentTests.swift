import HTTPServingAPI
import HTTPServingRouting
import HTTPServingTesting
import HTTPTypes
import Testing

/// What the document says of routes beyond what they say themselves.
struct OpenAPIDocumentTests {
    private let info = OpenAPIDocument.Info(title: "T", version: "1", summary: "S", text: "Text.")
    private let tag = RouteTag("Things", "What there is.")

    private func document(_ routes: Route..., conventions: [any HTTPConvention] = []) -> OpenAPIDocument {
        OpenAPIDocument(info, routes: routes, conventions: conventions)
    }

    private func route(
        _ description: RouteDescription?, _ method: HTTPMethod = .get, _ pattern: String = "/things",
        bodyLimit: Int = 0
    ) -> Route {
        Route(method, pattern, bodyLimit: bodyLimit, description: description) { _ in .noContent }
    }

    private func described(
        _ id: String = "getThings", _ answers: [RouteAnswer] = [.noContent("Done.")], body: RouteBody? = nil,
        parameters: [RouteParameter] = [], mentions: [Schema] = [], text: String? = nil
    ) -> RouteDescription {
        RouteDescription(id, tag, "S", text, parameters: parameters, body: body, mentions: mentions, answers: answers)
    }

    private func operation(
        _ description: RouteDescription, _ method: HTTPMethod = .get, bodyLimit: Int = 0
    ) -> DescribedRoute {
        DescribedRoute(route(description, method, bodyLimit: bodyLimit))
    }

    // MARK: What follows from a route

    @Test func everyRouteMayBeAskedForWhatCannotBeRead() {
        let operation = operation(described())
        #expect(operation.statuses == ["204", "400"])
        #expect(operation.parameters == [], "nobody is told anything")
    }

    @Test func everyAnswerTellsItsRequestAndNoCacheKeepsIt() {
        let operation = operation(described("a", [.ok("It.", .string)]))
        let fields = operation["responses"]?["200"]?["headers"]
        #expect(fields?["X-Request-ID"] == ["$ref": "#/components/headers/RequestID"])
        #expect(fields?["Cache-Control"] == ["$ref": "#/components/headers/NoStore"])
    }

    @Test func aBodyMayBeWrongInManyWays() {
        let operation = self.operation(described(body: .json(.string)), .post, bodyLimit: 2048)
        #expect(operation.statuses == ["204", "400", "413", "415", "422"])
        #expect(operation["responses"]?["422"] == ["$ref": "#/components/responses/InvalidBody"])
        #expect(operation["requestBody"]?["description"] == "At most 2 KiB.")
        #expect(operation.parameters == ["AcceptLanguage"])
    }

    @Test func aNamedContentMayBeAskedForOnCondition() {
        let operation = operation(described("a", [.ok("It.", .string, fields: [.eTag, .fiveMinutes])]))
        #expect(operation.statuses == ["200", "304", "400", "412"])
        #expect(operation.parameters == ["IfNoneMatch", "AcceptLanguage"])
        #expect(
            operation["responses"]?["200"]?["headers"]?["Cache-Control"]
                == ["$ref": "#/components/headers/FiveMinutes"])
    }

    /// The router looks at bodies also where the handler doesn't.
    @Test(arguments: [(HTTPMethod.post, true), (.get, false), (.delete, false)])
    func whatMayHaveABodySaysWhichBodiesAreRefused(method: HTTPMethod, mayHave: Bool) {
        let operation = DescribedRoute(route(described("a", [.noContent("Done.")]), method))
        #expect(operation.statuses == ["204", "400"] + (mayHave ? ["413", "415"] : []))
    }

    @Test func partsMayBeAskedFor() {
        let answer = RouteAnswer(.ok, "It.", .jpeg, .anything, fields: [.eTag, .acceptRanges])
        let operation = operation(described("a", [answer]))
        #expect(operation.statuses == ["200", "206", "304", "400", "412", "416"])
        #expect(operation.parameters == ["IfNoneMatch", "Range", "IfRange", "AcceptLanguage"])
        let part = operation["responses"]?["206"]
        #expect(part?["headers"]?["Content-Range"] != nil && part?["content"]?["image/jpeg"] != nil)
    }

    /// What plugins add comes after what the router does, in their order.
    private struct Teapot: HTTPConvention {
        func complete(_ description: inout RouteDescription, of route: Route) {
            guard route.limit != nil || description.answers.contains(where: { $0.status == .badRequest }) else {
                return
            }
            description.add(RouteAnswer(HTTPStatus(rawValue: 418), "I'm a teapot.").named("Teapot"))
            description.add(.header("X-Tea", "Which."))
            description.credentials = RouteCredentials("pot", ["type": "http", "scheme": "tea"], isRequired: false)
        }

        func section(for routes: [Route]) -> ConventionSection? {
            ConventionSection("Beverages", "\(routes.count) routes know `Tea`.", mentions: [Schema.string.named("Tea")])
        }
    }

    @Test func conventionsCompleteRoutesAndTellOfThemselves() {
        let document = document(route(described()), conventions: [Teapot()])
        #expect(document.defects == [])
        let json = document.json(server: "http://a")
        let operation = DescribedRoute(route(described()), conventions: [Teapot()])
        #expect(operation.statuses == ["204", "400", "418"] && operation.parameters == ["X-Tea"])
        #expect(operation["security"] == [[:], ["pot": []]])
        #expect(json["components"]?["securitySchemes"]?["pot"]?["scheme"] == "tea")
        #expect(json["components"]?["schemas"]?["Tea"] == ["type": "string"])
        guard case .string(let text) = json["info"]?["description"] else {
            Issue.record("no text")
            return
        }
        #expect(text.hasPrefix("Text.\n\n## Beverages\n\n1 routes know `Tea`.\n\n## Conventions\n\n"))
    }

    // MARK: One or the other

    @Test func twoAnswersOfOneStatusAreOneOrTheOther() {
        let first = RouteAnswer.problem(.forbidden, "The moon is full.")
        let second = RouteAnswer.problem(.storageFull(), "There is no room.")
        let third = RouteAnswer.problem(
            HTTPProblem(status: .forbidden, code: "new_moon", title: HTTPProblem.forbidden.title), "There is none.")
        let operation = operation(described("a", [.noContent("Done."), first, second, third]))
        let answer = operation["responses"]?["403"]
        #expect(answer?["description"] == "The moon is full.\nOr there is none.")
        let content = answer?["content"]?["application/problem+json"]
        guard case .array(let schemas) = content?["schema"]?["anyOf"] else {
            Issue.record("not one or the other")
            return
        }
        #expect(schemas.map { $0["allOf"] != nil } == [true, true])
        #expect(content?["examples"]?["new_moon"]?["value"]?["code"] == "new_moon")
        #expect(content?["examples"]?["forbidden"]?["value"]?["status"] == 403)
        #expect(operation["responses"]?["507"]?["headers"]?["Retry-After"] != nil)
    }

    @Test func sharedAnswersAreSharedTogether() {
        let shared = [
            RouteAnswer.problem(.notFound, "No such thing.").named("NoThing"),
            RouteAnswer.problem(.notFound, "URLs differ.").named("NoPlace"),
        ]
        let document = document(
            route(described("a", [.noContent("Done.")] + shared), .get, "/a"),
            route(described("b", [.noContent("Done.")] + shared), .get, "/b"))
        let json = document.json(server: "http://a")
        #expect(document.defects == [])
        for path in ["/a", "/b"] {
            #expect(
                json["paths"]?[path]?["get"]?["responses"]?["404"]
                    == ["$ref": "#/components/responses/NoThingOrNoPlace"])
        }
        #expect(
            json["components"]?["responses"]?["NoThingOrNoPlace"]?["description"]
                == "No such thing.\nOr URLs differ.", "what isn't a plain word stays as it is")
    }

    // MARK: The document

    @Test(arguments: ["https://example.com/base", "https://example.com/base/"])
    func saysWhereTheServerIs(address: String) {
        let json = document(route(described())).json(server: address)
        guard case .array(let servers) = json["servers"], servers.count == 1 else {
            Issue.record("not one server")
            return
        }
        #expect(servers[0]["url"] == "https://example.com/base" && json["openapi"] == "3.1.0")
    }

    @Test func isTheSameHoweverTheServerIsComposed() {
        let routes = ["/b", "/a/{id...}", "/a"].map { path in
            route(described(path, parameters: path.contains("{") ? [.path("id", "Which.")] : []), .get, path)
        }
        let forwards = OpenAPIDocument(info, routes: routes, conventions: [])
        let backwards = OpenAPIDocument(info, routes: routes.reversed(), conventions: [])
        #expect(forwards.json(server: "s") == backwards.json(server: "s"))
        guard case .object(let paths) = forwards.json(server: "s")["paths"] else {
            Issue.record("no paths")
            return
        }
        #expect(paths.map(\.name) == ["/a", "/a/{id}", "/b"])
        #expect(forwards.defects == [])
    }

    @Test func aSchemaStandsOnceWhoeverUsesIt() {
        let thing = Schema.object(.required("id", .uuid)).named("Thing")
        let box = Schema.object(.required("thing", thing, "What is in it."), .optional("more", .array(of: thing)))
        let json = document(route(described("a", [.ok("It.", box)]))).json(server: "s")
        let schema = json["paths"]?["/things"]?["get"]?["responses"]?["200"]?["content"]?["application/json"]?["schema"]
        #expect(schema?["required"] == ["thing"])
        let reference: JSONValue = "#/components/schemas/Thing"
        #expect(schema?["properties"]?["thing"] == ["$ref": reference, "description": "What is in it."])
        #expect(schema?["properties"]?["more"]?["items"] == ["$ref": reference])
        #expect(
            json["components"]?["schemas"]?["Thing"]
                == ["type": "object", "required": ["id"], "properties": ["id": ["type": "string", "format": "uuid"]]])
    }

    // MARK: What is wrong with descriptions

    @Test func aRouteWithoutADescriptionIsNamed() {
        let document = document(route(nil, .post), route(described()))
        #expect(document.defects == ["POST /things has no description; give it one beside the route"])
    }

    @Test func oneOperationIDHasOneRoute() {
        let document = document(route(described("x")), route(described("x"), .post))
        #expect(document.defects == ["the operation id “x” is that of GET /things and of POST /things"])
    }

    @Test(arguments: [[RouteParameter](), [.path("name", "Which.")], [.path("id", "Which."), .path("no", "None.")]])
    func parametersAreThoseOfThePattern(parameters: [RouteParameter]) {
        let document = document(route(described(parameters: parameters), .get, "/things/{id}"))
        #expect(document.defects.count == 1 && document.defects[0].hasPrefix("GET /things/{id} has the parameters"))
    }

    @Test func somethingGoesWell() {
        #expect(document(route(described("x", [.problem(.forbidden, "Never.")]))).defects.count == 1)
    }

    @Test func oneNameHasOneMeaning() {
        let document = document(
            route(described("x", [.ok("It.", Schema.string.named("Thing"))])),
            route(described("y", [.ok("It.", Schema.integer.named("Thing"))]), .post))
        #expect(document.defects.count == 1 && document.defects[0].contains("“Thing” of components/schemas"))
    }

    @Test func aTagIsDescribedOnce() {
        let unknown = RouteDescription("y", RouteTag("Others"), "S", answers: [.noContent("Done.")])
        let again = RouteDescription("z", RouteTag("Things", "Other things."), "S", answers: [.noContent("Done.")])
        let silent = RouteDescription("x", RouteTag("Things"), "S", answers: [.noContent("Done.")])
        #expect(document(route(described()), route(silent, .post)).defects == [])
        #expect(document(route(described()), route(unknown, .post)).defects == ["the tag “Others” has no description"])
        #expect(document(route(described()), route(again, .post)).defects == ["the tag “Things” has two meanings"])
    }

    /// A component that nothing refers to would stay when its text goes.
    @Test func whatNoTextMentionsIsNotThere() {
        let thing = Schema.string.named("Thing")
        #expect(document(route(described(mentions: [thing], text: "Read `Thing`."))).defects == [])
        #expect(
            document(route(described(mentions: [thing], text: "Read Things."))).defects
                == ["no text of GET /things mentions `Thing`"])
    }
}
