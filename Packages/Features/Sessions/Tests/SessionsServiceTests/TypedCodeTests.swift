import CoreModels
import FoundationEssentials
import HTTPServingAPI
import HTTPTypes
import KernelTesting
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
        return SessionServer.Device(
            id: issued.id, fields: [.authorization: issued.grant.accessToken.withText { "Bearer \($0 ?? "")" }])
    }

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
