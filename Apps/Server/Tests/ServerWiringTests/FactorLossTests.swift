import FoundationEssentials
import HTTPServingAPI
import HTTPTypes
import KernelTesting
import ServerTesting
import Testing

/// Losing the authenticator and all recovery codes: days of waiting, letters, and
/// many ways for the owner to take it back.
struct FactorLossTests {
    private let folder: TemporaryFolder
    private let date = ManualDate()
    private let server: ComposedServer
    private let person: FactorPerson

    init() throws {
        folder = try TemporaryFolder()
        server = try ComposedServer(folder: folder.path, date: date, settings: ["limits.enabled": "false"])
        person = FactorPerson(server: server, date: date)
    }

    @Test(.requirement("MFA-05")) func afterAWeekThePasswordIsEnough() async throws {
        let date = date, person = person
        try await server.run {
            let (token, secret, codes) = try await person.withFactor()
            date.advance(by: .seconds(60))
            let reported = try await person.lose(try await person.ticket())
            #expect(reported.status == 202)
            let end = try #require(reported["factor_ends_at"])
            #expect(try await person.factors(token)["factor_ends_at"] == .string(end))
            date.advance(by: .seconds(7 * 86_400 - 1))
            #expect(try await person.logIn().code == "second_factor_required")
            #expect(
                try await person.lose(try await person.ticket())["factor_ends_at"] == end,
                "saying it again changes nothing")
            date.advance(by: .seconds(1))
            let open = try await person.logIn()
            #expect(open.status == 200)
            #expect(person.letters == ["second-factor-on", "second-factor-lost", "second-factor-off"])
            let session = try #require(open.token)
            #expect(try await person.references(session) == ["pwd"])
            #expect(try await person.factors(session)["authenticator_since"] == nil)
            #expect(try await person.factors(session)["recovery_codes_left"] == .integer(0))
            // Another one can be set up; what was lost is worth nothing.
            let next = try await person.begin(session)
            #expect(next != secret)
            let others = try await person.turnOn(next, session)
            #expect(Set(others).isDisjoint(with: codes))
            #expect(
                person.letters == ["second-factor-on", "second-factor-lost", "second-factor-off", "second-factor-on"])
            #expect(try await person.prove(codes[0], try await person.ticket()).code == "wrong_code")
        }
    }

    /// It is too late to take it back, and that is told at once.
    @Test(.requirement("MFA-05")) func anotherPasswordAfterTheEndTellsOfIt() async throws {
        let date = date, person = person
        try await server.run {
            _ = try await person.withFactor()
            #expect(try await person.lose(try await person.ticket()).status == 202)
            date.advance(by: .seconds(7 * 86_400))
            try await person.resetPassword()
            let told = ["second-factor-on", "second-factor-lost", "second-factor-off"]
            #expect(person.letters == told)
            #expect(try await person.logIn(password: FactorPerson.otherPassword).status == 200)
            #expect(person.letters == told)
        }
    }

    @Test(.requirement("MFA-05"), arguments: ["code", "recovery code", "session", "password"])
    func theOwnerTakesItBack(by means: String) async throws {
        let date = date, person = person
        try await server.run {
            let (token, secret, codes) = try await person.withFactor()
            date.advance(by: .seconds(60))
            let stolen = try await person.ticket()
            #expect(try await person.lose(stolen).status == 202)
            var password = FactorPerson.password
            switch means {
            case "code":
                #expect(try await person.prove(try person.code(secret), try await person.ticket()).status == 200)
            case "recovery code": #expect(try await person.prove(codes[3], try await person.ticket()).status == 200)
            case "session":
                #expect(try await person.ask(.delete, "/auth/factors/loss", token: token).status == 204)
            default:
                try await person.resetPassword()
                password = FactorPerson.otherPassword
                #expect(try await person.lose(stolen).code == "login_expired", "what the other password gave is void")
            }
            #expect(person.letters.contains("second-factor-stays"))
            date.advance(by: .seconds(8 * 86_400))
            #expect(try await person.logIn(password: password).code == "second_factor_required")
        }
    }

    @Test(.requirement("MFA-05")) func whoeverHasNoTicketSaysNothing() async throws {
        let person = person
        try await server.run {
            _ = try await person.withFactor()
            for ticket in ["", "x", String(repeating: "x", count: 43), String(repeating: "x", count: 4_000)] {
                let answer = try await person.lose(ticket)
                #expect(answer.status == 401 && answer.code == "login_expired", "\(ticket.count)")
            }
            #expect(person.letters == ["second-factor-on"])
        }
    }

    @Test(.requirement("MFA-05")) func ofManyReportsAtOnceOneCounts() async throws {
        let person = person
        try await server.run {
            _ = try await person.withFactor()
            let ticket = try await person.ticket()
            let ends = try await withThrowingTaskGroup(of: String?.self) { group in
                for _ in 0..<32 { group.addTask { try await person.lose(ticket)["factor_ends_at"] } }
                return try await group.reduce(into: Set<String?>()) { $0.insert($1) }
            }
            #expect(ends.count == 1 && !ends.contains(nil))
            #expect(person.letters == ["second-factor-on", "second-factor-lost"])
        }
    }

    @Test(.requirement("MFA-05")) func askingWhatItMeansSaysNothing() async throws {
        let person = person
        try await server.run {
            let (token, _, _) = try await person.withFactor()
            let ticket = try await person.ticket()
            let foreseen = try await person.ask(.post, "/auth/login/code/loss/question", ["ticket": ticket])
            #expect(foreseen.status == 200)
            #expect(try await person.factors(token)["factor_ends_at"] == nil)
            #expect(person.letters == ["second-factor-on"])
            #expect(try await person.lose(ticket)["factor_ends_at"] == foreseen["factor_ends_at"])
        }
    }

    @Test(.requirement("MFA-05")) func whoSaysItTooOftenIsToldAndAnotherPasswordEndsThat() async throws {
        let date = date, person = person
        try await server.run {
            let (token, _, _) = try await person.withFactor()
            for _ in 0..<3 {
                #expect(try await person.lose(try await person.ticket()).status == 202)
                #expect(try await person.ask(.delete, "/auth/factors/loss", token: token).status == 204)
            }
            // Before a date is told as well.
            let path = "/auth/login/code/loss"
            for path in [path + "/question", path] {
                let refused = try await person.ask(.post, path, ["ticket": try await person.ticket()])
                #expect(refused.status == 429 && refused.code == "too_many_losses")
            }
            date.advance(by: .seconds(60))
            try await person.resetPassword()
            let other = try await person.logIn(password: FactorPerson.otherPassword)
            #expect(try await person.lose(try #require(other["ticket"])).status == 202)
        }
    }

    /// Whoever has the password of somebody with a factor doesn't get in since an
    /// operator left a plugin out.
    @Test(.requirement("MFA-01", "MFA-05", "D22")) func withoutThePluginTheServerDoesNotStart() async throws {
        let folder = folder, date = date, person = person
        let disabled = ["limits.enabled": "false", "plugins.disabled": "second-factor"]
        let none = try TemporaryFolder()
        try await ComposedServer(folder: none.path, date: date, settings: disabled).run {}
        _ = try await server.run { try await person.withFactor() }
        let refusal = await #expect(throws: (any Error).self) {
            try await ComposedServer(folder: folder.path, date: date, settings: disabled).run {}
        }
        #expect(refusal.map { "\($0)".contains("may_be_left_out") } == true, "\(refusal as Any)")
        let meant = disabled.merging(["second_factor.may_be_left_out": "true"]) { $1 }
        let open = try ComposedServer(folder: folder.path, date: date, settings: meant)
        let stranger = FactorPerson(server: open, date: date)
        #expect(try await open.run { try await stranger.logIn() }.status == 200)
        // What they turned on is there when the plugin comes back.
        let again = try ComposedServer(folder: folder.path, date: date, settings: ["limits.enabled": "false"])
        let owner = FactorPerson(server: again, date: date)
        #expect(try await again.run { try await owner.logIn() }.code == "second_factor_required")
    }

    @Test(.requirement("MFA-05")) func anOperatorMayWantToBeAsked() async throws {
        let folder = try TemporaryFolder()
        let server = try ComposedServer(
            folder: folder.path, date: date, settings: ["limits.enabled": "false", "second_factor.loss_delay": "0s"])
        let person = FactorPerson(server: server, date: date)
        try await server.run {
            _ = try await person.withFactor()
            let answer = try await person.lose(try await person.ticket())
            #expect(answer.status == 403 && answer.code == "factor_stays")
            let ticket = try await person.ticket()
            let foreseen = try await person.ask(.post, "/auth/login/code/loss/question", ["ticket": ticket])
            #expect(foreseen.status == 403 && foreseen.code == "factor_stays")
        }
    }
}
