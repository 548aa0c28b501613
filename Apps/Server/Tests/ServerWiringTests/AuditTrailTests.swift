import FoundationEssentials
import HTTPTypes
import KernelTesting
import ServerTesting
import Testing

/// The audit trail of the server as it is composed.
struct AuditTrailTests {
    private let folder: TemporaryFolder
    private let date = ManualDate()
    private let server: ComposedServer
    private let person: FactorPerson
    private let operators: OperatorsDesk

    init() throws {
        folder = try TemporaryFolder()
        server = try ComposedServer(
            folder: folder.path, date: date,
            settings: [
                "limits.enabled": "false", "lockout.captcha_after": "0", "recovery.captcha_after": "0",
                "server.public_url": ComposedServer.address,
            ])
        person = FactorPerson(server: server, date: date)
        operators = try OperatorsDesk(of: server, at: date)
    }

    /// Everything that the trail has to have of a person, in order, and nothing that nobody may read.
    @Test(.requirement("METRIC-01", "AUDIT-01", "AUDIT-07", "AUDIT-14", "METRIC-06"))
    func whatHappensToAPersonIsInTheTrail() async throws {
        let (person, operators, date) = (person, operators, date)
        let events = try await server.run {
            let token = try await person.member(), secret = try await person.begin(token)
            _ = try await person.turnOn(secret, token)
            _ = try await person.logIn(password: "wrong horse battery")
            _ = try await person.ask(
                .post, "/auth/login", ["email": "nobody@example.com", "password": "wrong horse battery"])
            #expect(try await person.prove("000000", try await person.ticket()).code == "wrong_code")
            date.advance(by: .seconds(31))
            #expect(try await person.prove(try person.code(secret), try await person.ticket()).status == 200)
            try await person.resetPassword()
            await operators.run("accounts", "suspend", FactorPerson.email)
            await operators.run("accounts", "release", FactorPerson.email)
            await operators.run("accounts", "log-out", FactorPerson.email)
            let id = try #require(try await Self.events(operators).compactMap { $0["of"] }.first)
            await operators.run("factors", "remove", id)
            let shown = await operators.run("audit", "show", "--kind", "operator")
            #expect(shown.contains("An operator took a second factor away"))
            #expect(shown.contains("An operator suspended an account"))
            return try await Self.events(operators)
        }
        let kinds = events.map { $0["kind"] ?? "" }
        for kind in [
            "account.registered", "login.accepted", "way-in.changed", "login.refused", "password.recovered",
            "password.replaced", "session.ended", "mailed-proof.asked", "mailed-proof.used",
            "operator.factor-removed", "operator.suspended", "operator.released", "operator.logged-out",
        ] {
            #expect(kinds.contains(kind), "\(kind) of \(kinds)")
        }
        let refused = events.filter { $0["kind"] == "login.refused" }
        #expect(refused.map { $0["cause"] } == ["invalid_credentials", "invalid_credentials", "wrong_code"])
        #expect(refused.map { $0["of"] == nil } == [false, true, false])
        #expect(refused.allSatisfy { $0["address"] == "127.0.0.0/24" })
        #expect(events.contains { $0["cause"] == "second_factor added" })
        // Whatever a request does says from where, also what is done after its answer.
        for event in events where event["kind"]?.hasPrefix("operator.") == false && event["kind"] != "session.ended" {
            #expect(event["address"] == "127.0.0.0/24", "\(event)")
        }
        #expect(events.contains { $0["kind"] == "password.replaced" && $0["cause"] == "mailed_proof" })
        for secret in [FactorPerson.password, FactorPerson.otherPassword, "wrong horse", "@example.com", "000000"] {
            #expect(!events.contains { $0.values.contains { $0.contains(secret) } }, "\(secret)")
        }
    }

    /// Whoever guesses on is told of as one who met a lock.
    @Test(.requirement("METRIC-01")) func aLockIsInTheTrail() async throws {
        let (person, operators) = (person, operators)
        let events = try await server.run {
            for _ in 0..<6 {
                _ = try await person.ask(
                    .post, "/auth/login", ["email": "nobody@example.com", "password": "wrong horse battery"])
            }
            return try await Self.events(operators)
        }
        #expect(events.map { $0["kind"] } == Array(repeating: "login.refused", count: 5) + ["login.locked"])
        #expect(events.last?["severity"] == "warning" && events.last?["cause"] == "account_locked")
    }

