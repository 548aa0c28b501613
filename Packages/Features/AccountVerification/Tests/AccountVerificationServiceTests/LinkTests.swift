import AccountVerificationServiceTesting
import AccountsServiceAPI
import AccountsServiceTesting
import CoreModels
import FoundationEssentials
import HTTPServingAPI
import HTTPServingRouting
import HTTPServingTesting
import HTTPTypes
import KernelTesting
import MailAPI
import MailTesting
import MailedProofsAPI
import MailedProofsServiceAPI
import MailedProofsServiceTesting
import SQLStoreAPI
import SessionsServiceAPI
import SessionsServiceTesting
import TelemetryTesting
import Testing

/// Links that the program sends, and that browsers open.
struct LinkTests {
    private let server: RunningVerification
    private let client: VerificationClient

    init() async throws {
        server = try await RunningVerification()
        client = try VerificationClient(server)
    }

    private func isVerified(_ user: User) async throws -> Bool? {
        try await server.accounts.accounts.account(user.id)?.isVerified
    }

    private func text(_ response: ServerResponse) async throws -> String {
        String(decoding: try await response.collectBody(), as: UTF8.self)
    }

    // MARK: With the program

    @Test(.requirement("VERIFY-02")) func aLinkConfirmsWithAndWithoutASession() async throws {
        let (ada, token) = try await server.register()
        #expect(try await client.follow(server.lastToken(), token).status == .ok)
        let (bob, _) = try await server.register("bob@example.com", name: "Bob")
        #expect(try await client.follow(server.lastToken(to: "bob@example.com")).status == .ok)
        #expect(try await isVerified(ada) == true)
        #expect(try await isVerified(bob) == true)
    }

