import AccountsServiceTesting
import CoreModels
import CryptographyAPI
import FoundationEssentials
import HTTPTypes
import KernelTesting
import Locking
import PasskeysContract
import PasskeysService
import PasskeysTesting
import SQLStoreAPI
import SessionsServiceAPI
import SessionsServiceTesting
import TelemetryTesting
import Testing

/// Logging in with a passkey, and proving once more who one is.
struct PasskeyLoginTests {
    @Test(.requirement("PASSKEY-01", "PASSKEY-02", "D8"), arguments: [SignatureAlgorithm.es256, .edDSA])
    func aPasskeyLogsInWithoutAPassword(_ algorithm: SignatureAlgorithm) async throws {
        let server = try await PasskeyServer(), ana = try await server.register()
        let telephone = ScriptedAuthenticator(server.cryptography, algorithm)
        let added = try await server.add(telephone, to: ana)
        #expect(added.status == .created)
        #expect(server.letters == ["passkey-added"])
        let reply = try await server.logIn(telephone)
        #expect(reply.status == .ok)
        let session = try reply.decode(PasskeysContract.LoggedIn.self)
        #expect(session.user.id == ana.user.id)
        #expect(server.metrics.text.contains(#"essentiald_passkey_logins_total{result="success"} 1"#))
        let methods = try await server.accounts.database.read { db in
            try db.values("SELECT amr FROM sessions", as: String.self)
        }
        #expect(methods.sorted() == ["hwk,user", "pwd"])
        let list = try await server.send(.get, PasskeysContract.passkeysPath, by: session.token.accessToken)
        let passkey = try #require(try list.decode(PasskeysContract.Passkeys.self).passkeys.first)
        #expect(passkey.name == "Telephone" && passkey.usedAt != nil && passkey.copySeenAt == nil)
    }

    @Test(.requirement("PASSKEY-01", "DATA-04")) func aLoginThatTakesADeletionBackSaysSo() async throws {
        for (states, isSaid) in [([AccountStatesStub { _ in [.closing] }], true), ([], false)] {
            let server = try await PasskeyServer(states: states), ana = try await server.register()
            let telephone = ScriptedAuthenticator(server.cryptography)
            _ = try await server.add(telephone, to: ana)
            #expect(try await server.logIn(telephone).text.contains(#""account_kept":true"#) == isSaid)
        }
    }

    /// A question that was asked before somebody wanted the account deleted takes nothing back.
    @Test(.requirement("DATA-04")) func aQuestionOfBeforeTheDeletionLetsNobodyIn() async throws {
        let deletion = DeletionAskedStub(), server = try await PasskeyServer(states: [deletion])
        let telephone = ScriptedAuthenticator(server.cryptography, .es256), ana = try await server.register()
        #expect(try await server.add(telephone, to: ana).status == .created)
        let question = try await server.send(.post, PasskeysContract.loginQuestionPath)
        let answer = try #require(try telephone.answer(question.text, server.manner))
        server.accounts.date.advance(by: .seconds(2))
        deletion.ask(at: server.accounts.date.value)
        #expect(try await server.logIn(with: answer).code == "passkey_refused")
        #expect(try await server.logIn(telephone).status == .ok)
    }

    private static let changes: [Change] = [
        Change("passkey_invalid", { $0.origin = "https://essential.test.evil.example" }),
        Change("passkey_invalid", { $0.origin = "http://essential.test" }),
        Change("passkey_invalid", { $0.origin = "https://sub.essential.test" }),
        Change("passkey_invalid", { $0.origin = "https://essential.test:8443" }),
        Change("passkey_invalid", { $0.party = "evil.example" }),
        Change("passkey_invalid", { $0.party = "test" }),
        Change("passkey_invalid", { $0.kind = "webauthn.create" }),
        Change("passkey_invalid", { $0.kind = "payment.get" }),
        Change("passkey_invalid", { $0.isFramed = true }),
        Change("passkey_invalid", { $0.topOrigin = "https://evil.example" }),
        Change("passkey_unverified", { $0.isPresent = false }),
        Change("passkey_unverified", { $0.isVerified = false }),
        Change("passkey_invalid", { $0.backup = (false, true) }),
        Change("passkey_invalid", { $0.backup = (true, true) }),
        Change("passkey_refused", { $0.tampers = true }),
        Change("passkey_refused", { $0.userHandle = Data(repeating: 7, count: 32) }),
        Change("passkey_refused", { $0.userHandle = Data() }),
    ]

    /// Each by itself, everything else being right.
    @Test(.requirement("PASSKEY-01"), arguments: changes)
    func nothingElseCounts(_ change: Change) async throws {
        let server = try await PasskeyServer(), ana = try await server.register()
        let telephone = ScriptedAuthenticator(server.cryptography)
        #expect(try await server.add(telephone, to: ana).status == .created)
        let before = try await server.counts()
        var manner = server.manner
        change.apply(&manner)
        #expect(try await server.logIn(telephone, manner).code == change.code)
        #expect(try await server.counts() == before)
        // The passkey is as good as before.
        #expect(try await server.logIn(telephone).status == .ok)
    }

