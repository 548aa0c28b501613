import CoreModels
import CryptographyAPI
import FoundationEssentials
import HTTPServingAPI
import HTTPServingTesting
import HTTPTypes
import KernelTesting
import Locking
import MailAPI
import MailTesting
import SQLStoreAPI
import SessionsContract
import SessionsService
import SessionsServiceAPI
import SessionsServiceTesting
import SessionsTesting
import Testing

/// A device that was let in by a code which somebody typed elsewhere.
struct TypedCodeTests {
    private let server: SessionServer
    private let ada = User.sample()
    private let refreshTokens = Locked<[SessionID: Secret]>([:])
    /// A device that calls itself as the one that is known, at the same address.
    private static let known = SessionClient(
        device: "laptop", userAgent: "essential/1.0.0", address: IPAddress("192.0.2.7"))

    init() async throws {
        server = try SessionServer(try await RunningSessions())
    }

    private func letIn(by session: SessionID, _ way: WayIn = .device) async throws -> SessionServer.Device {
        let issuing = server.sessions.issuing
        let admission = try await issuing.admit(ada, vouchedForBy: session, by: way, on: Self.known) { _, _ in true }
        let issued = try await issuing.issueSession(admission, on: Self.known)
        return device(issued.id, issued.grant)
    }

    private func device(_ id: SessionID, _ grant: TokenGrant) -> SessionServer.Device {
        refreshTokens.withLock { $0[id] = grant.refreshToken }
        return SessionServer.Device(
            id: id, fields: [.authorization: grant.accessToken.withText { "Bearer \($0 ?? "")" }])
    }

    private func renewed(_ device: SessionServer.Device) async throws -> SessionServer.Device {
        let token = try #require(refreshTokens.current[device.id])
        let outcome = try await server.sessions.refreshing.refresh(token, on: Self.known)
        guard case .rotated(let grant) = outcome else { throw NotRenewed() }
        return self.device(device.id, grant)
    }

    private struct NotRenewed: Error {}

    @Test(.requirement("MFA-03", "SESS-07")) func itHasNoRecentProofUntilItIsProvedThere() async throws {
        let laptop = try await server.logIn(ada, on: Self.known)
        let stranger = try await letIn(by: laptop.id), program = try await letIn(by: laptop.id, .browser)
        let refused = await server.ask(.delete, SessionsPath.sessions, as: stranger)
        #expect(refused.status == .unauthorized)
        #expect(try await server.code(of: refused) == "insufficient_user_authentication")
        // One that it lets in has none either.
        let next = try await letIn(by: stranger.id, .browser)
        #expect(await server.ask(.delete, SessionsPath.sessions, as: next).status == .unauthorized)
        #expect(try await server.list(as: laptop).count == 4, "nobody was logged out")
        try await server.sessions.database.write { [server] db in
            try server.sessions.reauthentication.record(
                Authentication([.password], at: server.sessions.date.now()), in: stranger.id, db)
        }
        #expect(await server.ask(.delete, SessionsPath.sessions, as: stranger).status == .noContent)
        #expect(await server.ask(.get, SessionsPath.sessions, as: program).status == .unauthorized)
    }

    /// The first of these devices may be a stranger's, which the owner's others shall outlast.
    @Test(.requirement("MFA-03", "SESS-07")) func itEndsNoOtherSessionUntilItIsProvedThere() async throws {
        let laptop = try await server.logIn(ada, on: Self.known), phone = try await server.logIn(ada)
        let stranger = try await letIn(by: laptop.id)
        for id in ["\(phone.id)", "\(stranger.id)", "\(SessionID(UUID()))", "nonsense"] {
            let refused = await server.ask(.delete, SessionsPath.session(id), as: stranger)
            #expect(refused.status == .unauthorized)
            #expect(try await server.code(of: refused) == "insufficient_user_authentication")
        }
        #expect(try await server.list(as: laptop).count == 3, "nobody was logged out")
        let longAgo = server.sessions.date.now().addingTimeInterval(-86_400)
        try await proves(stranger, Authentication([.password], at: longAgo))
        #expect(await server.ask(.delete, SessionsPath.session("\(phone.id)"), as: stranger).status == .noContent)
    }