    /// Wrong codes and links of letters are told, of people and of nobody alike.
    @Test(.requirement("METRIC-01", "AUDIT-07")) func wrongLinksAndCodesAreInTheTrail() async throws {
        let (person, operators) = (person, operators)
        let events = try await server.run {
            _ = try await person.register()
            let token = String(repeating: "x", count: 43)
            for proof in [
                ["email": FactorPerson.email, "code": "00000000"],
                ["email": "nobody@example.com", "code": "00000000"], ["token": token],
            ] {
                let body = proof.merging(["new_password": FactorPerson.otherPassword]) { $1 }
                #expect(try await person.ask(.post, "/auth/password/reset", body).status == 422)
            }
            return try await Self.events(operators, "--kind", "mailed-proof.refused")
        }
        #expect(events.map { $0["cause"] } == Array(repeating: "password-recovery unknown", count: 3))
        #expect(events.allSatisfy { $0["address"] == "127.0.0.0/24" && $0["outcome"] == "refused" })
    }

    /// What the trail keeps of an account that is deleted: what happened and when, under a name
    /// of which nothing says whose it was.
    @Test(.requirement("DATA-04", "AUDIT-08", "OPS-06")) func aDeletedAccountIsForgottenAndTheTrailIsWhole()
        async throws
    {
        let data = DataOnDisk(folder: folder.path)
        try await DeletionStage(folder: folder.path).run { bench in
            try await bench.register()
            let person = bench.person, token = try #require(try await person.logIn().token)
            let id = try #require(try await person.ask(.get, "/auth/me", token: token)["id"])
            try await bench.sweep("audit")
            #expect(try await person.ask(.post, DeletionBench.path, token: token).status == 202)
            let again = try #require(try await person.logIn().token)
            #expect(try await person.ask(.post, DeletionBench.path, token: again).status == 202)
            let shown = try await Self.events(bench.operators, "--account", id)
            let name = try #require(shown.first?["account"])
            #expect(name.hasPrefix("p") && shown.allSatisfy { $0["of"] == id })
            bench.date.advance(by: .seconds(14 * 86_400))
            try await bench.finish()

            #expect(try await Self.events(bench.operators, "--account", id).isEmpty)
            #expect(try await Self.events(bench.operators).allSatisfy { $0["of"] == nil })
            try await bench.sweep("audit")
            let kept = try await Self.events(bench.operators, "--account", name)
            #expect(kept.allSatisfy { $0["of"] == nil && $0["account"] == name })
            #expect(
                kept.map { $0["kind"] }.filter { $0?.hasPrefix("account.") == true } == [
                    "account.registered", "account.closing", "account.kept", "account.closing", "account.deleted",
                ])
            let dump = try await data.sqlite(".dump")
            #expect(!dump.contains(id) && !dump.contains(FactorPerson.email))
            let left = dump.split(separator: "\n").filter { $0.contains(name) }
            // The name that is nobody's any more, in the trail and in what finds its events.
            let places = ["audit_events", "audit_marks"].map { "INSERT INTO \($0) " }
            #expect(!left.isEmpty && left.allSatisfy { line in places.contains { line.hasPrefix($0) } })

            // The address may come back, and nothing joins the two.
            try await bench.register()
            let anew = try #require(try await person.logIn().token)
            let other = try #require(try await person.ask(.get, "/auth/me", token: anew)["id"])
            try await bench.sweep("audit")
            let others = try await Self.events(bench.operators, "--account", other)
            #expect(!others.isEmpty && others.allSatisfy { $0["account"] != name })
        }
    }

    private struct Shown: Decodable {
        struct Item: Decodable {
            let account: String?
            let event: [String: String]
        }
        let events: [Item]
    }

    /// What `audit show` says, the earliest first; `of` is whose account it is about.
    private static func events(_ operators: OperatorsDesk, _ words: String...) async throws -> [[String: String]] {
        let output = await operators.run(["audit", "show", "--json", "-n", "10000"] + words)
        let shown = try JSONDecoder().decode(Shown.self, from: Data(output.utf8))
        return shown.events.reversed().map { item in
            item.event.merging(item.account.map { ["of": $0] } ?? [:]) { $1 }
        }
    }
}
