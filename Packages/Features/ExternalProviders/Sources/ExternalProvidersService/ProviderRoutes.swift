import AccountsServiceAPI
import CoreModels
import ExternalProvidersContract
import FoundationEssentials
import HTTPServingAPI
import HTTPTypes
import Localization
import Presenting
import SQLStoreAPI
import SessionsServiceAPI
import TelemetryAPI

/// Answers what is asked of providers, and of a person's ways in.
struct ProviderRoutes: Sendable {
    let providers: [Provider]
    let signIn: ProviderSignIn
    let links: ProviderLinks
    let states: @Sendable () -> [any AccountStateKnowing]
    let sessions: any RequestAuthenticating
    let issuing: any SessionIssuing
    /// What people can do.
    let offered: @Sendable () -> [NextStep]
    let signIns: any Counter
    let log: Logger

    var all: [Route] {
        [
            Route(.get, ExternalProvidersContract.providersPath, bodyLimit: 0, description: .listProviders) { _ in
                try list()
            },
            Route(
                .post, ExternalProvidersContract.attemptsPath, bodyLimit: 0, access: .everybodyOrSession,
                limit: RouteLimit("provider-attempts"),
                repetition: .ownRules, description: .beginAttempt
            ) { try await begin($0) },
            Route(
                .post, ExternalProvidersContract.answerPath, bodyLimit: 16 * 1_024, access: .everybodyOrSession,
                limit: RouteLimit("provider-answers"), description: .finishAttempt
            ) { try await finish($0) },
            Route(.get, ExternalProvidersContract.waysPath, bodyLimit: 0, access: .session, description: .listWaysIn) {
                try await ways($0)
            },
            Route(
                .post, ExternalProvidersContract.waysPath, bodyLimit: 4 * 1_024, access: .session,
                limit: RouteLimit("provider-links"), description: .linkWayIn
            ) { try await link($0) },
            Route(
                .delete, ExternalProvidersContract.wayPath, bodyLimit: 0, access: .session, description: .unlinkWayIn
            ) { try await unlink($0) },
        ]
    }

    private func list() throws -> ServerResponse {
        try .json(
            ExternalProvidersContract.Providers(
                providers: providers.map { ExternalProvidersContract.Provider(name: $0.name, title: $0.title) }))
    }

    // MARK: Signing in

    private func begin(_ request: ServerRequest) async throws -> ServerResponse {
        let name = request.pathParameters["name"] ?? "", session = try await sessions.authenticate(request)
        do {
            return try .json(
                try await signIn.begin(at: name, again: session != nil), status: .created,
                fields: [.cacheControl: "no-store"])
        } catch {
            throw problem(error, at: name, log(request))
        }
    }

    private func finish(_ request: ServerRequest) async throws -> ServerResponse {
        try issuing.checkProof(of: request)
        let answer = try await request.decodeJSON(ExternalProvidersContract.Answer.self)
        let session = try await sessions.authenticate(request), log = log(request)
        do {
            let outcome: ExternalProvidersContract.Outcome
            switch try await signIn.finish(answer, as: session?.userID) {
            case .offer(let offer): outcome = .init(offer: offer)
            case .person(let user, let word): outcome = try await welcome(user, by: word, answer, request, log)
            }
            return try .json(outcome, fields: [.cacheControl: "no-store"])
        } catch {
            throw problem(error, at: answer.provider, log)
        }
    }

    /// Begins a session, unless the word was taken back meanwhile.
    private func welcome(
        _ user: User, by word: ProviderSignIn.Word, _ answer: ExternalProvidersContract.Answer,
        _ request: ServerRequest,
        _ log: Logger
    ) async throws -> ExternalProvidersContract.Outcome {
        let client = SessionClient(of: request, device: answer.device)
        let admission = try await issuing.admit(
            user, by: .provider, from: word.origin, on: client, since: word.begunAt
        ) { db in try word.counts(in: db) }
        let session = try await issuing.issueSession(admission, on: client)
        signIns.increment(["result": "success"])
        log.info("logged in", ["user": user.id, "session": session.id, "provider": answer.provider])
        return .init(
            user: user.told(where: offered()), token: session.grant, keepsAccount: session.keepsAccount)
    }

