import CoreModels
import ExternalProvidersAPI
import ExternalProvidersContract
import FoundationEssentials
import HTTPTransportAPI
import HTTPTypes
import LoginAPI
import Presenting
import SessionsAPI

/// Signs in through providers at the server, and stores the session.
struct RemoteProviders: ProviderSigningIn {
    /// Asks with the session, if there is one.
    let server: ServerClient
    /// Asks without one.
    let stranger: ServerClient
    let sessions: any SessionStoring
    let beginning: SessionBeginning
    let device: String?
    let now: @Sendable () -> BootTime

    func providers() async throws(ProviderError) -> [SignInProvider] {
        let answer = try await asked { () async throws(HTTPTransportError) in
            try await stranger.get(ExternalProvidersContract.providersPath)
        }
        guard answer.status == .ok, let all = answer.decode(ExternalProvidersContract.Providers.self) else {
            throw ProviderError(answer)
        }
        return all.providers.map { SignInProvider(name: $0.name, title: $0.title) }
    }

    func begin(with name: String) async throws(ProviderError) -> ProviderDeparture {
        guard Self.isName(name) else { throw .unknownProvider }
        // Who is logged in is to prove that they are there.
        guard await sessions.load().person != nil else { return try await begin(with: name, asking: stranger) }
        do throws(ProviderError) {
            return try await begin(with: name, asking: server)
        } catch .notLoggedIn {
            // It was over.
            return try await begin(with: name, asking: stranger)
        }
    }

    private func begin(
        with name: String, asking client: ServerClient
    ) async throws(ProviderError) -> ProviderDeparture {
        let answer = try await asked { () async throws(HTTPTransportError) in
            try await client.post(ExternalProvidersContract.attemptsPath(at: name))
        }
        guard answer.status == .created, let begun = answer.decode(ExternalProvidersContract.Begun.self),
            let address = URL(string: begun.address)
        else { throw ProviderError(answer) }
        return ProviderDeparture(address: address, attempt: begun.attempt)
    }

    func finish(_ answer: ProviderAnswer, of attempt: Secret) async throws(ProviderError) -> ProviderArrival {
        guard Self.isName(answer.provider) else { throw .unknownProvider }
        let sent = ExternalProvidersContract.Answer(
            attempt: attempt, provider: answer.provider, state: answer.state, code: answer.code, issuer: answer.issuer,
            error: answer.error, user: answer.user, device: device)
        let person = await sessions.load().person
        let reply = try await asked { () async throws(HTTPTransportError) in
            try await (person == nil ? stranger : server).post(ExternalProvidersContract.answerPath, json: sent)
        }
        if reply.problem.code == ExternalProvidersContract.Code.secondFactorRequired.rawValue,
            let step = reply.decode(ExternalProvidersContract.SecondStep.self)
        {
            // Whoever comes by a provider has typed no address; whoever is logged in comes for themselves alone.
            return .needsCode(LoginTicket(email: person.map { "\($0.email)" } ?? "", secret: step.ticket))
        }
        guard reply.status == .ok, let outcome = reply.decode(ExternalProvidersContract.Outcome.self) else {
            throw ProviderError(reply)
        }
        if let offer = outcome.offer {
            return .offered(
                LinkOffer(
                    attempt: offer.attempt, provider: offer.provider, email: offer.email,
                    isAccountKnown: offer.isKnown))
        }
        guard let user = outcome.user, let token = outcome.token else { throw .server }
        do throws(SessionStoreError) {
            // Whoever is logged in adds a way to their account: the server begins no other session for them.
            let session = StoredSession(user: user, grant: token, receivedAt: now())
            try await beginning.begin(session, since: .nobody)
        } catch {
            throw error.refusal.map { .impossible($0) } ?? .sessionNotStored(Obstacle(error))
        }
        return .signedIn(LoggedIn(user, keepsAccount: outcome.accountKept == true))
    }