    @Test(.requirement("VERIFY-07")) func eachKindOfLinkHasItsOwnAnswerAndIsRecorded() async throws {
        let (ada, _) = try await server.register()
        let (_, bob) = try await server.register("bob@example.com", name: "Bob")
        let link = try #require(server.lastToken())
        let foreign = try await client.follow(link, bob)
        #expect(foreign.status == .forbidden)
        #expect(try await foreign.problem.code == "link_foreign")
        for unknown in [String(repeating: "A", count: 43), "nonsense"] {
            let answer = try await client.follow(unknown)
            #expect(answer.status == .unprocessableContent)
            #expect(try await answer.problem.code == "link_unknown")
        }
        server.date.advance(by: .seconds(86_400))
        let late = try await client.follow(link)
        #expect(late.status == .gone)
        #expect(try await late.problem.code == "link_expired")
        server.date.advance(by: .milliseconds(-1))
        #expect(try await client.follow(link).status == .ok)
        let again = try await client.follow(link)
        #expect(again.status == .gone)
        #expect(try await again.problem.code == "link_used")
        #expect(try await isVerified(ada) == true)
        for reason in ["foreign", "unknown", "expired", "used"] { #expect(server.log.text.contains(reason)) }
        #expect(!server.log.text.contains(link))
    }

    @Test(.requirement("VERIFY-06")) func anotherMessageEndsTheLinkBefore() async throws {
        let (ada, _) = try await server.register()
        let old = try #require(server.lastToken())
        server.date.advance(by: .seconds(60))
        _ = await client.resend(to: "ada@example.com")
        #expect(try await client.follow(old).problem.code == "link_unknown")
        #expect(try await isVerified(ada) == false)
        #expect(try await client.follow(server.lastToken()).status == .ok)
    }

    @Test(.requirement("VERIFY-02")) func ofSixtyFourAtOnceOneConfirms() async throws {
        _ = try await server.register()
        let link = server.lastToken(), client = client
        let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<64 { group.addTask { try await client.follow(link).status.rawValue } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(statuses.count { $0 == 200 } == 1 && statuses.count { $0 == 410 } == 63)
    }

    @Test func aLinkOrCodeForSomethingElseConfirmsNothing() async throws {
        let (ada, token) = try await server.register()
        let link = try await server.accounts.database.write { db in
            var values: [String: String] = [:]
            try server.proofs.send(RunningProofs.otherKind, to: ada.email, of: ada.id, in: db) { proof in
                values = ["token": proof.token.text, "code": "\(proof.code)"]
                return MailMessage(recipient: ada.email, subject: "Other", text: "other")
            }
            return values
        }
        #expect(try await client.follow(link["token"], token).problem.code == "link_foreign")
        #expect(await client.page(link["token"]).status == .forbidden)
        #expect(try await client.confirm(link["code"], token).problem.code == "invalid_code")
        #expect(try await isVerified(ada) == false)
    }

    // MARK: With a browser

    @Test(.requirement("VERIFY-02")) func lookingConfirmsNothingAndPressingDoes() async throws {
        let (ada, _) = try await server.register()
        let link = try #require(server.lastToken())
        for method in [HTTPMethod.get, .head, .get] {
            let page = await client.page(link, method: method)
            #expect(page.status == .ok)
            guard method == .get else { continue }
            let html = try await text(page)
            #expect(html.contains("<form method=\"post\" action=\"?\">"))
            #expect(html.contains("<input type=\"hidden\" name=\"token\" value=\"\(link)\">"))
        }
        #expect(try await isVerified(ada) == false)
        let done = await client.press("token=\(link)&password=correct+horse")
        #expect(done.status == .ok)
        #expect(try await text(done).contains("Your address is confirmed"))
        #expect(try await isVerified(ada) == true)
        #expect(server.log.messages.contains("address confirmed"))
    }

    @Test(.requirement("VERIFY-02", "VERIFY-05"), arguments: ["", "&password=", "&password=my+own+password"])
    func pressingTheButtonGivesAStrangerNothingWhoRegisteredTheAddress(password: String) async throws {
        // Eve knows the password, and Ada reads the mail.
        let (ada, eve) = try await server.register()
        let link = try #require(server.lastToken())
        let answer = await client.press("token=\(link)\(password)")
        #expect(answer.status == .unprocessableContent)
        #expect(try await text(answer).contains("name=\"password\""))
        #expect(try await isVerified(ada) == false)
        let request = ServerRequest.sample(fields: [.authorization: eve.withText { "Bearer \($0 ?? "")" }])
        await #expect(throws: HTTPProblem.emailNotVerified) {
            try await server.accounts.server.authentication.requireVerifiedSession(request)
        }
        #expect(server.log.text.contains("wrong password"))
        #expect(await client.page(link).status == .ok, "the link counts still")
    }

    @Test(.requirement("VERIFY-07")) func eachKindOfLinkHasItsOwnPageWithAnOfferToResend() async throws {
        _ = try await server.register()
        let link = try #require(server.lastToken())
        var titles: Set<String> = []
        func check(_ response: ServerResponse, _ status: HTTPStatus) async throws {
            let html = try await text(response)
            #expect(response.status == status)
            #expect(html.contains("name=\"resend\"") && html.contains("role=\"alert\""))
            titles.insert(String(html.split(separator: "<h1>").last?.prefix { $0 != "<" } ?? ""))
        }
        for token in ["nonsense", String(repeating: "A", count: 43)] {
            try await check(await client.page(token), .notFound)
            try await check(await client.press("token=\(token)&password=correct+horse"), .notFound)
        }
        server.date.advance(by: .seconds(86_400))
        try await check(await client.page(link), .gone)
        try await check(await client.press("token=\(link)&password=correct+horse"), .gone)
        server.date.advance(by: .seconds(-1))
        #expect(titles.count == 2)
        _ = await client.press("token=\(link)&password=correct+horse")
        for used in [await client.page(link), await client.press("token=\(link)&password=correct+horse")] {
            let html = try await text(used)
            #expect(used.status == .gone && html.contains("Your address is already confirmed"))
            #expect(html.contains("role=\"status\"") && !html.contains("<form"), "there is nothing left to do")
        }
    }

    @Test(.requirement("VERIFY-09")) func aCodeCanBeTypedWithoutALink() async throws {
        let (ada, _) = try await server.register()
        let start = try await text(await client.page(nil))
        #expect(start.contains("autocomplete=\"one-time-code\"") && start.contains("name=\"resend\""))
        let code = try #require(server.lastCode())
        let wrong = await client.press("email=ada%40example.com&code=\(other(code))&password=correct+horse")
        let unknown = await client.press("email=nobody%40example.com&code=\(code)&password=correct+horse")
        #expect(wrong.status == .unprocessableContent && unknown.status == wrong.status)
        #expect(
            try await text(wrong).replacing("ada@", with: "nobody@") == text(unknown),
            "nobody learns who has an account")
        let malformed = await client.press("email=nonsense&code=12")
        #expect(malformed.status == .unprocessableContent)
        let html = try await text(malformed)
        #expect(html.contains("Invalid email") && html.contains("A code has 8 digits."))
        #expect(html.contains("value=\"nonsense\""))
        let form = "email=ada%40example.com&code=\(code.prefix(4))+\(code.suffix(4))"
        let guessed = await client.press(form + "&password=another+horse")
        #expect(guessed.status == .unprocessableContent)
        #expect(try await text(guessed) == text(wrong), "nobody learns whether a password is right")
        #expect(await client.press(form + "&password=correct+horse").status == .ok)
        #expect(try await isVerified(ada) == true)
    }

    @Test(.requirement("VERIFY-06", "D2")) func thePageSendsAnotherMessageAndTellsNobodyToWhom() async throws {
        _ = try await server.register()
        server.date.advance(by: .seconds(60))
        let known = await client.press("resend=1&email=ada%40example.com")
        let unknown = await client.press("resend=1&email=nobody%40example.com")
        #expect(server.mail.messages.count == 2)
        #expect(known.status == .ok && unknown.status == .ok && known.fields == unknown.fields)
        #expect(try await text(known).replacing("ada@", with: "nobody@") == text(unknown))
        #expect(await client.press("resend=1&email=nonsense").status == .unprocessableContent)
    }

    @Test func thePageIsStrictAndSpeaksBothLanguages() async throws {
        for (language, title) in [("en", "Confirm your address"), ("es", "Confirma tu dirección")] {
            let page = await client.page(nil, language: language)
            #expect(page.fields[.contentLanguage] == language)
            #expect(try await text(page).contains("<h1>\(title)</h1>"))
            #expect(page.fields[.cacheControl] == "no-store" && page.fields["Referrer-Policy"] == "no-referrer")
            let policy = page.fields.values(of: "Content-Security-Policy")
            #expect(policy.count == 1 && policy.first?.contains("default-src 'none'") == true)
        }
    }

    @Test(arguments: [("application/json", 415), ("text/plain", 415)])
    func thePageTakesFormsAlone(_ type: String, _ status: Int) async {
        let answer = await client.router.respond(
            to: .sample(.post, "/verify", fields: [.contentType: type], body: Data("{}".utf8)))
        #expect(answer.status.rawValue == status)
    }
}
