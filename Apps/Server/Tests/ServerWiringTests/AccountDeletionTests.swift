import FoundationEssentials
import HTTPServingAPI
import HTTPTransportAPI
import HTTPTypes
import KernelTesting
import MailAPI
import MailTesting
import SQLStoreAPI
import ServerTesting
import Testing

/// A person deletes their account at the server as it is composed.
struct AccountDeletionTests {
    private let folder: TemporaryFolder
    private let stage: DeletionStage

    init() throws {
        folder = try TemporaryFolder()
        stage = try DeletionStage(folder: folder.path)
    }

    @Test(.requirement("DATA-04", "DATA-05", "TOKEN-17")) func whoDeletesIsOutAtOnceAndBackByALogin() async throws {
        try await stage.run { bench in
            try await bench.register()
            let person = bench.person, session = try await person.logIn(), token = try #require(session.token)
            let begun = try await person.ask(.post, DeletionBench.path, token: token)
            #expect(begun.status == 202)
            #expect(begun["due_at"] == bench.date.value.addingTimeInterval(14 * 86_400).formatted(.iso8601))
            #expect(try await person.ask(.get, "/auth/me", token: token).code == "session_ended")
            let refresh = ["refresh_token": try #require(session.refreshToken)]
            let renewed = try await person.ask(.post, "/auth/refresh", refresh)
            #expect(renewed.code == "invalid_grant" && renewed["reason"] == "account_closed")
            #expect(await bench.isClosing())
            #expect(try await person.logIn(password: "wrong").code == "invalid_credentials")
            // Whoever reads the mail may set a password, which takes nothing back.
            bench.date.advance(by: .seconds(3_600))
            try await person.resetPassword()
            #expect(await bench.isClosing())

            let back = try await person.logIn(password: FactorPerson.otherPassword)
            #expect(back.status == 200)
            #expect(await bench.isThere())
            #expect(await !bench.isClosing())
            #expect(bench.letters.contains("account-deletion-begun"))
            #expect(bench.letters.last == "account-deletion-taken-back")
            let notices = try await person.send(.get, "/auth/notices", token: back.token)
            #expect(String(decoding: notices.body, as: UTF8.self).contains(#""way":"account""#))
            #expect(try await person.ask(.post, "/auth/refresh", refresh).code == "invalid_grant", "what ended is over")
            bench.date.advance(by: .seconds(15 * 86_400))
            try await bench.finish()
            #expect(await bench.isThere())
        }
    }

    /// A first step takes nothing back, and none of before the deletion is gone on with.
    @Test(.requirement("DATA-04", "MFA-03")) func onlyACompleteLoginTakesItBack() async throws {
        try await stage.run { bench in
            try await bench.register()
            let person = bench.person, session = try await person.logIn(), token = try #require(session.token)
            let secret = try await person.begin(token)
            _ = try await person.turnOn(secret, token)
            // Without the factor nobody deletes anything.
            bench.date.advance(by: .seconds(400))
            let refresh = ["refresh_token": try #require(session.refreshToken)]
            let old = try #require(try await person.ask(.post, "/auth/refresh", refresh).token)
            let late = try await person.ask(.post, DeletionBench.path, token: old)
            #expect(late.code == "insufficient_user_authentication" && late.challenge?.contains("aal2") == true)
            let current = try #require(try await person.prove(try person.code(secret), try await person.ticket()).token)
            bench.date.advance(by: .seconds(31))
            let ticket = try await person.ticket()
            #expect(try await person.ask(.post, DeletionBench.path, token: current).status == 202)
            #expect(try await person.prove(try person.code(secret), ticket).code == "login_expired")
            bench.date.advance(by: .seconds(31))
            let first = try await person.ticket()
            #expect(await bench.isClosing())
            #expect(try await person.prove("000000", first).status >= 400)
            #expect(await bench.isClosing())
            bench.date.advance(by: .seconds(31))
            #expect(try await person.prove(try person.code(secret), first).status == 200)
            #expect(await !bench.isClosing())
        }
    }

    /// The address is free for others once the account is gone, and until then as any other
    /// that somebody has.
    @Test(.requirement("DATA-04", "D2")) func strangersLearnNothingAndTheAddressIsFreeAfterwards() async throws {
        try await stage.run { bench in
            try await bench.register()
            try await bench.register("known@example.com")
            let person = bench.person, session = try await person.logIn(), token = try #require(session.token)
            #expect(try await person.ask(.post, DeletionBench.path, token: token).status == 202)
            for (path, more) in [
                ("/auth/login", ["password": "wrong"]), ("/auth/password/recovery", [:]),
                ("/auth/verification/resend", [:]), ("/auth/verification", ["code": "00000000"]),
                ("/auth/register", ["name": "Cleo", "password": "seven blue coffee cups"]),
            ] {
                var told: Set<Data> = []
                for email in ["known@example.com", FactorPerson.email, "unknown@example.com"] {
                    let members = more.merging(["email": email]) { $1 }
                    let body = String(decoding: try JSONEncoder().encode(members), as: UTF8.self)
                    told.insert(try await person.send(.post, path, body).body)
                }
                #expect(told.count == 1, "\(path)")
            }
            bench.date.advance(by: .seconds(14 * 86_400))
            try await bench.finish()
            #expect(await !bench.isThere())
            #expect(bench.letters == ["account-deleted"], "what waited isn't sent any more")
            // A device that comes late hears it too.
            let refresh = ["refresh_token": try #require(session.refreshToken)]
            #expect(try await person.ask(.post, "/auth/refresh", refresh)["reason"] == "account_closed")
            #expect(try await person.logIn().code == "invalid_credentials")
            try await bench.register()
            let again = try #require(try await person.logIn().token)
            #expect(try await person.ask(.get, "/auth/notices", token: again).status == 200)
        }
    }

    /// A feature that forgets a table of its own is found here: there is a row of the person
    /// in each, and none afterwards.
    @Test(.requirement("DATA-04")) func nothingOfThePersonIsLeftInAnyTable() async throws {
        let data = DataOnDisk(folder: folder.path)
        try await stage.run { bench in
            try await bench.register()
            let person = bench.person, token = try #require(try await person.logIn().token)
            let id = try #require(try await person.ask(.get, "/auth/me", token: token)["id"])
            let rows = try await data.rows(of: id, at: FactorPerson.email)
            #expect(try await person.ask(.post, DeletionBench.path, token: token).status == 202)
            _ = try await data.sqlite(rows.values.joined(separator: "\n"))
            let before = try await data.sqlite(".dump").split(separator: "\n").filter { $0.contains(id) }
            for table in rows.keys {
                #expect(before.contains { $0.hasPrefix("INSERT INTO \(table) ") }, "\(table) has a row of the person")
            }
            #expect(rows.count > 15, "\(rows.keys.sorted())")
            bench.date.advance(by: .seconds(14 * 86_400))
            try await bench.finish()
            let left = try await data.sqlite(".dump").split(separator: "\n").filter {
                $0.contains(id) || $0.contains(FactorPerson.email)
            }
            #expect(left == [], "what is left of the person")
        }
    }

    /// One that fails is tried again, wholly; others go on.
    @Test(.requirement("DATA-04")) func anAccountIsDeletedWhollyOrNotAtAll() async throws {
        let data = DataOnDisk(folder: folder.path)
        try await stage.run { bench in
            try await bench.register()
            let person = bench.person, token = try #require(try await person.logIn().token)
            #expect(try await person.ask(.post, DeletionBench.path, token: token).status == 202)
            bench.date.advance(by: .seconds(14 * 86_400))
            _ = try await data.sqlite(
                """
                CREATE TRIGGER refusal BEFORE DELETE ON accounts BEGIN SELECT RAISE(ABORT, 'not now'); END;
                """)
            try await bench.finish()
            #expect(await bench.isClosing())
            #expect(!bench.letters.contains("account-deleted"))
            _ = try await data.sqlite("DROP TRIGGER refusal;")
            try await bench.sweep()
            #expect(await !bench.isThere())
            #expect(bench.letters == ["account-deleted"])
        }
    }
}
