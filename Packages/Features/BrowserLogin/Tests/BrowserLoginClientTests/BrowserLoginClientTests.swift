import BrowserLoginAPI
import BrowserLoginClient
import BrowserLoginContract
import CoreModels
import CryptographyAPI
import CryptographyTesting
import FoundationEssentials
import HTTPServingAPI
import HTTPServingTesting
import HTTPTransportAPI
import HTTPTransportTesting
import HTTPTypes
import KernelTesting
import Localization
import Locking
import PluginKit
import Presenting
import SessionsAPI
import SessionsTesting
import Testing

struct BrowserLoginClientTests {
    /// By another way, or in another program, while the browser was at the server.
    @Test(.requirement("BROWSERLOGIN-07", "SESS-21"), arguments: [true, false])
    func whoLoggedInMeanwhileStays(isSomebodyElse: Bool) async throws {
        let stage = BrowserLoginStage()
        let person = isSomebodyElse ? User.sample(name: "Ben", email: "ben@example.com") : BrowserLoginStage.user
        let meanwhile = StoredSession.sample(user: person)
        let login: () async throws(BrowserLoginError) -> User = { () async throws(BrowserLoginError) in
            try await stage.logIn { stage, program in
                try? await stage.sessions.forAnotherProcess().save(meanwhile)
                await stage.comeBack(program, .letIn(Secret("c")))
            }
        }
        guard isSomebodyElse else {
            #expect(try await login() == BrowserLoginStage.user)
            return
        }
        let error = await #expect(throws: BrowserLoginError.self) { try await login() }
        #expect(error?.code == "somebody_is_logged_in" && error?.nature == .refused)
        #expect(stage.sessions.session?.isSame(as: meanwhile) == true && stage.sessions.saveCount == 1)
        #expect(stage.pages.current.last?.contains("Ben logged in here") == true)
    }

    @Test(.requirement("PASSKEY-03", "BROWSERLOGIN-05")) func whatTheBrowserBringsLogsIn() async throws {
        let stage = BrowserLoginStage(isOpenable: true), asked = Locked<ProgramRequest?>(nil)
        let user = try await stage.logIn { stage, program in
            asked.withLock { $0 = program }
            #expect(stage.isOpen.current == true)
            await stage.comeBack(program, .letIn(Secret("c-1")))
        }
        let program = try #require(asked.current)
        #expect(program.device == "desk" && program.port == BrowserLoginStage.port)
        #expect(stage.words.current == [program.word])
        #expect(user == BrowserLoginStage.user && stage.sessions.session?.user == user)
        let request = try #require(stage.transport.requests.last)
        guard case .bytes(let body) = request.body else {
            Issue.record("no body")
            return
        }
        let exchange = try WireCoding.decoder().decode(BrowserLoginContract.Exchange.self, from: body)
        #expect(exchange.code.isEqual(to: Secret("c-1")) && exchange.port == BrowserLoginStage.port)
        #expect(Base64URL.encode(try Cryptography.real().hashing.sha256(exchange.verifier)) == program.challenge)
        #expect(stage.pages.current.map { $0.contains("You can close this window.") } == [true])
        #expect(stage.isOpen.current == false)
    }

    @Test(.requirement("L10N-01")) func theWindowSpeaksThePersonsLanguage() async throws {
        let stage = BrowserLoginStage()
        _ = try await stage.logIn(by: .opened(.spanish)) { await $0.comeBack($1, .letIn(Secret("c-1"))) }
        #expect(stage.pages.current.map { $0.contains("Puedes cerrar esta ventana.") } == [true])
    }

