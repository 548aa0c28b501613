import AccountsServiceTesting
import CoreModels
import FoundationEssentials
import HTTPServingAPI
import HTTPServingTesting
import HTTPTypes
import KernelTesting
import MailAPI
import MailTesting
import SQLStoreAPI
import SessionsServiceAPI
import SessionsServiceTesting
import TelemetryAPI
import TelemetryTesting
import Testing

struct ChangingTests {
    @Test(.requirement("PWCHG-02", "PWCHG-05", "PWCHG-06")) func theNewPasswordCountsAndTheTokensAreNew() async throws {
        let server = try await RunningChange()
        let session = try await server.begin(server.register())
        let answer = await server.change(session.grant.accessToken, refresh: session.grant.refreshToken)
        #expect(answer.status == .ok)
        #expect(answer.fields[.cacheControl] == "no-store")
        let grant = try await answer.grant
        #expect(try await server.isPassword(RunningChange.newPassword))
        #expect(try await !server.isPassword(RunningChange.password))
        #expect(await server.accepts(grant.accessToken))
        #expect(await !server.accepts(session.grant.accessToken), "in the same second")
        #expect(!grant.refreshToken.isEqual(to: session.grant.refreshToken))
        guard case .rotated = try await server.refresh(grant.refreshToken) else {
            return #expect(Bool(false), "the session goes on")
        }
    }

    @Test(.requirement("PWCHG-07")) func theOtherDevicesAreLoggedOutAndTold() async throws {
        let server = try await RunningChange()
        let user = try await server.register()
        let session = try await server.begin(user), other = try await server.begin(user)
        let stranger = try await server.begin(server.register("eve@example.com"))
        #expect(await server.change(session.grant.accessToken).status == .ok)
        #expect(await !server.accepts(other.grant.accessToken))
        guard case .refused(.ended) = try await server.refresh(other.grant.refreshToken) else {
            return #expect(Bool(false), "the other device is still logged in")
        }
        #expect(await server.accepts(stranger.grant.accessToken))
        let events = try await server.events()
        #expect(events.suffix(2) == ["password_changed", "session_ended password_changed"])
    }

    @Test(.requirement("PWCHG-05")) func aLostAnswerCostsNobodyTheSession() async throws {
        let server = try await RunningChange()
        let session = try await server.begin(server.register())
        let lost = try await server.change(session.grant.accessToken, refresh: session.grant.refreshToken).grant
        // The program was killed before it stored them, and runs again later.
        server.accounts.date.advance(by: .seconds(86_400))
        guard case .repeated(let grant) = try await server.refresh(session.grant.refreshToken) else {
            return #expect(Bool(false), "the session is lost")
        }
        #expect(grant.refreshToken.isEqual(to: lost.refreshToken))
        #expect(await server.accepts(grant.accessToken))
    }

    @Test(.requirement("PWCHG-05")) func anAnswerToARefreshThatWasLostBeforeIsNoObstacle() async throws {
        let server = try await RunningChange()
        let session = try await server.begin(server.register())
        _ = try await server.refresh(session.grant.refreshToken)
        let answer = await server.change(session.grant.accessToken, refresh: session.grant.refreshToken)
        #expect(answer.status == .ok)
        guard case .rotated = try await server.refresh(try await answer.grant.refreshToken) else {
            return #expect(Bool(false), "the session is lost")
        }
    }

    @Test(.requirement("PWCHG-06")) func withoutItsRefreshTokenAClientKeepsNoneOfTheOldOnes() async throws {
        let server = try await RunningChange()
        let session = try await server.begin(server.register())
        let grant = try await server.change(session.grant.accessToken).grant
        guard case .refused(.unknown) = try await server.refresh(session.grant.refreshToken) else {
            return #expect(Bool(false), "the old token counts")
        }
        #expect(await server.accepts(grant.accessToken), "which ends nothing")
        guard case .rotated = try await server.refresh(grant.refreshToken) else {
            return #expect(Bool(false), "the new one doesn't")
        }
    }