    @Test(.requirement("PASSKEY-01")) func anAnswerCountsOnceAndForFiveMinutes() async throws {
        let server = try await PasskeyServer(), ana = try await server.register()
        let telephone = ScriptedAuthenticator(server.cryptography)
        #expect(try await server.add(telephone, to: ana).status == .created)
        let question = try await server.send(.post, PasskeysContract.loginQuestionPath).text
        let answer = try #require(try telephone.answer(question, server.manner))
        #expect(try await server.logIn(with: answer).status == .ok)
        // Also where a counter would tell: the very same answer is no copy.
        #expect(try await server.logIn(with: answer).code == "passkey_question_over")
        #expect(
            try await server.logIn(with: try #require(try telephone.answer(question, server.manner))).code
                == "passkey_question_over")
        #expect(server.letters == ["passkey-added"])
        let late = try await server.send(.post, PasskeysContract.loginQuestionPath).text
        server.accounts.date.advance(by: .seconds(301))
        #expect(
            try await server.logIn(with: try #require(try telephone.answer(late, server.manner))).code
                == "passkey_question_over")
        // A question of nobody.
        let own =
            #"{"challenge":"\#(Base64URL.encode(Data(repeating: 1, count: 72)))","timeout":1,"#
            + #""rpId":"essential.test","userVerification":"required"}"#
        #expect(
            try await server.logIn(with: try #require(try telephone.answer(own, server.manner))).code
                == "passkey_question_over")
    }

    /// Until then it is known as one that was answered.
    @Test(.requirement("PASSKEY-01")) func anAnswerIsForgottenOnceItsQuestionIsTooOld() async throws {
        let server = try await PasskeyServer(), ana = try await server.register()
        #expect(try await server.add(ScriptedAuthenticator(server.cryptography), to: ana).status == .created)
        server.accounts.date.advance(by: .seconds(299))
        for expected in [1, 0] {
            for sweep in server.sweeps { try await server.accounts.database.write(.soon, sweep.body) }
            #expect(try await server.counts()[1] == expected)
            server.accounts.date.advance(by: .seconds(1))
        }
    }

    @Test(.requirement("PASSKEY-01")) func manyAtOnceGetOneSession() async throws {
        let server = try await PasskeyServer(), ana = try await server.register()
        let telephone = ScriptedAuthenticator(server.cryptography)
        #expect(try await server.add(telephone, to: ana).status == .created)
        let question = try await server.send(.post, PasskeysContract.loginQuestionPath).text
        var manner = server.manner
        manner.counts = false
        let cloud = ScriptedAuthenticator(server.cryptography)
        #expect(try await server.add(cloud, to: ana, manner).status == .created)
        let answer = try #require(try cloud.answer(question, manner))
        let statuses = try await withThrowingTaskGroup(of: HTTPStatus.self) { group in
            for _ in 0..<32 { group.addTask { try await server.logIn(with: answer).status } }
            return try await group.reduce(into: [HTTPStatus]()) { $0.append($1) }
        }
        #expect(statuses.count { $0 == .ok } == 1 && statuses.count { $0 == .gone } == 31)
    }