    /// Whatever else asks is turned away, and the browser is waited for.
    @Test(.requirement("BROWSERLOGIN-05", "PASSKEY-03")) func nothingElseIsTakenForTheBrowser() async throws {
        let stage = BrowserLoginStage()
        _ = try await stage.logIn { stage, program in
            let good = program.wayBack(with: .letIn(Secret("c-1")), from: BrowserLoginStage.issuer)?.query() ?? ""
            #expect(await stage.visit("code=evil&state=\(String(repeating: "a", count: 43))&iss=x") == .notFound)
            #expect(await stage.visit("code=evil") == .notFound)
            #expect(await stage.visit(good, host: "evil.example:40123") == .notFound)
            #expect(await stage.visit(good, host: "localhost:40123") == .notFound)
            #expect(await stage.visit(good, host: nil) == .notFound)
            #expect(await stage.visit(good, path: "/other") == .notFound)
            #expect(await stage.visit(good, method: .post) == .notFound)
            #expect(await stage.visit("state=\(program.state)&iss=https%3A%2F%2Fessential.test") == .notFound)
            #expect(await stage.visit(good) == .ok)
            #expect(await stage.visit(good) == .notFound)
        }
        #expect(stage.transport.requests.count == 2)
    }

    @Test(.requirement("BROWSERLOGIN-06", "EXT-09")) func whoIsRefusedIsToldAndKeepsNothing() async throws {
        let stage = BrowserLoginStage(isOpenable: true)
        let error = await #expect(throws: BrowserLoginError.self) {
            try await stage.logIn { await $0.comeBack($1, .refused) }
        }
        #expect(error == .refused && error?.nature == .cancelled && error?.code == "access_denied")
        #expect(stage.sessions.saveCount == 0 && stage.transport.requests.count == 1)
        #expect(stage.isOpen.current == false && stage.pages.current[0].contains("Nobody was logged in"))
    }

    /// Whatever the server says of itself: it may name the one whose person it is after.
    @Test(.requirement("BROWSERLOGIN-05"), arguments: [BrowserLoginStage.issuer, "https://evil.example"])
    func anotherServersCodeGoesNowhere(claimed: String) async throws {
        let way = Data(#"{"issuer":"\#(claimed)","page":"\#(claimed)/authorize"}"#.utf8)
        let stage = BrowserLoginStage(way: HTTPResponse(status: .ok, body: way))
        await #expect(throws: BrowserLoginError.anotherServer) {
            try await stage.logIn { await $0.comeBack($1, .letIn(Secret("c-1")), from: "https://evil.example") }
        }
        #expect(stage.transport.requests.count == 1)
        #expect(stage.opened.current.map { $0.hasPrefix(BrowserLoginStage.issuer + "/authorize?") } == [true])
    }

    @Test(.requirement("BROWSERLOGIN-06")) func aWindowThatIsClosedIsNotWaitedForForEver() async throws {
        let stage = BrowserLoginStage()
        await #expect(throws: BrowserLoginError.timedOut) {
            try await stage.logIn { stage, _ in
                await stage.clock.waitForSleepers()
                stage.clock.advance(by: .seconds(600))
            }
        }
    }

    @Test(.requirement("BROWSERLOGIN-06")) func whoInterruptsItIsNotLoggedIn() async throws {
        let stage = BrowserLoginStage()
        await #expect(throws: BrowserLoginError.cancelled) {
            try await stage.logIn { stage, _ in stage.interruption.continuation.yield() }
        }
        #expect(stage.sessions.saveCount == 0)
    }

    @Test(
        arguments: [
            (401, "login_code_refused", BrowserLoginError.over), (403, "email_not_verified", .emailNotVerified),
            (401, "insufficient_user_authentication", .notRecent), (500, "internal_error", .server),
        ] as [(Int, String, BrowserLoginError)])
    func theServersRefusalIsTold(status: Int, code: String, expected: BrowserLoginError) async throws {
        let stage = BrowserLoginStage(exchange: { _ in
            HTTPResponse(
                status: HTTPStatus(rawValue: status), fields: [.contentType: "application/problem+json"],
                body: Data(#"{"code":"\#(code)","title":"No.","status":\#(status)}"#.utf8))
        })
        await #expect(throws: expected) { try await stage.logIn { await $0.comeBack($1, .letIn(Secret("c-1"))) } }
        #expect(stage.sessions.saveCount == 0)
    }

    /// That is no loss of the connection, which the person would look into.
    @Test(.requirement("BROWSERLOGIN-06")) func aServerThatAsksForPatienceIsToldAsSuch() async throws {
        let stage = BrowserLoginStage(way: HTTPResponse(status: .serviceUnavailable))
        let error = await #expect(throws: BrowserLoginError.self) { try await stage.logIn { _, _ in } }
        #expect(error?.code == "server_busy" && stage.opened.current.isEmpty)
    }

    @Test(.requirement("BROWSERLOGIN-04")) func aFactorThatWasTurnedOnMeanwhileIsAskedForPlainly() async throws {
        let stage = BrowserLoginStage(exchange: { _ in
            HTTPResponse(
                status: .unauthorized,
                fields: [
                    .contentType: "application/problem+json",
                    .wwwAuthenticate: #"Bearer error="insufficient_user_authentication", acr_values="2""#,
                ],
                body: Data(#"{"code":"insufficient_user_authentication","title":"No.","status":401}"#.utf8))
        })
        await #expect(throws: BrowserLoginError.factorNeeded) {
            try await stage.logIn { await $0.comeBack($1, .letIn(Secret("c-1"))) }
        }
        #expect(stage.pages.current[0].contains("second factor"))
    }

    /// The server may have begun the session, of which nobody has the tokens.
    @Test(.requirement("BROWSERLOGIN-06")) func whoInterruptsTheAnswerToTheCodeIsToldWhatMayHaveBegun() async throws {
        let asked = AsyncStream<Void>.makeStream(), never = AsyncStream<Void>.makeStream()
        let stage = BrowserLoginStage(exchange: { _ throws(HTTPTransportError) in
            asked.continuation.yield()
            // Nothing ends it but that nobody waits any more.
            for await _ in never.stream {}
            throw .cancelled
        })
        await #expect(throws: BrowserLoginError.unanswered(nil)) {
            try await stage.logIn { stage, program in
                async let page: Void = stage.comeBack(program, .letIn(Secret("c-1")))
                _ = await asked.stream.first { _ in true }
                stage.interruption.continuation.yield()
                await page
            }
        }
        #expect(stage.sessions.saveCount == 0 && stage.pages.current[0].contains("“Devices”"))
    }

    @Test(.requirement("BROWSERLOGIN-06")) func anAnswerToTheCodeThatIsLostIsToldAsSuch() async throws {
        let stage = BrowserLoginStage(exchange: { _ throws(HTTPTransportError) in throw .timedOut })
        let error = await #expect(throws: BrowserLoginError.self) {
            try await stage.logIn { await $0.comeBack($1, .letIn(Secret("c-1"))) }
        }
        #expect(error == .unanswered(HTTPTransportError.timedOut.text))
    }

    @Test(.requirement("BROWSERLOGIN-06")) func whoInterruptsTheFirstQuestionChangesNothing() async throws {
        let stage = BrowserLoginStage(isInterruptedAtOnce: true)
        await #expect(throws: BrowserLoginError.cancelled) { try await stage.logIn { _, _ in } }
        #expect(stage.opened.current.isEmpty)
    }

    @Test func withoutTheServerOrAKeyOrAPortNobodyIsAsked() async throws {
        let off = HTTPResponse(
            status: .notFound, fields: [.contentType: "application/problem+json"],
            body: Data(#"{"code":"not_found","title":"No.","status":404}"#.utf8))
        await #expect(throws: BrowserLoginError.notOffered) { try await BrowserLoginStage(way: off).logIn { _, _ in } }
        await #expect(throws: BrowserLoginError.impossible(.noKey)) {
            try await BrowserLoginStage().logIn(key: nil) { _, _ in }
        }
        let error = await #expect(throws: BrowserLoginError.self) {
            try await BrowserLoginStage().logIn(listening: false) { _, _ in }
        }
        #expect(error?.code == "cannot_listen")
    }

    @Test func aSessionThatCannotBeKeptIsTold() async throws {
        let stage = BrowserLoginStage()
        stage.sessions.failWrites(with: .unencodable)
        let error = await #expect(throws: BrowserLoginError.self) {
            try await stage.logIn { await $0.comeBack($1, .letIn(Secret("c-1"))) }
        }
        #expect(error?.code == "token_storage_failed")
    }
}
