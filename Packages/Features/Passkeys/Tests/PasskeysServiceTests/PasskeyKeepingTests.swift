import AccountsServiceAPI
import AccountsServiceTesting
import CoreModels
import CryptographyAPI
import FoundationEssentials
import HTTPTypes
import KernelTesting
import Locking
import PasskeysContract
import PasskeysTesting
import SQLStoreAPI
import SessionsServiceAPI
import SessionsServiceTesting
import Testing

/// Making passkeys, naming them, and taking them away.
struct PasskeyKeepingTests {
    private func passkeys(_ server: PasskeyServer, _ person: PasskeyServer.Person) async throws
        -> [PasskeysContract.Passkey]
    {
        try await server.send(.get, PasskeysContract.passkeysPath, by: person.token)
            .decode(PasskeysContract.Passkeys.self).passkeys
    }

    @Test(.requirement("PASSKEY-02")) func whatIsAskedNamesNobodyElsewhere() async throws {
        let server = try await PasskeyServer(), ana = try await server.register()
        let telephone = ScriptedAuthenticator(server.cryptography)
        #expect(try await server.add(telephone, to: ana).status == .created)
        let question = try await server.send(.post, PasskeysContract.makingPath, by: ana.token)
            .decode(PasskeysContract.MakingQuestion.self)
        #expect(question.attestation == "none" && question.rp.id == "essential.test")
        #expect(question.authenticatorSelection.residentKey == "required")
        #expect(question.authenticatorSelection.userVerification == "required")
        #expect(question.pubKeyCredParams.map(\.alg) == [-7, -8, -257])
        #expect(question.excludeCredentials.count == 1 && question.excludeCredentials[0].transports == ["internal"])
        #expect(try #require(Base64URL.decode(question.challenge)).count >= 32)
        let handle = try #require(Base64URL.decode(question.user.id))
        #expect(handle.count == 32 && handle.firstRange(of: Data(ana.user.id.description.utf8)) == nil)
    }

    @Test(.requirement("PASSKEY-02")) func tenAreKeptAndNoMore() async throws {
        let server = try await PasskeyServer(), ana = try await server.register()
        for number in 1...10 {
            server.accounts.date.advance(by: .seconds(1))
            let authenticator = ScriptedAuthenticator(server.cryptography)
            #expect(try await server.add(authenticator, to: ana, named: "Key \(number)").status == .created)
        }
        let eleventh = try await server.add(ScriptedAuthenticator(server.cryptography), to: ana)
        #expect(eleventh.status == .conflict && eleventh.code == "too_many_passkeys")
        #expect(try await passkeys(server, ana).map(\.name) == (1...10).map { "Key \($0)" })
    }

    @Test("What others added while they had the account lets nobody in", .requirement("DATA-02", "PASSKEY-02"))
    func whatOthersAddedGoes() async throws {
        let server = try await PasskeyServer(), ana = try await server.register()
        let hers = ScriptedAuthenticator(server.cryptography), theirs = ScriptedAuthenticator(server.cryptography)
        let bobs = ScriptedAuthenticator(server.cryptography)
        _ = try await server.add(hers, to: ana)
        server.accounts.date.advance(by: .seconds(60))
        let moment = server.accounts.date.value
        _ = try await server.add(theirs, to: ana)
        _ = try await server.add(bobs, to: try await server.register("bob@example.com"))
        try await server.record(.returned(ana.user, since: moment))
        #expect(try await server.logIn(theirs).code == "passkey_refused")
        for authenticator in [hers, bobs] { #expect(try await server.logIn(authenticator).status == .ok) }
    }

    @Test(
        "What somebody made before the address was proved, or shortly before it was recovered, lets nobody in",
        .requirement("PASSKEY-02"), arguments: [true, false])
    func whoReadsTheMailKeepsNoneOfOthers(isRecovered: Bool) async throws {
        let server = try await PasskeyServer(), ana = try await server.register()
        let early = ScriptedAuthenticator(server.cryptography), late = ScriptedAuthenticator(server.cryptography)
        _ = try await server.add(early, to: ana)
        server.accounts.date.advance(by: .seconds(60))
        let moment = server.accounts.date.value
        _ = try await server.add(late, to: ana)
        try await server.record(isRecovered ? .recovered(ana.user, since: moment) : .verified(ana.user, by: .reader))
        #expect(try await server.logIn(late).code == "passkey_refused")
        #expect(try await server.logIn(early).status == (isRecovered ? .ok : .unauthorized))
        #expect(server.letters == ["passkey-added", "passkey-added", "passkeys-not-kept"])
        // Whoever is in the account proved the address.
        _ = try await server.add(ScriptedAuthenticator(server.cryptography), to: ana)
        try await server.record(.verified(ana.user, by: .member))
        #expect(try await passkeys(server, ana).count == (isRecovered ? 2 : 1))
    }

    private static let changes: [Change] = [
        Change("passkey_invalid", { $0.origin = "https://evil.example" }),
        Change("passkey_invalid", { $0.party = "evil.example" }),
        Change("passkey_invalid", { $0.kind = "webauthn.get" }),
        Change("passkey_invalid", { $0.isFramed = true }), Change("passkey_unverified", { $0.isPresent = false }),
        Change("passkey_unverified", { $0.isVerified = false }),
        Change("passkey_invalid", { $0.backup = (false, true) }),
    ]

    /// Each by itself, everything else being right.
    @Test(.requirement("PASSKEY-02"), arguments: changes)
    func whatDoesNotHoldIsNotKept(_ change: Change) async throws {
        let server = try await PasskeyServer(), ana = try await server.register()
        var manner = server.manner
        change.apply(&manner)
        #expect(
            try await server.add(ScriptedAuthenticator(server.cryptography), to: ana, manner).code == change.code)
        #expect(try await passkeys(server, ana).isEmpty)
        #expect(server.letters == [])
    }

