import FoundationEssentials
import HTTPServingAPI
import HTTPTypes
import Presenting
import ScreensAPI
import ScreensHostingAPI

extension ScreenHost {
    /// Leads people on who follow a link to a passage.
    func route(of passage: ScreenPassage) -> Route {
        let limit = passage.limit.map { RouteLimit($0.name, requests: $0.forms, seconds: $0.seconds) }
        return Route(.get, passage.route.pattern, bodyLimit: 0, limit: limit) { request in
            guard request.asksForPage else { throw HTTPProblem.notFound }
            return try await visit(by: request) { visit in try await pass(passage, visit) }
        }
    }

    /// Leads people on who were sent to a passage by somebody else's form.
    ///
    /// What a browser carries isn't shown by such a form (`SameSite=Lax`), and needn't
    /// be: they come again by a link, and nothing is done before.
    func formRoute(of passage: ScreenPassage) -> Route? {
        guard !passage.formFields.isEmpty else { return nil }
        let limit = passage.limit.map { RouteLimit($0.name, requests: $0.forms, seconds: $0.seconds) }
        return Route(
            .post, passage.route.pattern, bodyLimit: Self.foreignFormLimit, limit: limit, repetition: .ownRules
        ) { request in
            guard request.asksForPage else { throw HTTPProblem.notFound }
            guard request.fields[.contentType].flatMap({ MediaType(contentType: $0) }) == .urlEncodedForm else {
                throw HTTPProblem.unsupportedMediaType(expected: .urlEncodedForm)
            }
            let body = try await request.body.collect()
            guard let form = QueryParameters(encoded: Array(body)[...]) else { throw HTTPProblem.badRequest() }
            let fields = form.items.filter { passage.formFields.contains($0.name) }
            let link = place(of: request, passage.route).with(parameters: fields)
            var response = Self.redirect(to: link.address(below: dependencies.root))
            response.fields["Referrer-Policy"] = "no-referrer"
            return response
        }
    }

    /// An address has to hold what is in it.
    private static let foreignFormLimit = 6 * 1024

    private func pass(_ passage: ScreenPassage, _ visit: Visit) async throws -> ServerResponse {
        let cookie = CarriedCookie(for: visit.request)
        var place = place(of: visit.request, passage.route)
        if place.parameters["\(Self.then)"] == nil { place = place.with(Self.then, cookie.then) }
        var response = try await response(of: passage, at: place, visit, cookie)
        // Its address may hold what is nobody's business.
        response.fields["Referrer-Policy"] = "no-referrer"
        return response
    }

    private func response(
        of passage: ScreenPassage, at place: Place, _ visit: Visit, _ cookie: CarriedCookie
    ) async throws -> ServerResponse {
        let request = screenRequest(passage.route, place, visit), then = place.parameters["\(Self.then)"]
        var response: ServerResponse, carried: CarriedText?
        do {
            switch try await passage.pass(request) {
            case .leave(let address, let text):
                (response, carried) = (Self.redirect(to: address.absoluteString), text)
            case .go(let next, let text):
                (response, carried) = (Self.redirect(to: next.address(below: dependencies.root)), text)
            case .signedIn(let home, let notice):
                response = try await renewed(visit) { token in
                    try await goOn(after: nil, from: place, or: home, visit, shownBy: token, noting: notice)
                }
            }
        } catch let failure as ScreenFailure {
            response = try self.response(about: failure, to: visit)
        } catch let error as any PresentableError {
            response = self.response(about: error, to: visit)
        }
        if let carried {
            response.fields.append("Set-Cookie", cookie.set(carried, then: then))
        } else if cookie.isThere {
            response.fields.append("Set-Cookie", cookie.removal)
        }
        return response
    }
}