    // MARK: Ways in

    private func ways(_ request: ServerRequest) async throws -> ServerResponse {
        let session = try await sessions.requireSession(request)
        do {
            let ways = try await links.ways(of: session.userID), level = try await level(of: session)
            return try .json(
                ExternalProvidersContract.Ways(
                    password: ways.password, links: ways.links.map(told), others: ways.others,
                    isChangeable: (try? session.require(level, at: links.now())) != nil),
                fields: [.cacheControl: "no-store"])
        } catch {
            throw problem(error, at: nil, log(request))
        }
    }

    private func told(_ link: LinkRow) -> ExternalProvidersContract.Link {
        // A provider that isn't set any more has but its name.
        ExternalProvidersContract.Link(
            id: link.id, provider: link.provider,
            title: providers.first { $0.name == link.provider }?.title ?? link.provider, email: link.email,
            linkedAt: link.linkedAt, leadsIn: links.leadsIn(link))
    }

    /// Whoever made an account with somebody else's address would stay in by a link of
    /// their own when that person takes it back.
    private func link(_ request: ServerRequest) async throws -> ServerResponse {
        let session = try await sessions.requireVerifiedSession(request), log = log(request)
        try session.require(try await level(of: session), at: links.now())
        let acceptance = try await request.decodeJSON(ExternalProvidersContract.Acceptance.self)
        do {
            guard let link = try await links.accept(acceptance.attempt, in: session, from: request.peer.ip) else {
                throw ProviderSignIn.Refusal.over
            }
            log.notice("linked a provider", ["user": session.userID, "provider": link.provider])
            return try .json(told(link), status: .created, fields: [.cacheControl: "no-store"])
        } catch {
            throw problem(error, at: nil, log)
        }
    }

    private func unlink(_ request: ServerRequest) async throws -> ServerResponse {
        let session = try await sessions.requireSession(request), log = log(request)
        try session.require(try await level(of: session), at: links.now())
        guard let id = request.pathParameters["id"].flatMap({ LinkID($0) }) else { throw HTTPProblem.unknownWay }
        let removal: ProviderLinks.Removal
        do {
            removal = try await links.remove(id, in: session, from: request.peer.ip)
        } catch {
            throw problem(error, at: nil, log)
        }
        switch removal {
        case .unknown: throw HTTPProblem.unknownWay
        case .last: throw HTTPProblem.lastWay
        case .removed:
            log.notice("unlinked a provider", ["user": session.userID])
            return .noContent
        }
    }

    /// How much somebody has to have proved who changes the ways into an account.
    private func level(of session: AuthenticatedSession) async throws -> AuthenticationLevel {
        let knowing = states(), accounts = links.letters.accounts
        let level = try await links.database.read { db -> AuthenticationLevel? in
            guard let user = try accounts.account(session.userID, in: db) else { return nil }
            return try knowing.levelOfChanges(to: user, in: db)
        }
        guard let level else { throw HTTPProblem.authenticationRequired() }
        return level
    }

    // MARK: Refusals

    private func log(_ request: ServerRequest) -> Logger {
        log.with(["peer": "\(request.peer.ip)", "agent": request.fields[.userAgent]])
    }

    private func problem(_ error: any Error, at provider: String?, _ log: Logger) -> HTTPProblem {
        let problem = HTTPProblem(refusing: error)
        signIns.increment(["result": problem.code])
        if problem.status.rawValue >= 500 || (error as? ProviderSignIn.Refusal)?.concernsOperator == true {
            log.failure("could not sign in through a provider", ["provider": provider, "reason": "\(error)"])
        } else {
            log.notice(
                "sign-in through a provider refused",
                ["provider": provider, "reason": "\((error as? ProviderSignIn.Refusal)?.reason ?? problem.code)"])
        }
        return problem
    }
}
