import AccountsServiceAPI
import AccountsServiceTesting
import ConsoleTesting
import CoreModels
import CryptographyAPI
import CryptographyTesting
import FoundationEssentials
import KernelTesting
import OperatingTesting
import SQLStoreAPI
import Testing

/// People who arrive from other account systems.
@Suite(.timeLimit(.minutes(10)))
struct ArrivingTests {
    /// How many there are of each system; at night ten thousand.
    private static let people =
        ProcessInfo.processInfo.environment["ESSENTIAL_IMPORT_PEOPLE"].flatMap { Int($0) } ?? 300
    private static let password = "contraseña vieja"

    @Test func theCommandsAreWellFormed() async throws {
        try await ArrivalServer().commands.expectWellFormed()
    }

    /// By hashes that another implementation made.
    @Test(
        .requirement("IMPORT-01", "IMPORT-02", "IMPORT-03", "IMPORT-09"),
        arguments: ["keycloak", "supabase", "pocketbase"])
    func everybodyLogsInWithTheOldPassword(system: String) async throws {
        let server = try await ArrivalServer(), export = try await Export.make(system, of: Self.people)
        let plan = try await server.take(system, export)
        #expect(plan.report?.applied == false && plan.report?.sum["taken"] == Self.people, "\(plan.text.count)")
        #expect(try await server.rows(of: "accounts", ordered: "email").isEmpty && server.deeds.done.isEmpty)

        let taken = try await server.take(system, export, "--apply")
        #expect(taken.report?.sum == plan.report?.sum && taken.outcomes == plan.outcomes)
        #expect(server.deeds.done.count == Self.people + 1)
        #expect(
            server.deeds.done.contains(
                .init("accounts-imported", "\(system) taken=\(Self.people) taken_before=0 address_taken=0 refused=0")))
        let before = try await server.rows(of: "accounts", ordered: "password_hash")
        let again = try await server.take(system, export, "--apply")
        #expect(again.report?.sum["taken_before"] == Self.people && server.deeds.done.count == Self.people + 1)
        #expect(try await server.rows(of: "accounts", ordered: "password_hash") == before)

