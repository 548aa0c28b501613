import AccountsServiceAPI
import AccountsServiceTesting
import CoreModels
import CryptographyAPI
import ExternalProvidersContract
import ExternalProvidersTesting
import FoundationEssentials
import HTTPTransportAPI
import HTTPTypes
import KernelTesting
import SQLStoreAPI
import Testing

/// Somebody wants to get into somebody else's account by way of a provider.
///
/// Whatever they try, the account is as it was.
struct TakeOverTests {
    struct Attack: CustomTestStringConvertible, Sendable {
        /// What is tried.
        let name: String
        /// What comes of it.
        let result: String
        let run: @Sendable (Stage) async throws -> String

        init(_ name: String, _ result: String, _ run: @escaping @Sendable (Stage) async throws -> String) {
            (self.name, self.result, self.run) = (name, result, run)
        }

        var testDescription: String { name }
    }

    private static func saying(
        _ name: String, _ result: String, _ changes: [String: ScriptedProvider.Value], without left: Set<String> = []
    ) -> Attack {
        Attack(name, result) { stage in
            stage.says(changes, without: left)
            return try await stage.signIn()
        }
    }

    private static func tampering(_ name: String, _ tamper: @escaping @Sendable (String) -> String) -> Attack {
        Attack(name, "answer_not_believed") { stage in
            stage.says(["sub": .text("subject-1")])
            stage.server.provider.says { $0.tamper = tamper }
            return try await stage.signIn()
        }
    }

    private static func header(_ json: String, of token: String) -> String {
        ([Base64URL.encode(Data(json.utf8))] + token.split(separator: ".").dropFirst().map(String.init))
            .joined(separator: ".")
    }

    // MARK: By her address

    static let addresses: [Attack] = [
        saying("her address, for which the provider vouches", "has to log in to it", ["email_verified": .bool(true)]),
        saying("her address, for which nobody vouches", "address_not_vouched", ["email_verified": .bool(false)]),
        saying("her address and a word for yes", "address_not_vouched", ["email_verified": .text("yes")]),
        saying("her address and a number for yes", "address_not_vouched", ["email_verified": .number(1)]),
        saying("her address and no word", "address_not_vouched", [:], without: ["email_verified"]),
        saying("her address in capitals", "has to log in to it", ["email": .text("ANA@EXAMPLE.COM")]),
        saying("her address with a space", "has to log in to it", ["email": .text("ana@example.com ")]),
        saying("her address and another one", "address_not_vouched", ["email": .text("ana@example.com,m@example.org")]),
        saying("her address with a line break", "address_not_vouched", ["email": .text("ana@example.com\n")]),
        saying("her address as a list", "address_not_vouched", ["email": .list(["ana@example.com"])]),
        saying("an address that looks like hers", "in their own", ["email": .text("an\u{0430}@example.com")]),
        Attack("an address that was changed to hers at the provider", "in their own") { stage in
            stage.says(["email": .text("new@example.org")])
            _ = try await stage.signIn()
            stage.says([:])
            return try await stage.signIn()
        },
        Attack("her address, linked without logging in", "authentication_required") { stage in
            stage.says([:])
            return try await stage.take(stage.offer(), by: nil)
        },
        Attack("her address, linked by who is logged in elsewhere", "attempt_over") { stage in
            stage.says([:])
            return try await stage.take(stage.offer(), by: stage.mallory.token)
        },
    ]

    // MARK: As her subject

