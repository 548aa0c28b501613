import AccountVerificationAPI
import AccountVerificationScreens
import AccountVerificationServiceTesting
import AccountsServiceAPI
import AccountsServiceTesting
import CoreModels
import FoundationEssentials
import HTTPServingAPI
import HTTPServingTesting
import HTTPTypes
import KernelTesting
import Localization
import MailTesting
import MailedProofsAPI
import PluginKit
import Presenting
import ScreensAPI
import ScreensTesting
import SessionsServiceAPI
import SessionsServiceTesting
import TelemetryTesting
import Testing

/// Links that browsers open, and codes that people type there, over the real
/// service.
struct VerifyScreenTests {
    private let server: RunningVerification
    private let screens: ScreenRunner
    private let check = ScreenCheck(places: ["/verify"])
    private let password = ["password": Secret("correct horse")]

    init() async throws {
        server = try await RunningVerification()
        var host = PluginHost()
        try host.install(
            AccountVerificationScreensPlugin.self, .init(proving: server.proving, confirmation: nil, account: nil))
        screens = ScreenRunner(try host.composed().values(of: Screens.self))
    }

    private func isVerified(_ user: User) async throws -> Bool? {
        try await server.accounts.accounts.account(user.id)?.isVerified
    }

    private func show(_ token: String?) async throws -> ScreenContents {
        try await screens.show("/verify" + (token.map { "?token=\($0)" } ?? ""))
    }

    private func follow(_ token: String, _ secrets: [String: Secret]? = nil) async throws -> ScreenContents? {
        let outcome = try await screens.send("confirm", to: "/verify", ["token": token], secrets: secrets ?? password)
        if case .show(let contents) = outcome { return contents }
        return nil
    }

    private func type(
        _ code: String, of email: String = "ada@example.com", _ password: String = "correct horse"
    ) async throws -> ScreenContents? {
        let outcome = try await screens.send(
            "confirm-code", to: "/verify", ["email": email],
            secrets: ["code": Secret(code), "password": Secret(password)])
        if case .show(let contents) = outcome { return contents }
        return nil
    }

    @Test(.requirement("VERIFY-02")) func lookingConfirmsNothingAndPressingDoes() async throws {
        let (ada, _) = try await server.register()
        let link = try #require(server.lastToken())
        for _ in 0..<3 {
            let contents = try await show(link)
            #expect(
                contents.standing == .found && check.problems(of: contents, saying: [link, "ada@example.com"]) == [])
        }
        #expect(try await isVerified(ada) == false)
        let done = try #require(try await follow(link))
        #expect(check.problems(of: done) == [] && done.title.english == "Your address is confirmed")
        #expect(try await isVerified(ada) == true)
        #expect(server.log.messages.contains("address confirmed"))
    }

    @Test(.requirement("VERIFY-02", "VERIFY-05"), arguments: [nil, "", "my own password"])
    func pressingTheButtonGivesAStrangerNothingWhoRegisteredTheAddress(password: String?) async throws {
        // Eve knows the password, and Ada reads the mail.
        let (ada, eve) = try await server.register()
        let link = try #require(server.lastToken())
        let refusal = await #expect(throws: FieldRefusal.self) {
            try await follow(link, password.map { ["password": Secret($0)] } ?? [:])
        }
        #expect(refusal?.fields.map(\.pointer) == ["/password"] && refusal?.code == "wrong_password")
        #expect(try await isVerified(ada) == false)
        let request = ServerRequest.sample(fields: [.authorization: eve.withText { "Bearer \($0 ?? "")" }])
        await #expect(throws: HTTPProblem.emailNotVerified) {
            try await server.accounts.server.authentication.requireVerifiedSession(request)
        }
        #expect(server.log.text.contains("wrong password"))
        #expect(try await show(link).standing == .found, "the link counts still")
    }

    @Test(.requirement("VERIFY-07")) func eachKindOfLinkHasItsOwnScreenWithAnOfferToResend() async throws {
        _ = try await server.register()
        let link = try #require(server.lastToken())
        var titles: Set<String> = []
        func check(_ contents: ScreenContents?, _ standing: ScreenContents.Standing) throws {
            let contents = try #require(contents)
            #expect(contents.standing == standing && contents.formNames == ["resend"])
            #expect(self.check.problems(of: contents) == [])
            titles.insert(contents.title.english)
        }
        for token in ["nonsense", String(repeating: "A", count: 43)] {
            try check(await show(token), .unknown)
            try check(await follow(token), .unknown)
        }
        server.date.advance(by: .seconds(86_400))
        try check(await show(link), .over)
        try check(await follow(link), .over)
        server.date.advance(by: .seconds(-1))
        #expect(titles.count == 2)
        _ = try await follow(link)
        for used in [try await show(link), try #require(try await follow(link))] {
            #expect(used.standing == .over && used.title.english == "Your address is already confirmed")
            #expect(used.formNames == [], "there is nothing left to do")
        }
    }

    @Test(.requirement("VERIFY-09", "D2")) func aCodeCanBeTypedWithoutALink() async throws {
        let (ada, _) = try await server.register()
        #expect(try await show(nil).formNames == ["confirm-code", "resend"])
        #expect(check.problems(of: try await show(nil)) == [])
        let code = try #require(server.lastCode())
        let other = (code.first == "0" ? "1" : "0") + code.dropFirst()
        // Nobody learns who has an account, or whether a password is right.
        for (code, email, password) in [
            (other, "ada@example.com", "correct horse"), (code, "nobody@example.com", "correct horse"),
            (code, "ada@example.com", "another horse"),
        ] {
            await #expect(throws: AddressConfirmationError.wrongCodeOrPassword) {
                try await type(code, of: email, password)
            }
        }
        let refusal = await #expect(throws: FormRefusal.self) { try await type("12", of: "nonsense") }
        #expect(refusal?.fields.map(\.text.english) == ["Invalid email", "A code has 8 digits."])
        #expect(try await type("\(code.prefix(4)) \(code.suffix(4))")?.standing == .found)
        #expect(try await isVerified(ada) == true)
    }

    @Test(.requirement("VERIFY-06", "D2")) func itSendsAnotherMessageAndTellsNobodyToWhom() async throws {
        _ = try await server.register()
        server.date.advance(by: .seconds(60))
        var shown: [ScreenContents] = []
        for email in ["ada@example.com", "nobody@example.com"] {
            let outcome = try await screens.send("resend", to: "/verify", ["email": email])
            if case .show(let contents) = outcome { shown.append(contents) }
        }
        #expect(server.mail.messages.count == 2 && shown.count == 2 && shown.first == shown.last)
        let refusal = await #expect(throws: FormRefusal.self) {
            try await screens.send("resend", to: "/verify", ["email": "nonsense"])
        }
        #expect(refusal?.fields.map(\.pointer) == ["/email"])
    }
}

extension ScreenContents {
    var formNames: [String] {
        guard case .column(let blocks) = body else { return [] }
        return blocks.compactMap { if case .form(let form) = $0 { form.name } else { nil } }
    }
}

extension ScreenText {
    var english: String { if case .words(let words) = self { words.english } else { "" } }
}