    /// The first of what happened is that this device came in.
    @Test(.requirement("MFA-03", "SESS-11")) func itHidesNothingThatHappenedUntilItIsProvedThere() async throws {
        let laptop = try await server.logIn(ada, on: Self.known), stranger = try await letIn(by: laptop.id)
        func seen() async throws -> [Bool] {
            let answer = await server.ask(.get, SessionsPath.notices, as: laptop)
            return try WireCoding.decoder().decode(SecurityNoticesMessage.self, from: try await answer.collectBody())
                .items.map(\.seen)
        }
        func markSeen(as device: SessionServer.Device) async -> ServerResponse {
            var fields = device.fields
            fields[.contentType] = "application/json"
            return await server.router.respond(
                to: .sample(.post, SessionsPath.seenNotices, fields: fields, body: Data(#"{"id":9000000}"#.utf8)))
        }
        let refused = await markSeen(as: stranger)
        #expect(refused.status == .unauthorized)
        #expect(try await server.code(of: refused) == "insufficient_user_authentication")
        #expect(try await seen() == [false], "its owner still sees that it came in")
        let longAgo = server.sessions.date.now().addingTimeInterval(-86_400)
        try await proves(stranger, Authentication([.password], at: longAgo))
        #expect(await markSeen(as: stranger).status == .noContent)
        #expect(try await seen() == [true])
    }

    /// What was proved to the session that let it in says nothing of who uses this one.
    @Test(.requirement("MFA-03")) func itsTokensSayWhatWasProvedThereAlone() async throws {
        let laptop = try await server.logIn(ada, on: Self.known)
        let stranger = try await letIn(by: laptop.id), program = try await letIn(by: laptop.id, .browser)
        let nothing = Claims(auth_time: nil, amr: nil, acr: nil)
        let own = Claims(auth_time: 1_700_000_000, amr: ["pwd"], acr: "aal1")
        #expect(try claims(of: stranger) == nothing && claims(of: program) == own)
        let listed = try await server.list(as: laptop).first { $0.id == stranger.id }
        #expect(listed?.methods == [] && listed?.level == nil && listed?.authenticatedAt == nil)
        #expect(await server.ask(.get, SessionsPath.sessions, as: stranger).status == .ok, "it is good as it is")
        try await proves(stranger, Authentication([.password, .oneTimeCode], at: server.sessions.date.now()))
        let both = Claims(auth_time: 1_700_000_000, amr: ["otp", "pwd", "mfa"], acr: "aal2")
        #expect(try claims(of: try await renewed(stranger)) == both)
    }

    private struct Claims: Decodable, Equatable {
        let auth_time: Int?
        let amr: [String]?
        let acr: String?
    }

    private func claims(of device: SessionServer.Device) throws -> Claims {
        let parts = try #require(device.fields[.authorization]).split(separator: ".")
        return try JSONDecoder().decode(Claims.self, from: try #require(Base64URL.decode(parts[1])))
    }

    private func proves(_ device: SessionServer.Device, _ authentication: Authentication) async throws {
        try await server.sessions.database.write { [server] db in
            try server.sessions.reauthentication.record(authentication, in: device.id, db)
        }
    }

    @Test func aFactorThatIsAddedProvesNothingMoreThere() {
        let elsewhere = Authentication([.password], at: Date(timeIntervalSince1970: 1), isProvedHere: false)
        #expect(!elsewhere.adding(.oneTimeCode).isProvedHere && elsewhere.adding(.oneTimeCode).level == .two)
    }

    @Test(.requirement("SESS-10", "SESS-11")) func itIsToldWhateverItSaysOfItself() async throws {
        let laptop = try await server.logIn(ada, on: Self.known)
        let device = try await letIn(by: laptop.id)
        #expect(try await server.list(as: laptop).filter(\.isSuspicious).map(\.id) == [device.id])
        let message = try #require(server.sessions.mail.messages.first)
        #expect(message.template.name == "device-let-in" && message.recipient == ada.email)
        for part in [
            "192.0.2.7", "was typed in a browser", "se escribió en un navegador", "essential sessions end \(device.id)",
        ] {
            #expect(message.text.contains(part))
        }
        #expect(!message.text.contains("laptop"))
        #expect(message.text.split(separator: "\n").allSatisfy { $0.count <= 78 })
        let own = await server.ask(.post, SessionsPath.confirmation("\(device.id)"), as: device)
        #expect(own.status == .unauthorized, "it doesn't say of itself that it is known")
        #expect(await server.ask(.post, SessionsPath.confirmation("\(device.id)"), as: laptop).status == .noContent)
        _ = try await letIn(by: laptop.id)
        #expect(server.sessions.mail.messages.count == 2, "a device that is known is told as well")
    }

    @Test(.requirement("SESS-11")) func noOtherLoginUsesUpItsLetter() async throws {
        let laptop = try await server.logIn(ada, on: Self.known)
        for number in 0..<5 {
            _ = try await server.logIn(ada, on: SessionClient(device: "device \(number)"))
            server.sessions.date.advance(by: .seconds(60))
        }
        _ = try await server.logIn(ada, on: SessionClient(device: "telephone"))
        let before = server.sessions.mail.messages.count
        for _ in 0..<2 { _ = try await letIn(by: laptop.id) }
        #expect(server.sessions.mail.messages.count == before + 2)
        server.sessions.date.advance(by: .seconds(3_600))
        for _ in 0..<21 { _ = try await letIn(by: laptop.id) }
        #expect(server.sessions.mail.messages.count == before + 22)
        _ = try await server.logIn(ada, on: SessionClient(device: "tablet"))
        #expect(server.sessions.mail.messages.count == before + 23, "nor does it use up that of another one")
    }
}