    static let subjects: [Attack] = [
        saying(
            "her subject of another issuer", "answer_not_believed",
            [
                "sub": .text("subject-1"), "iss": .text("https://evil.example"),
            ]),
        saying(
            "her subject of an issuer with a slash", "answer_not_believed",
            [
                "sub": .text("subject-1"), "iss": .text("https://id.example/"),
            ]),
        saying("her subject in capitals", "has to log in to it", ["sub": .text("SUBJECT-1")]),
        saying("her subject with a space", "has to log in to it", ["sub": .text("subject-1 ")]),
        saying("her subject with a zero", "answer_not_believed", ["sub": .text("subject-1\u{0}")]),
        saying(
            "her subject for another client", "answer_not_believed",
            [
                "sub": .text("subject-1"), "aud": .text("evil-client"),
            ]),
        saying(
            "her subject made for another client", "answer_not_believed",
            [
                "sub": .text("subject-1"), "azp": .text("evil-client"),
            ]),
        saying(
            "her subject for several without saying for whom", "answer_not_believed",
            [
                "sub": .text("subject-1"), "aud": .list(["essential-client", "evil-client"]),
            ]),
        saying(
            "her token of another attempt", "answer_not_believed",
            [
                "sub": .text("subject-1"), "nonce": .text("hers"),
            ]),
        saying("her token without an attempt", "answer_not_believed", ["sub": .text("subject-1")], without: ["nonce"]),
        saying(
            "her old token", "answer_not_believed",
            [
                "sub": .text("subject-1"), "exp": .number(ManualDate().now().timeIntervalSince1970 - 3_600),
            ]),
        tampering("her subject, not signed") { token in
            header(#"{"alg":"none"}"#, of: token).split(separator: ".").prefix(2).joined(separator: ".") + "."
        },
        tampering("her subject, signed with what is public") { header(#"{"alg":"HS256"}"#, of: $0) },
        tampering("her subject, signed by a key in the token") { header(#"{"alg":"ES256","jwk":{}}"#, of: $0) },
        Attack("her subject, signed by somebody else", "answer_not_believed") { stage in
            stage.says(["sub": .text("subject-1")])
            try stage.server.provider.rotate()
            stage.server.provider.says { $0.publishesKey = false }
            stage.server.accounts.date.advance(by: .seconds(61))
            return try await stage.signIn()
        },
        Attack("her subject beside a token", "answer_not_believed") { stage in
            stage.server.accounts.date.advance(by: .seconds(3_601))
            stage.says([:], without: ["email"])
            stage.server.provider.says {
                $0.metadata["userinfo_endpoint"] = .text("https://id.example/userinfo")
                $0.userInfo = ["sub": .text("subject-1"), "email": .text("ana@example.com")]
            }
            return try await stage.signIn()
        },
        Attack("her subject after she unlinked it", "has to log in to it") { stage in
            let link = try await stage.server.send(.get, ExternalProvidersContract.waysPath, by: stage.ana.token)
                .decode(ExternalProvidersContract.Ways.self).links[0]
            _ = try await stage.server.send(
                .delete, ExternalProvidersContract.wayPath(of: link.id), by: stage.ana.token)
            stage.says(["sub": .text("subject-1")])
            return try await stage.signIn()
        },
    ]

    // MARK: By her browser, her code, her session

    static let attempts: [Attack] = [
        Attack("their answer in her browser", "attempt_over") { stage in
            let hers = try await stage.server.begin(), theirs = try await stage.server.begin()
            stage.says(["email": .text("mallory@example.org")])
            return try stage.result(
                await stage.server.answer(
                    hers.attempt, stage.server.provider.authorize(theirs.address), by: stage.ana.token))
        },
        Attack("their answer in her browser, which began nothing", "attempt_over") { stage in
            let theirs = try await stage.server.begin()
            return try stage.result(
                await stage.server.answer(
                    Secret(""), stage.server.provider.authorize(theirs.address), by: stage.ana.token))
        },
        Attack("her code in their attempt", "attempt_over") { stage in
            let hers = try await stage.server.begin(), theirs = try await stage.server.begin()
            var stolen = try stage.server.provider.authorize(theirs.address)
            stolen.code = try stage.server.provider.authorize(hers.address).code
            return try stage.result(await stage.server.answer(theirs.attempt, stolen))
        },
        Attack("her code and her state in their attempt", "attempt_over") { stage in
            let hers = try await stage.server.begin(), theirs = try await stage.server.begin()
            return try stage.result(
                await stage.server.answer(theirs.attempt, stage.server.provider.authorize(hers.address)))
        },
        Attack("her code and her state without her attempt", "attempt_over") { stage in
            let hers = try await stage.server.begin()
            let back = try stage.server.provider.authorize(hers.address)
            return try stage.result(await stage.server.answer(Secret(back.state), back))
        },
        Attack("her answer to another provider", "attempt_over") { stage in
            let hers = try await stage.server.begin()
            return try stage.result(
                await stage.server.answer(hers.attempt, stage.server.provider.authorize(hers.address), at: "evil"))
        },
        Attack("an answer that names another provider", "answer_not_believed") { stage in
            let hers = try await stage.server.begin()
            return try stage.result(
                await stage.server.answer(
                    hers.attempt, stage.server.provider.authorize(hers.address), issuer: "https://evil.example"))
        },
        Attack("what she links, taken by them after five minutes", "attempt_over") { stage in
            stage.says([:])
            let offer = try await stage.offer()
            stage.server.accounts.date.advance(by: .seconds(301))
            return try await stage.take(offer, by: stage.server.register("late@example.org").token)
        },
        Attack(
            "their account of the provider, linked by a session of hers that was left open",
            "insufficient_user_authentication"
        ) { stage in
            stage.server.accounts.date.advance(by: .seconds(290))
            stage.says(["email": .text("mallory@example.org")])
            let outcome = try await stage.server.signIn(by: stage.ana.token).decode(
                ExternalProvidersContract.Outcome.self)
            stage.server.accounts.date.advance(by: .seconds(11))
            return try await stage.take(#require(outcome.offer?.attempt), by: stage.ana.token)
        },
        Attack("her account of the provider, linked with theirs", "linked_elsewhere") { stage in
            stage.says(["sub": .text("subject-1")])
            return try await stage.signIn(by: stage.mallory.token)
        },
        Attack("her link, unlinked by them", "unknown_way_in") { stage in
            let link = try await stage.server.send(.get, ExternalProvidersContract.waysPath, by: stage.ana.token)
                .decode(ExternalProvidersContract.Ways.self).links[0]
            return try stage.result(
                await stage.server.send(
                    .delete, ExternalProvidersContract.wayPath(of: link.id), by: stage.mallory.token))
        },
        Attack("that she logged out, told by them", "notice_refused") { stage in
            let stranger = try ScriptedProvider(now: stage.server.accounts.date.now)
            return try stage.result(await stage.server.logOut(stranger.logoutToken()))
        },
    ]

    @Test(.requirement("EXT-05", "EXT-12"), arguments: addresses + subjects + attempts)
    func leavesTheAccountAsItWas(_ attack: Attack) async throws {
        let stage = try await Stage(), before = try await stage.account()
        #expect(before.count == 2)
        let unlinks = attack.name.hasSuffix("unlinked it")
        let result = try await attack.run(stage)
        #expect(result == attack.result)
        #expect(try await stage.account() == (unlinks ? Array(before.suffix(1)) : before))
        let password = try await stage.server.accounts.passwords.authenticate(
            email: stage.ana.user.email, password: Secret("correct horse battery"))
        #expect(password == .accepted(stage.ana.user, replacements: 0))
    }

    /// The table for people, `docs/attacks.md`.
    @Test func theDocumentNamesEachWithItsResult() throws {
        let root = "/" + #filePath.split(separator: "/").dropLast(6).joined(separator: "/")
        let text = String(decoding: try Data(contentsOf: URL(filePath: root + "/docs/attacks.md")), as: UTF8.self)
        let all = Self.addresses + Self.subjects + Self.attempts
        #expect(all.map { "| \($0.name) | `\($0.result)` |" }.filter { !text.contains($0) } == [])
    }

    /// An account that somebody made with an address that isn't theirs, and waits.
    @Test(
        .requirement("EXT-05", "EXTERNALPROVIDERS-01"),
        arguments: [("by a link", "email_not_verified"), ("by a word for their own address", "email_not_verified")])
    func nobodyWaitsInAnAccount(way: String, result: String) async throws {
        let server = try await ProviderServerSuite()
        let (_, mallory) = try await server.register("ana@example.com", isVerified: false)
        server.provider.says {
            $0.claims = ["sub": .text("mallory")]
            if way != "by a link" { $0.claims["email"] = .text("mallory@example.org") }
        }
        let offer = try #require(
            try await server.signIn(by: mallory).decode(ExternalProvidersContract.Outcome.self).offer)
        let reply = try await server.send(
            .post, ExternalProvidersContract.waysPath,
            ExternalProvidersContract.Acceptance(attempt: offer.attempt), by: mallory)
        #expect(reply.code == result)
        #expect(try await server.counts()[1] == 0)
    }
}
