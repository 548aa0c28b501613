import CoreModels
import ExternalProvidersAPI
import LoginScreensAPI
import ScreensAPI

/// The ways to a provider and back.
struct ProviderPassages: Sendable {
    let providers: Scoped<any ProviderSigningIn>

    private static let departure = ScreenRoute("/sign-in/with/{name}")

    /// Where people go who want to come in through a provider, and come back to
    /// where they wanted to.
    static func way(to provider: SignInProvider, comingBackTo then: String?) -> ScreenLink {
        ScreenLink(
            ProviderScreenTexts.logIn(with: provider.title),
            to: departure.place(provider.name).with("then", then))
    }

    var all: [ScreenPassage] {
        [
            ScreenPassage(Self.departure, limit: ScreenLimit("provider-departures", forms: 30)) { request in
                do throws(ProviderError) {
                    let name = request.values["name"] ?? ""
                    let departure = try await signingIn(request).begin(with: name)
                    let carried = CarriedAttempt(departure.attempt, of: request.person)
                    return .leave(for: departure.address, carrying: carried.encoded)
                } catch {
                    return refusal(error, request)
                }
            },
            ScreenPassage(
                ScreenRoute("/sign-in/from/{name}"), limit: ScreenLimit("provider-returns", forms: 30),
                formFields: ["code", "error", "iss", "state", "user"]
            ) { request in
                do throws(ProviderError) {
                    return try await arrive(request)
                } catch {
                    return refusal(error, request)
                }
            },
        ]
    }

    private func arrive(_ request: ScreenRequest) async throws(ProviderError) -> PassageOutcome {
        // Only the browser in which it began has what it was begun with.
        guard let carried = CarriedAttempt(request.carried), carried.offer == nil,
            request.person == nil || carried.isOf(request.person)
        else { throw .over }
        let answer = ProviderAnswer(
            provider: request.values["name"] ?? "", state: request.query["state"] ?? "",
            code: request.query["code"].map { Secret($0) }, issuer: request.query["iss"],
            error: request.query["error"], user: request.query["user"])
        let signingIn = try await signingIn(request)
        switch try await signingIn.finish(answer, of: carried.secret) {
        case .signedIn(let somebody):
            return .signedIn(
                request.person == nil ? .home : WaysInScreens.place, noting: somebody.notice)
        case .needsCode(let ticket):
            let step = SignInSection.secondStep(with: ticket)
            return .go(step.place.with("then", request.query["then"]), carrying: step.carried)
        case .offered(let offer):
            let provider = (try? await signingIn.providers())?.first { $0.name == offer.provider }
            let carried = CarriedAttempt(
                offer.attempt, of: request.person, offer: .init(offer, at: provider?.title ?? offer.provider))
            return .go(WaysInScreens.linkPlace, carrying: carried.encoded)
        }
    }

    private func signingIn(_ request: ScreenRequest) async throws(ProviderError) -> any ProviderSigningIn {
        do {
            return try await providers(at: request.browser)
        } catch {
            throw .server
        }
    }

    /// Where somebody tries it again, or in another way.
    private func refusal(_ error: ProviderError, _ request: ScreenRequest) -> PassageOutcome {
        let place = request.person == nil ? SignInSection.place : WaysInScreens.place
        return .go(place.with("refused", error.code).with("then", request.person == nil ? request.query["then"] : nil))
    }
}
