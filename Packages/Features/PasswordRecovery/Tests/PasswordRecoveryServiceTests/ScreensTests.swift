import AccountsScreensAPI
import AccountsServiceTesting
import CaptchaAPI
import CaptchaServiceTesting
import CoreModels
import FoundationEssentials
import KernelTesting
import Localization
import MailTesting
import PasswordRecoveryAPI
import PasswordRecoveryScreens
import PasswordRecoveryTesting
import PluginKit
import Presenting
import ScreensAPI
import ScreensTesting
import Testing

/// The screens, over the real service.
struct ScreensTests {
    private let server: RunningRecovery
    private let screens: ScreenRunner
    private let token: String
    private let asking = PasswordRecoveringSpy()
    private let check = ScreenCheck(places: ["/reset", "/recover"])
    private let new = "seven blue coffee cups"

    init() async throws {
        server = try await RunningRecovery()
        try await server.register()
        await server.request()
        token = try #require(server.token())
        screens = try Self.screens(server, asking)
    }

    private static func screens(_ server: RunningRecovery, _ asking: PasswordRecoveringSpy) throws -> ScreenRunner {
        var host = PluginHost()
        try host.install(
            PasswordRecoveryScreensPlugin.self, .init(resetting: server.resetting, recovery: Scoped(always: asking)))
        return ScreenRunner(try host.composed().values(of: Screens.self))
    }

    private func show(_ token: String?) async throws -> ScreenContents {
        try await screens.show("/reset" + (token.map { "?token=\($0)" } ?? ""))
    }

    private func send(
        _ form: String, _ values: [String: String], _ secrets: [String: String] = [:]
    ) async throws -> ScreenContents {
        switch try await screens.send(form, to: "/reset", values, secrets: secrets.mapValues { Secret($0) }) {
        case .show(let contents): return contents
        case .again(let contents, let error):
            #expect(contents.formNames == ["reset-code", "send"], "wherever the form was")
            throw error
        default: throw ScreenRunner.NotFound()
        }
    }

    private func follow(_ password: String) async throws -> ScreenContents {
        try await send("reset", ["token": token], ["new_password": password])
    }

    @Test(.requirement("RECOV-15", "RECOV-18")) func lookingChangesNothingAndPressingDoes() async throws {
        for _ in 0..<3 {
            let contents = try await show(token)
            #expect(check.problems(of: contents, saying: [token, "ana@example.com"]) == [])
            #expect(contents.fields.last?.kind == .newPassword(minimum: 8))
        }
        #expect(try await server.accepts(RunningRecovery.password))
        let done = try await follow(new)
        #expect(done.title.english == "You have a new password" && check.problems(of: done) == [])
        #expect(try await server.accepts(new))
    }

    @Test(.requirement("NAV-05")) func whoHasTypedTheirAddressToLogInNeedNotTypeItAgain() async throws {
        func fields(_ form: String, _ email: String) async throws -> [String] {
            let outcome = try await screens.send(form, to: "/recover", ["email": email])
            guard case .show(let contents) = outcome else { throw ScreenRunner.NotFound() }
            #expect(check.problems(of: contents, saying: [email]) == [])
            return contents.forms.first?.fields.map(\.value) ?? []
        }
        for email in ["ana@example.com", ScreenCheck.hostile[1]] {
            #expect(try await fields("begin", email) == [email])
        }
        #expect(asking.calls.isEmpty, "nothing is sent before the person says so")
        #expect(try await fields("recover", "ana@example.com").first == "ana@example.com", "nor with the code")
    }

    @Test(.requirement("RECOV-14")) func saysAllThatIsWrongWithAPasswordAtOnceAndTheLinkCountsStill() async throws {
        let short = await #expect(throws: PasswordRecoveryError.self) { try await follow("short") }
        #expect(short?.fields.map(\.pointer) == ["/new_password"])
        let both = await #expect(throws: PasswordRecoveryError.self) { try await follow("essential Lovelace") }
        let texts = both?.fields.map(\.text.english) ?? []
        #expect(texts.contains { $0.hasPrefix("The password contains your name.") })
        #expect(texts.contains { $0.hasPrefix("The password contains the name of this service.") })
        #expect(try await follow(new).title.english == "You have a new password")
    }