    @Test(.requirement("PASSKEY-02")) func anAnswerIsForOneSessionOnce() async throws {
        let server = try await PasskeyServer(), ana = try await server.register()
        let eva = try await server.register("eva@example.com"), telephone = ScriptedAuthenticator(server.cryptography)
        let question = try await server.send(.post, PasskeysContract.makingPath, by: ana.token).text
        let made = try telephone.make(question, server.manner)
        #expect(try await server.keep(made, for: eva).code == "passkey_question_over")
        #expect(try await server.keep(made, for: ana).status == .created)
        #expect(try await server.keep(made, for: ana).code == "passkey_question_over")
        server.accounts.date.advance(by: .seconds(1))
        let late = try telephone.make(question, server.manner)
        #expect(try await server.keep(late, for: ana).code == "passkey_question_over")
    }

    /// A passkey is as good as two things: who got in with one would have the other lifted.
    @Test(.requirement("PASSKEY-02", "MFA-03")) func whereAFactorIsInForceChangesTakeIt() async throws {
        let isOn = Locked(false)
        let server = try await PasskeyServer(states: [AccountStatesStub { _ in isOn.current ? [.protected] : [] }])
        let ana = try await server.register(), telephone = ScriptedAuthenticator(server.cryptography)
        let id = try await server.add(telephone, to: ana).decode(PasskeysContract.Passkey.self).id
        let asked = try await server.send(.post, PasskeysContract.makingPath, by: ana.token).text
        isOn.withLock { $0 = true }
        let key = ScriptedAuthenticator(server.cryptography), made = try key.make(asked, server.manner)
        for reply in [
            try await server.add(key, to: ana), try await server.keep(made, for: ana),
            try await server.send(.delete, PasskeysContract.passkeyPath(of: id), by: ana.token),
        ] {
            #expect(reply.status == .unauthorized && reply.code == "insufficient_user_authentication")
        }
        #expect(try await passkeys(server, ana).map(\.id) == [id])
        let date = server.accounts.date.value
        try await server.accounts.database.write { db in
            for row in try db.values("SELECT id FROM sessions", as: SessionID.self) {
                let both = Authentication([.password, .oneTimeCode], at: date)
                try server.accounts.server.reauthentication.record(both, in: row, db)
            }
        }
        #expect(try await server.add(key, to: ana).status == .created)
        #expect(
            try await server.send(.delete, PasskeysContract.passkeyPath(of: id), by: ana.token).status == .noContent)
    }

    @Test(.requirement("PASSKEY-02", "EXT-12")) func whoHasNotProvedTheAddressMakesNone() async throws {
        let server = try await PasskeyServer(), eve = try await server.register(isVerified: false)
        #expect(try await server.add(ScriptedAuthenticator(server.cryptography), to: eve).code == "email_not_verified")
    }

    @Test(.requirement("PASSKEY-02")) func aPasskeyIsRenamedAndRemoved() async throws {
        let server = try await PasskeyServer(), ana = try await server.register()
        let eva = try await server.register("eva@example.com"), telephone = ScriptedAuthenticator(server.cryptography)
        let id = try await server.add(telephone, to: ana).decode(PasskeysContract.Passkey.self).id
        let path = PasskeysContract.passkeyPath(of: id)
        #expect(
            try await server.send(.post, path + "/name", #"{"name":"  My telephone "}"#, by: ana.token).status == .ok)
        #expect(try await passkeys(server, ana).map(\.name) == ["My telephone"])
        for name in ["", " ", "a\\u202eb", "a\\nb", String(repeating: "x", count: 65)] {
            let reply = try await server.send(.post, path + "/name", #"{"name":"\#(name)"}"#, by: ana.token)
            #expect(reply.status == .unprocessableContent)
        }
        // Somebody else's isn't there.
        #expect(try await server.send(.post, path + "/name", #"{"name":"x"}"#, by: eva.token).code == "unknown_passkey")
        #expect(try await server.send(.delete, path, by: eva.token).code == "unknown_passkey")
        #expect(try await server.send(.delete, path, by: ana.token).status == .noContent)
        #expect(try await server.send(.delete, path, by: ana.token).code == "unknown_passkey")
        #expect(server.letters == ["passkey-added", "passkey-removed"])
        #expect(Set(server.letters).isSubset(of: server.templates))
        #expect(try await server.logIn(telephone).code == "passkey_refused")
    }

    @Test(.requirement("PASSKEY-02", "MFA-03")) func aDeviceThatATypedCodeLetInRenamesNone() async throws {
        let server = try await PasskeyServer(), ana = try await server.register()
        let id = try await server.add(ScriptedAuthenticator(server.cryptography), to: ana)
            .decode(PasskeysContract.Passkey.self).id
        let issuing = server.accounts.server.issuing
        let own = try await issuing.issueSession(for: ana.user, on: .init())
        let admission = try await issuing.admit(ana.user, vouchedForBy: own.id, by: .device, on: .init()) { _, _ in true
        }
        let stranger = try await issuing.issueSession(admission, on: .init()).grant.accessToken
        let reply = try await server.send(
            .post, PasskeysContract.passkeyPath(of: id) + "/name", #"{"name":"Mine"}"#, by: stranger)
        #expect(reply.status == .unauthorized && reply.code == "insufficient_user_authentication")
        #expect(try await passkeys(server, ana).map(\.name) == ["Telephone"])
    }

    /// What began with a passkey doesn't outlive it.
    @Test(.requirement("PASSKEY-02", "SESS-11")) func theSessionsOfAPasskeyEndWithIt() async throws {
        let server = try await PasskeyServer(), ana = try await server.register()
        let lost = ScriptedAuthenticator(server.cryptography), kept = ScriptedAuthenticator(server.cryptography)
        let id = try await server.add(lost, to: ana).decode(PasskeysContract.Passkey.self).id
        _ = try await server.add(kept, to: ana)
        func come(_ authenticator: ScriptedAuthenticator) async throws -> Secret {
            try await server.logIn(authenticator).decode(PasskeysContract.LoggedIn.self).token.accessToken
        }
        let asking = try await come(lost), stranger = try await come(lost), other = try await come(kept)
        #expect(try await server.send(.delete, PasskeysContract.passkeyPath(of: id), by: asking).status == .noContent)
        var statuses: [HTTPStatus] = []
        for token in [ana.token, asking, stranger, other] {
            statuses.append(try await server.send(.get, PasskeysContract.passkeysPath, by: token).status)
        }
        #expect(statuses == [.ok, .ok, .unauthorized, .ok])
        let events = try await server.accounts.database.read { db in
            try db.values(
                "SELECT detail FROM security_events WHERE kind <> 'suspicious_access' AND detail IS NOT NULL ORDER BY id",
                as: String.self)
        }
        #expect(events == ["passkey added", "passkey added", "passkey removed", "way_in_removed"])
    }

    /// A flag is one character of eight bytes.
    @Test(
        .requirement("PASSKEY-02"),
        arguments: [
            (String(repeating: "x", count: 64), true), (String(repeating: "x", count: 65), false),
            (String(repeating: "🇪🇸", count: 32), true), (String(repeating: "🇪🇸", count: 33), false),
        ]) func aNameHas64CharactersThatAreNotTooLong(name: String, isKept: Bool) async throws
    {
        let server = try await PasskeyServer(), ana = try await server.register()
        let reply = try await server.add(ScriptedAuthenticator(server.cryptography), to: ana, named: name)
        #expect(reply.status == (isKept ? .created : .unprocessableContent))
    }

    @Test(.requirement("PASSKEY-04")) func theLastWayInStays() async throws {
        let server = try await PasskeyServer(), ana = try await server.register()
        let authenticators = [ScriptedAuthenticator(server.cryptography), ScriptedAuthenticator(server.cryptography)]
        var paths: [String] = []
        for authenticator in authenticators {
            let id = try await server.add(authenticator, to: ana).decode(PasskeysContract.Passkey.self).id
            paths.append(PasskeysContract.passkeyPath(of: id))
        }
        server.hasPassword.withLock { $0 = false }
        // Of two at once, one stays.
        async let first = server.send(.delete, paths[0], by: ana.token)
        async let second = server.send(.delete, paths[1], by: ana.token)
        let replies = try await [first, second]
        #expect(replies.count { $0.status == .noContent } == 1)
        #expect(replies.count { $0.code == "last_way_in" } == 1)
        #expect(try await passkeys(server, ana).count == 1)
    }

    @Test(.requirement("PASSKEY-02")) func changingThemTakesARecentAuthentication() async throws {
        let server = try await PasskeyServer(), ana = try await server.register()
        let id = try await server.add(ScriptedAuthenticator(server.cryptography), to: ana)
            .decode(PasskeysContract.Passkey.self).id
        server.accounts.date.advance(by: .seconds(301))
        for (method, path) in [
            (HTTPMethod.post, PasskeysContract.makingPath), (.delete, PasskeysContract.passkeyPath(of: id)),
        ] {
            let reply = try await server.send(method, path, by: ana.token)
            #expect(reply.status == .unauthorized && reply.code == "insufficient_user_authentication")
        }
    }
}