    /// What can be a provider's name in a path.
    private static func isName(_ name: String) -> Bool {
        (1...20).contains(name.utf8.count)
            && name.utf8.allSatisfy {
                (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0)
                    || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
            }
    }
}

/// Shows and changes the ways into the account of who is logged in.
struct RemoteWaysIn: WaysInManaging {
    let server: ServerClient

    func ways() async throws(ProviderError) -> AccountWaysIn {
        let answer = try await asked { () async throws(HTTPTransportError) in
            try await server.get(ExternalProvidersContract.waysPath)
        }
        guard answer.status == .ok, let ways = answer.decode(ExternalProvidersContract.Ways.self) else {
            throw ProviderError(answer)
        }
        return AccountWaysIn(
            hasPassword: ways.password, links: ways.links.map(ProviderLink.init), others: ways.others ?? 0,
            isChangeable: ways.isChangeable ?? true)
    }

    func link(_ offer: Secret) async throws(ProviderError) -> ProviderLink {
        let answer = try await asked { () async throws(HTTPTransportError) in
            try await server.post(
                ExternalProvidersContract.waysPath, json: ExternalProvidersContract.Acceptance(attempt: offer))
        }
        guard answer.status == .created, let link = answer.decode(ExternalProvidersContract.Link.self) else {
            throw ProviderError(answer)
        }
        return ProviderLink(link)
    }

    func unlink(_ id: String) async throws(ProviderError) {
        guard let id = LinkID(id) else { throw .unknownWay }
        let answer = try await asked { () async throws(HTTPTransportError) in
            try await server.delete(ExternalProvidersContract.wayPath(of: id))
        }
        guard answer.status == .noContent else { throw ProviderError(answer) }
    }
}

extension ProviderLink {
    fileprivate init(_ link: ExternalProvidersContract.Link) {
        self.init(
            id: "\(link.id)", provider: link.provider, title: link.title, email: link.email, linkedAt: link.linkedAt,
            leadsIn: link.leadsIn ?? true)
    }
}

func asked(
    _ ask: () async throws(HTTPTransportError) -> ServerAnswer
) async throws(ProviderError) -> ServerAnswer {
    do throws(HTTPTransportError) {
        return try await ask()
    } catch {
        throw error.mapped(
            cancelled: ProviderError.cancelled, unreachable: ProviderError.connectivity, unintelligible: .server,
            impossible: ProviderError.impossible)
    }
}

extension ProviderError {
    /// What an answer that isn't a success means.
    init(_ answer: ServerAnswer) {
        switch answer.problem.code.flatMap(ExternalProvidersContract.Code.init) {
        case .unknownProvider: self = .unknownProvider
        case .attemptOver: self = .over
        case .signInCancelled: self = .cancelledThere
        case .signInDenied: self = .denied
        case .signInNotRecent: self = .notRecentThere
        case .providerUnavailable: self = .providerUnavailable
        case .providerRefused: self = .providerRefused
        case .answerNotBelieved: self = .notBelieved
        case .addressNotVouched: self = .addressNotVouched
        case .linkedElsewhere: self = .linkedElsewhere
        case .emailNotVerified: self = .addressNotProved
        case .accountSuspended: self = .impossible(.accountSuspended)
        case .unknownWay: self = .unknownWay
        case .lastWay: self = .lastWay
        case .secondFactorRequired: self = .factorRequired
        case .insufficientAuthentication: self = .notRecent
        case nil:
            switch answer.refusal {
            case .session?: self = .notLoggedIn
            case .proof(let code, let text)?: self = .impossible(Obstacle(code: code, text))
            case .route(let obstacle)?: self = .impossible(obstacle)
            case .foreign?, nil:
                switch answer.obstacle {
                case let obstacle? where obstacle.cause == .busy: self = .busy(obstacle.text)
                case let obstacle?: self = .connectivity(obstacle.text)
                case nil: self = .server
                }
            }
        }
    }
}