    @Test(.requirement("RECOV-14")) func listsTheRulesAndHasAScriptThatCanSendNothing() async throws {
        let rules = try await show(token).fields.last?.rules ?? []
        #expect(rules.map(\.name) == ["length", "personal", "common", "predictable"])
        #expect(rules.map(\.value) == ["8", "essential", "", ""])
        let text = NewPassword.script.text
        #expect(text.contains(" password ") && text.utf8.count < 32 * 1024)
        for call in ["fetch", "XMLHttpRequest", "sendBeacon", "innerHTML", "eval("] { #expect(!text.contains(call)) }
    }

    @Test(.requirement("RECOV-08")) func eachKindOfLinkHasItsOwnScreenWithAnOfferToSendAnother() async throws {
        let unknown = try await show(String(repeating: "A", count: 43)), nonsense = try await show("nonsense")
        server.date.advance(by: .seconds(1_800))
        let expired = try await show(token), late = try await follow(new)
        server.date.advance(by: .seconds(-1_800))
        _ = try await follow(new)
        let used = try await show(token), again = try await follow(new)
        let all = [unknown, nonsense, expired, late, used, again]
        #expect(all.map(\.standing) == [.unknown, .unknown, .over, .over, .over, .over])
        for contents in all { #expect(contents.formNames == ["send"] && check.problems(of: contents) == []) }
        #expect(Set(all.map(\.title.english)).count == 3)
    }

    @Test(.requirement("RECOV-02", "RECOV-03")) func asksForAMessageAndTellsNobodyWhoHasAnAccount() async throws {
        server.date.advance(by: .seconds(60))
        let known = try await send("send", ["email": "ana@example.com"])
        // What they typed is all that differs.
        let unknown = try await send("send", ["email": "bob@example.com"])
        #expect("\(known)" == "\(unknown)".replacing("bob@example.com", with: "ana@example.com"))
        #expect(server.mail.messages.count == 2 && check.problems(of: known) == [])
        await #expect(throws: FormRefusal.self) { try await send("send", ["email": "nonsense"]) }
    }

    @Test(.requirement("RECOV-06")) func aCodeCanBeTyped() async throws {
        #expect(try await show(nil).formNames == ["reset-code", "send"])
        #expect(check.problems(of: try await show(nil)) == [])
        let code = try #require(server.code()), address = ["email": "ana@example.com"]
        await #expect(throws: PasswordRecoveryError.wrongCode) {
            try await send("reset-code", address, ["code": other(code), "new_password": new])
        }
        let malformed = await #expect(throws: FormRefusal.self) {
            try await send("reset-code", ["email": "x"], ["code": "1", "new_password": new])
        }
        #expect(malformed?.fields.map(\.text.english) == ["Invalid email", "A code has 8 digits."])
        let weak = await #expect(throws: PasswordRecoveryError.self) {
            try await send("reset-code", address, ["code": code, "new_password": "short"])
        }
        #expect(weak?.fields.map(\.pointer) == ["/new_password"])
        _ = try await send("reset-code", address, ["code": code, "new_password": new])
        #expect(try await server.accepts(new))
    }

    // MARK: Forgotten

    @Test(.requirement("NAV-05", "RECOV-02")) func whoForgotAsksForAMessage() async throws {
        let contents = try await screens.show("/recover")
        #expect(check.problems(of: contents) == [] && contents.formNames == ["recover"])
        guard case .show(let sent) = try await screens.send("recover", to: "/recover", ["email": "ana@example.com"])
        else { throw ScreenRunner.NotFound() }
        #expect(sent.title.english == "Look into your mail" && sent.formNames == ["reset-code"])
        #expect(asking.calls == [.request(email: "ana@example.com")])
    }

    @Test(.requirement("RECOV-13")) func whoAskedTooOftenHasTheirBrowserWork() async throws {
        let challenged = PasswordRecoveringSpy(failure: .captchaRequired(CaptchaChallenge("pow.16.x")))
        let screens = try Self.screens(server, challenged)
        let outcome = try await screens.send("recover", to: "/recover", ["email": "ana@example.com"])
        guard case .again(let contents, let error) = outcome else { throw ScreenRunner.NotFound() }
        #expect(error.code == "captcha_required" && check.problems(of: contents) == [])
        #expect(contents.forms.first?.fields.last?.kind == .work(challenge: "pow.16.x"))
    }

    @Test(.requirement("SANIT-07")) func whatIsNoAddressIsSaidThere() async throws {
        let screens = try Self.screens(server, PasswordRecoveringSpy(failure: .invalidEmail))
        let refusal = await #expect(throws: FieldRefusal.self) {
            try await screens.send("recover", to: "/recover", ["email": "x"])
        }
        #expect(refusal?.fields.map(\.pointer) == ["/email"])
    }
}

extension ScreenContents {
    fileprivate var forms: [ScreenForm] {
        guard case .column(let blocks) = body else { return [] }
        return blocks.compactMap { if case .form(let form) = $0 { form } else { nil } }
    }

    fileprivate var formNames: [String] { forms.map(\.name) }
    fileprivate var fields: [ScreenField] { forms.flatMap(\.fields) }
}

extension ScreenText {
    fileprivate var english: String { if case .words(let words) = self { words.english } else { "" } }
}
