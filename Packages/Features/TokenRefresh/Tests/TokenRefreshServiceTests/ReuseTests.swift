import AccountsServiceAPI
import CoreModels
import FoundationEssentials
import HTTPServingAPI
import HTTPServingRouting
import HTTPServingTesting
import HTTPTypes
import KernelTesting
import Locking
import MailAPI
import MailTesting
import PluginKit
import ProofOfPossessionServiceAPI
import SQLStoreAPI
import SessionsServiceAPI
import SessionsServiceTesting
import SessionsTesting
import TelemetryAPI
import TelemetryTesting
import Testing
import TokenRefreshContract
import TokenRefreshService

/// The one account there is.
struct OneAccount: AccountReadingInTransaction {
    let user: User

    func account(_ id: UserID, in transaction: any SQLReading) throws -> User? { id == user.id ? user : nil }
}

/// An old refresh token is used again.
struct ReuseTests {
    private let user = User.sample()
    private let mail = MailSpy()
    private let server: RunningSessions
    private let router: Router
    private let device = SessionClient(device: "laptop", keyThumbprint: "key")

    init() async throws {
        // The sessions have to know the observer, and the plugin the sessions.
        let observers = Locked<[any SessionObserving]>([])
        server = try await RunningSessions(mail: mail, observers: [Relay(observers: { observers.current })])
        var host = PluginHost()
        try host.install(
            TokenRefreshServicePlugin.self,
            .init(
                sessions: server.refreshing, accounts: OneAccount(user: user), mail: mail, now: server.date.now,
                logger: .disabled, metrics: InMemoryMetrics()))
        let composition = try host.composed()
        observers.withLock { $0 = composition.values(of: SessionObservers.self) }
        router = try Router(routes: composition.values(of: HTTPRoutes.self), observer: RequestObserverSpy())
    }

    /// What was written about reuse; a login from a new device is told as well.
    private var letters: [MailMessage] { mail.messages.filter { $0.template.name == "token-reused" } }

    private struct Relay: SessionObserving {
        let observers: @Sendable () -> [any SessionObserving]

        func record(_ event: SessionEvent, in transaction: any SQLWriting) throws {
            for observer in observers() { try observer.record(event, in: transaction) }
        }
    }

    /// A session whose first token was exchanged, as was its second.
    private func spentToken(on client: SessionClient) async throws -> Secret {
        let grant = try await server.issuing.issueSession(for: user, on: client).grant
        guard case .rotated(let next) = try await server.refreshing.refresh(grant.refreshToken, on: client) else {
            throw Unexpected()
        }
        _ = try await server.refreshing.refresh(next.refreshToken, on: client)
        server.date.advance(by: .seconds(31))
        return grant.refreshToken
    }

    private struct Unexpected: Error {}

    private func problem(_ token: Secret, key: String?) async throws -> (code: String, reason: String?) {
        struct Body: Decodable {
            let code: String
            let reason: String?
        }
        var request = ServerRequest.json(
            .post, TokenRefreshContract.path, token.withText { #"{"refresh_token":"\#($0 ?? "")"}"# })
        request.possessionProof = key.map { PossessionProof(keyThumbprint: $0) }
        let answer = await router.respond(to: request)
        #expect(answer.status == .unauthorized)
        let body = try await WireCoding.decoder().decode(Body.self, from: answer.collectBody())
        return (body.code, body.reason)
    }

    @Test(.requirement("TOKEN-24", "TOKEN-27")) func reuseEndsEverySessionOfTheAccountAndItsOwnerGetsALetter()
        async throws
    {
        let other = SessionClient(device: "phone", keyThumbprint: "other")
        let phone = try await server.issuing.issueSession(for: user, on: other)
        let stranger = try await server.issuing.issueSession(for: .sample(email: "ben@example.com"), on: other)
        let spent = try await spentToken(on: device)
        guard case .refusedToItsDevice(.reused) = try await server.refreshing.refresh(spent, on: device) else {
            Issue.record("it was not noticed")
            return
        }
        #expect(letters.map(\.recipient) == [user.email])
        #expect(letters.first?.text.contains("essential login") == true)
        #expect(letters.first?.values["sessions"] == "2")
        // The other device is refused, and told why and what to do.
        let refusal = try await problem(phone.grant.refreshToken, key: "other")
        #expect(refusal == ("invalid_grant", "token_reuse"))
        guard case .rotated = try await server.refreshing.refresh(stranger.grant.refreshToken, on: other) else {
            Issue.record("somebody else's session ended")
            return
        }
        // Nobody is flooded: what is over ends once.
        _ = try await server.refreshing.refresh(spent, on: device)
        #expect(letters.count == 1)
    }

    /// With a backup alone nobody can log the person out.
    @Test(.requirement("TOKEN-27", "D16")) func aStrangerWithoutTheKeyEndsNothing() async throws {
        let spent = try await spentToken(on: device)
        #expect(try await problem(spent, key: nil).code == "dpop_proof_required")
        #expect(try await problem(spent, key: "thief").code == "dpop_key_mismatch")
        #expect(letters.isEmpty)
    }

    @Test(.requirement("TOKEN-27")) func aThiefOfAnUnboundTokenIsNotToldWhy() async throws {
        let laptop = SessionClient(device: "laptop")
        let phone = try await server.issuing.issueSession(for: user, on: laptop)
        let spent = try await spentToken(on: laptop)
        #expect(try await problem(spent, key: nil) == ("invalid_grant", nil))
        #expect(try await problem(phone.grant.refreshToken, key: nil) == ("invalid_grant", nil))
        #expect(letters.count == 1)
    }

    /// What an operator did may be known to whoever holds a token: browsers prove no key.
    @Test(
        .requirement("OPS-06", "TOKEN-17"),
        arguments: [
            (SessionEndReason.suspended, "account_suspended"), (.endedByOperator, "ended_by_operator"),
            (.accountClosed, "account_closed"),
            (.terminated, nil),
        ] as [(SessionEndReason, String?)]) func anOperatorsActIsTold(reason: SessionEndReason, told: String?)
        async throws
    {
        for key in [nil, "key"] {
            let session = try await server.issuing.issueSession(
                for: user, on: SessionClient(device: "laptop", keyThumbprint: key))
            try await server.ending.endSessions(of: user.id, except: nil, because: reason)
            #expect(try await problem(session.grant.refreshToken, key: key) == ("invalid_grant", told))
        }
    }

    @Test(.requirement("TOKEN-27", "TOKEN-24")) func aLostAnswerIsNoReuse() async throws {
        let grant = try await server.issuing.issueSession(for: user, on: device).grant
        _ = try await server.refreshing.refresh(grant.refreshToken, on: device)
        server.date.advance(by: .seconds(3_600))
        guard case .repeated = try await server.refreshing.refresh(grant.refreshToken, on: device) else {
            Issue.record("the parent of the latest token")
            return
        }
        #expect(letters.isEmpty)
    }
}