        for number in 0..<Self.people {
            let address = "person\(number)@example.com"
            #expect(try await !server.isIn(address, "password of \(number + 1)"))
            #expect(try await server.isIn(address, "password of \(number)"), "\(number)")
        }
        let after = try await server.rows(of: "accounts", ordered: "password_hash")
        #expect(after.allSatisfy { $0.hasPrefix("$scrypt$") } && after.count == Self.people)
        #expect(try await server.rows(of: "accounts WHERE foreign_derivation IS NOT NULL", ordered: "email").isEmpty)
        #expect(try await server.isIn("person0@example.com", "password of 0"), "by the hash of this server")
        if system != "pocketbase" {
            #expect(taken.report?.notes["second_factor"] == (Self.people + 9) / 10)
            #expect(try await server.rows(of: "authenticators", ordered: "user_id").count == (Self.people + 9) / 10)
        }
    }

    /// The work of a login with a wrong password is that of one for an address of which nobody knows.
    @Test(.requirement("IMPORT-05")) func theWorkOfALoginTellsNothing() async throws {
        let hashing = InsecurePasswordHashing(), server = try await ArrivalServer(hashing: hashing)
        _ = try await server.running.accounts.createAccount(
            name: "Ada", email: try #require(EmailAddress("ada@example.com")), password: Secret("own password"))
        let export = Export.realm(
            Export.user(1, "ana@example.com", Export.password),
            Export.user(2, "ben@example.com", Export.password.replacing("1000", with: "2000")),
            Export.user(3, "cleo@example.com"))
        #expect(try await server.take("keycloak", export, "--apply").report?.sum["taken"] == 3)
        var works: [[InsecurePasswordHashing.Call]] = []
        for name in ["ana", "ben", "cleo", "ada", "nobody"] {
            let before = hashing.calls.count
            #expect(try await !server.isIn("\(name)@example.com", "wrong"))
            works.append(Array(hashing.calls.dropFirst(before)))
        }
        let kinds: [InsecurePasswordHashing.Call] = try ["i=1000", "i=2000"].map {
            .verifyForeignDecoy(try #require(ForeignDerivation("pbkdf2-sha256,\($0),l=32")))
        }
        #expect(works[0] == [.verifyDecoy, .verify, kinds[1]] && works[1] == [.verifyDecoy, kinds[0], .verify])
        #expect(works[2] == [.verifyDecoy] + kinds && works[4] == works[2])
        #expect(works[3] == [.verify] + kinds)
    }

    /// Another password takes the place of an old one as of any other, and the old one is among those that were.
    @Test(.requirement("IMPORT-01")) func aPasswordIsReplacedBeforeTheFirstLogin() async throws {
        let server = try await ArrivalServer(), email = try #require(EmailAddress("ana@example.com"))
        _ = try await server.take(
            "keycloak", Export.realm(Export.user(1, "ana@example.com", Export.password)), "--apply")
        let user = try #require(try await server.running.accounts.account(email: email))
        let passwords = server.running.passwords
        #expect(try await passwords.hadPassword(Secret(Self.password), user.id, since: .distantPast))
        let prepared = try await passwords.prepare(Secret("another password"))
        try await server.running.database.write { db in
            _ = try passwords.replacePassword(of: user.id, at: email, with: prepared, keeping: nil, in: db)
        }
        #expect(try await !server.isIn("ana@example.com", Self.password))
        #expect(try await server.isIn("ana@example.com", "another password"))
        #expect(try await server.rows(of: "accounts WHERE foreign_derivation IS NOT NULL", ordered: "email").isEmpty)
        #expect(try await passwords.hadPassword(Secret(Self.password), user.id, since: .distantPast))
        let count = try await server.running.database.read { db in
            try passwords.countWays(into: user.id, in: db)
        }
        #expect(count == 1)
    }

    @Test(.requirement("IMPORT-04", "IMPORT-07")) func eachIsToldWhatBecomesOfThem() async throws {
        let server = try await ArrivalServer()
        let ada = try await server.running.accounts.createAccount(
            name: "Ada", email: try #require(EmailAddress("ada@example.com")), password: Secret("own password"))
        let export = Export.realm(
            Export.user(1, "ADA@example.com", Export.password),
            Export.user(2, "ana+news@example.com", Export.password + #","firstName":"Ana","lastName":"Ñandú""#),
            Export.user(3, "δοκιμή@παράδειγμα.ελ", #","firstName":"Δοκιμή""#),
            Export.user(4, "ana＠example.com"), Export.user(5, ""), #"{"id":"6","username":"nobody"}"#,
            Export.user(7, "Ben@example.com"), Export.user(8, "bEN@EXAMPLE.com"),
            Export.user(9, "robot@example.com", #","serviceAccountClientId":"robot""#),
            Export.user(10, "out@example.com", #","enabled":false,"emailVerified":false"#)
                .replacing(#""emailVerified":true,"enabled":true,"#, with: ""),
            Export.user(
                11, "roles@example.com",
                #","realmRoles":["admin"],"federatedIdentities":[{"identityProvider":"google"}],"requiredActions":["UPDATE_PASSWORD"],"firstName":"Essential""#
            ),
            Export.user(12, "key@example.com", #","credentials":[{"type":"webauthn"}]"#),
            Export.user(13, "pass@example.com", #","credentials":[{"type":"webauthn-passwordless"}]"#),
            Export.user(14, "long\u{1F468}\u{200B}@example.com"))
        let run = try await server.take("keycloak", export, "--apply")
        #expect(
            run.outcomes == [
                "address_taken", "taken", "taken no_password", "invalid_address", "invalid_address", "invalid_address",
                "duplicate", "duplicate", "service_account", "taken unverified suspended no_password",
                "taken no_password name_replaced provider_links_left roles_left required_actions_left",
                "factor_not_taken", "taken no_password passkeys_left", "invalid_address",
            ])
        #expect(try await server.logIn("ada@example.com", "own password") == .accepted(ada, replacements: 0))
        #expect(try await server.isIn("ANA+NEWS@example.com", Self.password))
        #expect(
            try await server.rows(of: "accounts", ordered: "name") == [
                "Ada", "Ana Ñandú", "u10", "u11", "u13", "Δοκιμή",
            ])
        let more = try await server.take("keycloak", export, "--apply", "--without-factors")
        #expect(
            more.outcomes[11] == "taken no_password second_factor_left passkeys_left" && more.report?.sum["taken"] == 1)
        #expect(try await server.rows(of: "accounts WHERE suspended_at IS NOT NULL", ordered: "name") == ["u10"])
        #expect(try await server.rows(of: "accounts WHERE verified_at IS NULL", ordered: "name") == ["Ada", "u10"])
    }

    @Test(.requirement("IMPORT-07")) func whoHasAnAuthenticatorIsNotTakenWhereNobodyAsksForIt() async throws {
        let server = try await ArrivalServer(asksForFactors: false), export = try await Export.make("supabase", of: 2)
        #expect(try await server.take("supabase", export, "--apply").outcomes == ["factor_not_taken", "taken"])
    }

    /// Whoever came isn't taken again, whatever became of them here.
    @Test(.requirement("IMPORT-03")) func nobodyComesTwice() async throws {
        let server = try await ArrivalServer(), export = try await Export.make("pocketbase", of: 2)
        _ = try await server.take("pocketbase", export, "--apply")
        try await server.running.database.write { db in
            try db.run("DELETE FROM accounts WHERE email = \("person0@example.com")")
            try db.run("UPDATE accounts SET email = \("new@example.com"), canonical_email = \("new@example.com")")
        }
        #expect(try await server.take("pocketbase", export, "--apply").outcomes == ["taken_before", "taken_before"])
        #expect(try await server.rows(of: "accounts", ordered: "email") == ["new@example.com"])
    }

    @Test(.requirement("IMPORT-03")) func twoAtOnceAreOne() async throws {
        let server = try await ArrivalServer(), export = try await Export.make("keycloak", of: 150)
        async let first = server.take("keycloak", export, "--apply")
        async let second = server.take("keycloak", export, "--apply")
        let runs = try await [first, second]
        #expect(runs.map { $0.report?.sum["taken"] ?? 0 }.reduce(0, +) == 150)
        #expect(try await server.rows(of: "accounts", ordered: "email").count == 150)
        #expect(try await server.rows(of: "authenticators", ordered: "user_id").count == 15)
    }

    @Test(.requirement("IMPORT-06")) func hashesThatCostTooMuchAreLeft() async throws {
        let server = try await ArrivalServer()
        func hashed(_ number: Int, _ iterations: String, _ algorithm: String = "pbkdf2-sha256", _ more: String = "")
            -> String
        {
            let iterated = Export.password.replacing("1000", with: iterations)
            let named = iterated.replacing("pbkdf2-sha256", with: algorithm)
            let ending = "\\\"" + more + "}\"}]"
            return Export.user(number, "u\(number)@example.com", named.replacing("\\\"}\"}]", with: ending))
        }
        func memory(_ kib: String) -> String {
            #",\"additionalParameters\":{\"type\":[\"id\"],\"version\":[\"1.3\"],\"memory\":[\"\#(kib)\"],\"parallelism\":[\"1\"]}"#
        }
        let run = try await server.take(
            "keycloak",
            Export.realm(
                hashed(1, "1000000000"), hashed(2, "-1"), hashed(3, "1e400"),
                hashed(4, "1", "argon2", memory("4194304")),
                hashed(5, "1", "argon2", memory("99999999999999999999")), hashed(6, "1", "bcrypt"), hashed(7, "1000"),
                hashed(8, "1", "argon2", memory("64"))), "--apply")
        #expect(
            run.outcomes.map { $0.replacing("taken ", with: "") } == [
                "password_beyond_limits", "password_beyond_limits", "password_malformed", "password_beyond_limits",
                "password_malformed", "password_unknown_algorithm", "taken", "taken",
            ])
        // The commonest four kinds, those that are here first.
        let kinds = try await server.take(
            "keycloak", Export.realm(hashed(11, "11"), hashed(12, "12"), hashed(13, "13"), hashed(14, "13")), "--apply")
        #expect(kinds.outcomes == ["taken", "taken password_too_many_kinds", "taken", "taken"])
    }
}