    @Test func theRefreshTokenOfAnotherSessionChangesNothing() async throws {
        let server = try await RunningChange()
        let user = try await server.register()
        let session = try await server.begin(user), other = try await server.begin(user)
        let answer = await server.change(session.grant.accessToken, refresh: other.grant.refreshToken)
        #expect(answer.status == .unauthorized)
        #expect(try await server.isPassword(RunningChange.password))
        #expect(await server.accepts(session.grant.accessToken))
        #expect(await server.accepts(other.grant.accessToken))
        #expect(server.mail.messages.isEmpty)
    }

    @Test(.requirement("PWCHG-08", "PWCHG-09")) func thePersonIsToldByMailAndTheLogSaysWhoAndWhere() async throws {
        let server = try await RunningChange()
        let session = try await server.begin(server.register())
        #expect(await server.change(session.grant.accessToken).status == .ok)
        let message = try #require(server.mail.messages.last)
        #expect(message.template.name == "password-change")
        #expect(message.recipient.description == "ana@example.com")
        let record = try #require(server.log.records.last { $0.message == "password changed" })
        for part in ["127.0.0.1", "program of Ana", "\(session.id)"] { #expect("\(record)".contains(part)) }
        for secret in [RunningChange.password, RunningChange.newPassword, "ana@example.com"] {
            #expect(!server.log.text.contains(secret))
        }
    }

    @Test(.requirement("PWCHG-08")) func whatCannotBeToldByMailIsNotDone() async throws {
        let server = try await RunningChange(mail: MailSpy(failure: .unavailable(reason: "full")))
        let user = try await server.register()
        let session = try await server.begin(user), other = try await server.begin(user)
        let answer = await server.change(session.grant.accessToken, refresh: session.grant.refreshToken)
        #expect(answer.status == .serviceUnavailable)
        #expect(try await server.isPassword(RunningChange.password))
        #expect(await server.accepts(session.grant.accessToken))
        #expect(await server.accepts(other.grant.accessToken))
        #expect(try await server.events().isEmpty)
    }

    @Test func aSessionThatIsBoundToAKeyStaysSo() async throws {
        let server = try await RunningChange()
        let session = try await server.begin(server.register(), on: SessionClient(keyThumbprint: "key"))
        // Whoever has the tokens and not the key changes nothing.
        #expect(await server.change(session.grant.accessToken).status == .unauthorized)
        let replacing = server.accounts.server.replacing
        let tokens = try replacing.prepareTokens()
        for (client, isReplaced) in [
            (SessionClient(keyThumbprint: "other"), false), (.init(keyThumbprint: "key"), true),
        ] {
            let replacement = try await server.accounts.database.write { db in
                try replacing.replaceTokens(
                    of: session.id, holding: session.grant.refreshToken, with: tokens, on: client, in: db)
            }
            #expect((replacement != nil) == isReplaced)
            if let replacement { #expect(try await replacing.grant(replacement).tokenType == "DPoP") }
        }
    }

    @Test func ofManyAtOnceOnlyOneDeviceStaysLoggedIn() async throws {
        let server = try await RunningChange()
        let user = try await server.register()
        var sessions: [IssuedSession] = []
        for _ in 0..<8 { sessions.append(try await server.begin(user)) }
        await withTaskGroup(of: Void.self) { group in
            for session in sessions {
                group.addTask {
                    _ = await server.change(session.grant.accessToken, refresh: session.grant.refreshToken)
                }
            }
        }
        let count = try await server.accounts.database.read { db in
            try db.value("SELECT count(*) FROM sessions WHERE ended_at IS NULL", as: Int.self)
        }
        #expect(count == 1)
        #expect(try await server.isPassword(RunningChange.newPassword))
        #expect(server.mail.messages.count == 1)
    }
}
