import CoreModels
import ExternalProvidersAPI
import ExternalProvidersScreens
import FoundationEssentials
import Localization
import Locking
import LoginAPI
import PluginKit
import ScreensAPI

/// A server that says what it is told to.
final class ProviderServerFake: ProviderSigningIn, WaysInManaging, ProviderDeletionReading {
    let failure = Locked<ProviderError?>(nil)
    let arrival = Locked<ProviderArrival?>(nil)
    let answers = Locked<[ProviderAnswer]>([])
    let links = Locked<[String]>([])
    let removed = Locked<[String]>([])
    let ways = Locked(AccountWaysIn(hasPassword: true, links: [link]))

    private static let link = ProviderLink(
        id: "1", provider: "acme", title: "Acme <i>", email: "ana@example.com",
        linkedAt: Date(timeIntervalSince1970: 1_700_000_000))

    /// The screens over it.
    func composed(isOffered: Bool = true) throws -> Composition {
        var host = PluginHost()
        let signingIn: any ProviderSigningIn = self, ways: any WaysInManaging = self
        let deletions: any ProviderDeletionReading = self
        try host.install(
            ExternalProvidersScreensPlugin.self,
            .init(
                providers: Scoped(always: signingIn), ways: Scoped(always: ways),
                deletions: Scoped(always: deletions), isOffered: isOffered))
        return try host.composed()
    }

    private func fail() throws(ProviderError) {
        if let failure = failure.current { throw failure }
    }

    func providers() async throws(ProviderError) -> [SignInProvider] {
        try fail()
        return [SignInProvider(name: "acme", title: "Acme <i>")]
    }

    func begin(with name: String) async throws(ProviderError) -> ProviderDeparture {
        try fail()
        guard let address = URL(string: "https://id.example/authorize") else { throw .server }
        return ProviderDeparture(address: address, attempt: Secret("the attempt"))
    }

    func finish(_ answer: ProviderAnswer, of attempt: Secret) async throws(ProviderError) -> ProviderArrival {
        try fail()
        guard attempt.isEqual(to: Secret("the attempt")) else { throw .over }
        answers.withLock { $0.append(answer) }
        return arrival.current
            ?? .signedIn(
                LoggedIn(
                    User(
                        id: UserID(UUID()), name: "Ana", email: EmailAddress("ana@example.com")!, isVerified: true,
                        createdAt: Date(timeIntervalSince1970: 1_700_000_000))))
    }

    func ways() async throws(ProviderError) -> AccountWaysIn {
        try fail()
        return ways.current
    }

    func link(_ offer: Secret) async throws(ProviderError) -> ProviderLink {
        try fail()
        links.withLock { $0.append(offer.withText { $0 ?? "" }) }
        return Self.link
    }

    func deletion(_ code: String) async throws(ProviderError) -> ProviderDeletion? {
        try fail()
        guard code == "c0de" else { return nil }
        return ProviderDeletion(title: "Acme <i>", deletedAt: Date(timeIntervalSince1970: 1_700_000_000))
    }

    func unlink(_ id: String) async throws(ProviderError) {
        try fail()
        removed.withLock { $0.append(id) }
    }
}