    @Test(.requirement("PASSKEY-02", "PASSKEYS-01"))
    func aCounterThatWentBackLetsNobodyInAndThePersonIsTold() async throws {
        let server = try await PasskeyServer(), ana = try await server.register()
        let stick = ScriptedAuthenticator(server.cryptography)
        #expect(try await server.add(stick, to: ana).status == .created)
        let copy = stick.copy()
        #expect(try await server.logIn(stick).status == .ok)
        for _ in 0..<2 {
            var manner = server.manner
            manner.counter = 2
            #expect(try await server.logIn(copy, manner).code == "passkey_copied")
        }
        // A copy would only have to go on counting.
        for authenticator in [copy, stick] {
            for _ in 0..<3 { #expect(try await server.logIn(authenticator).code == "passkey_copied") }
        }
        #expect(server.letters == ["passkey-added", "passkey-copied"])
        #expect(Set(server.letters).isSubset(of: server.templates))
        let list = try await server.send(.get, PasskeysContract.passkeysPath, by: ana.token)
        let passkey = try #require(try list.decode(PasskeysContract.Passkeys.self).passkeys.first)
        #expect(passkey.copySeenAt != nil)
        // It is no way in, so it can go, and doesn't count for others.
        let other = try await server.add(ScriptedAuthenticator(server.cryptography), to: ana)
        server.hasPassword.withLock { $0 = false }
        let last = PasskeysContract.passkeyPath(of: try other.decode(PasskeysContract.Passkey.self).id)
        #expect(try await server.send(.delete, last, by: ana.token).code == "last_way_in")
        let copied = PasskeysContract.passkeyPath(of: passkey.id)
        #expect(try await server.send(.delete, copied, by: ana.token).status == .noContent)
    }

    /// What nobody has, and what somebody has, answered by who can't sign: the same, and
    /// nothing is kept of it.
    @Test(.requirement("PASSKEY-01", "PASSKEYS-02", "D2")) func aStrangerLearnsNothing() async throws {
        let server = try await PasskeyServer(), ana = try await server.register()
        let telephone = ScriptedAuthenticator(server.cryptography)
        let unknown = ScriptedAuthenticator(server.cryptography)
        #expect(try await server.add(unknown, to: ana).status == .created)
        let id = try await server.send(.get, PasskeysContract.passkeysPath, by: ana.token)
            .decode(PasskeysContract.Passkeys.self).passkeys[0].id
        #expect(
            try await server.send(.delete, PasskeysContract.passkeyPath(of: id), by: ana.token).status == .noContent)
        #expect(try await server.add(telephone, to: ana).status == .created)
        let before = try await server.counts()
        for change: (inout ScriptedAuthenticator.Manner) -> Void in [{ _ in }, { $0.backup = (true, false) }] {
            var manner = server.manner
            manner.tampers = true
            change(&manner)
            let (known, other) = (try await server.logIn(telephone, manner), try await server.logIn(unknown, manner))
            #expect(known.code == "passkey_refused" && known.text == other.text && known.status == other.status)
        }
        #expect(try await server.counts() == before)
        let questions = [
            try await server.send(.post, PasskeysContract.loginQuestionPath).decode(
                PasskeysContract.AnswerQuestion.self),
            try await server.send(.post, PasskeysContract.loginQuestionPath, by: ana.token)
                .decode(PasskeysContract.AnswerQuestion.self),
        ]
        #expect(questions[0].challenge != questions[1].challenge && questions[0].rpId == questions[1].rpId)
    }

    /// What is read for identifiers that nobody has is no passkey.
    @Test(.requirement("PASSKEY-01", "PASSKEYS-02", "D2")) func theDecoyLetsNobodyIn() async throws {
        let server = try await PasskeyServer(), ana = try await server.register()
        let key = try await server.accounts.database.read { db in
            try db.value("SELECT public_key FROM passkeys", as: Data.self)
        }
        #expect(COSEKey(try #require(key)) == .decoy)
        let telephone = ScriptedAuthenticator(server.cryptography)
        #expect(try await server.add(telephone, to: ana).status == .created)
        let question = try await server.send(.post, PasskeysContract.loginQuestionPath).text
        let answer = try #require(try telephone.answer(question, server.manner))
        let id = try #require(answer.firstMatch(of: /"id":"([^"]*)"/)?.output.1)
        let asDecoy = answer.replacing(id, with: Base64URL.encode(Data(count: 32)))
        #expect(try await server.logIn(with: asDecoy).code == "passkey_refused")
        #expect(try await server.logIn(with: answer).status == .ok)
    }

    @Test(.requirement("PASSKEY-01", "MFA-03")) func aPasskeyProvesOnceMoreWhoOneIs() async throws {
        let server = try await PasskeyServer(), ana = try await server.register(),
            eva = try await server.register(
                "eva@example.com")
        let telephone = ScriptedAuthenticator(server.cryptography)
        let hers = ScriptedAuthenticator(server.cryptography)
        #expect(try await server.add(telephone, to: ana).status == .created)
        #expect(try await server.add(hers, to: eva).status == .created)
        server.accounts.date.advance(by: .seconds(301))
        let refused = try await server.send(.post, PasskeysContract.makingPath, by: ana.token)
        #expect(refused.code == "insufficient_user_authentication")
        func authenticate(_ authenticator: ScriptedAuthenticator, asked path: String) async throws
            -> PasskeyServer.Reply
        {
            let question = try await server.send(.post, path, by: ana.token).text
            let answer = try #require(try authenticator.answer(question, server.manner))
            return try await server.send(
                .post, PasskeysContract.authenticationPath, #"{"credential":\#(answer)}"#, by: ana.token)
        }
        let path = PasskeysContract.authenticationQuestionPath
        #expect(try await authenticate(hers, asked: path).code == "passkey_refused")
        // An answer for something else.
        #expect(
            try await authenticate(telephone, asked: PasskeysContract.loginQuestionPath).code
                == "passkey_question_over")
        #expect(try await authenticate(telephone, asked: path).status == .noContent)
        #expect(try await server.send(.post, PasskeysContract.makingPath, by: ana.token).status == .ok)
    }

    @Test func thereAreNoneForANumber() async throws {
        for address in [nil, "http://127.0.0.1:8080", "https://[::1]", "http://example.com"] {
            let server = try await PasskeyServer(at: address)
            #expect(try await server.send(.post, PasskeysContract.loginQuestionPath).code == "passkeys_unavailable")
        }
        for address in ["http://localhost:8080", "https://example.com:8443/essential"] {
            let server = try await PasskeyServer(at: address)
            #expect(try await server.send(.post, PasskeysContract.loginQuestionPath).status == .ok)
        }
    }
}
