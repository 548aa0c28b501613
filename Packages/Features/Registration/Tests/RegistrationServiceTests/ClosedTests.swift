import CoreModels
import FoundationEssentials
import HTTPServingAPI
import HTTPServingRouting
import HTTPServingTesting
import HTTPTypes
import KernelTesting
import PluginKit
import RegistrationService
import Testing

/// What a server says that makes no accounts.
struct ClosedTests {
    private func routes(isClosed: Bool) -> [Route] {
        RegistrationClosedPlugin.assemble(.init(isClosed: isClosed)).contributions.values(of: HTTPRoutes.self)
    }

    @Test(.requirement("OFFLINE-11", "L10N-01"), arguments: [HTTPMethod.post, .get])
    func whoeverAsksIsToldWhyThereIsNothing(method: HTTPMethod) async throws {
        let router = try Router(routes: routes(isClosed: true), observer: RequestObserverSpy())
        for (language, words) in [("en", "has closed registration"), ("es", "ha cerrado el registro")] {
            let request =
                method == .post
                ? ServerRequest.json(.post, "/auth/register", "{}", fields: [.acceptLanguage: language])
                : ServerRequest.sample(.get, "/auth/register", fields: [.acceptLanguage: language])
            let answer = await router.respond(to: request)
            let problem = try WireCoding.decoder().decode(ProblemDetails.self, from: try await answer.collectBody())
            #expect(answer.status == .notFound && problem.code == "not_found", "as clients know it")
            #expect(problem.detail?.contains(words) == true)
        }
    }

    @Test func aServerThatMakesAccountsHasNothingOfIt() {
        #expect(routes(isClosed: false).isEmpty)
        #expect(routes(isClosed: true).allSatisfy { $0.description == nil && $0.repetition == .ownRules })
    }
}
