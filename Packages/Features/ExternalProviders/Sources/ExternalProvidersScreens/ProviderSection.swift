import ExternalProvidersAPI
import LoginScreensAPI
import Presenting
import ScreensAPI

/// The providers on the screen on which people log in, and what came of them.
struct ProviderSection: Sendable {
    let providers: Scoped<any ProviderSigningIn>

    var section: SignInSection {
        SignInSection(notice: notice) { request in
            // Without them the password is still there.
            guard let all = try? await providers(at: request.browser).providers(), !all.isEmpty else { return [] }
            let links = all.map { ProviderPassages.way(to: $0, comingBackTo: request.query["then"]) }
            return [.section(ScreenSection("providers", ProviderScreenTexts.otherWays, [.links(links)]))]
        }
    }

    private func notice(_ request: ScreenRequest) -> ScreenNotice? {
        if let refusal = ScreenNotice(refusing: request) { return refusal }
        // What somebody was offered who was logged in is nothing to whoever comes after them.
        guard let offer = CarriedAttempt(request.carried)?.offer, offer.isKnown, request.query["then"] != nil else {
            return nil
        }
        return ScreenNotice(.remark, ProviderScreenTexts.logInToLink(offer.email, offer.title))
    }
}

extension ScreenNotice {
    /// What a passage has to say; nil for nothing.
    init?(refusing request: ScreenRequest) {
        guard let word = request.query["refused"],
            let error = ProviderError.shown.first(where: { $0.code == word })
        else { return nil }
        let kind: Kind = error.nature == .cancelled ? .remark : .failure
        // To log in is what the screen is for.
        self.init(kind, error.text, nextSteps: error.nextSteps.filter { $0 != .logIn })
    }
}

extension ProviderError {
    /// Those that a passage tells by their word.
    fileprivate static let shown: [ProviderError] = [
        .unknownProvider, .over, .cancelledThere, .denied, .notRecentThere, .providerUnavailable, .providerRefused,
        .notBelieved,
        .addressNotVouched, .linkedElsewhere, .addressNotProved, .factorRequired, .notLoggedIn, .cancelled, .server,
    ]
}
