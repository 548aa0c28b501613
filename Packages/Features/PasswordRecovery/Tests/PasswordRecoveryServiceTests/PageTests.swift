import AccountsServiceTesting
import CoreModels
import FoundationEssentials
import HTTPServingAPI
import HTTPServingRouting
import HTTPServingTesting
import HTTPTypes
import KernelTesting
import MailTesting
import Testing

struct PageTests {
    private let server: RunningRecovery
    private let token: String

    init() async throws {
        server = try await RunningRecovery()
        try await server.register()
        await server.request()
        token = try #require(server.token())
    }

    @Test(.requirement("RECOV-15", "RECOV-18")) func lookingChangesNothingAndPressingDoes() async throws {
        for _ in 0..<3 {
            let page = await server.page(token)
            #expect(page.status == .ok)
            let html = try await page.html
            #expect(html.contains("autocomplete=\"new-password\" minlength=\"8\""))
            #expect(html.contains("name=\"token\" value=\"\(token)\""))
        }
        #expect(try await server.accepts(RunningRecovery.password))
        let done = await server.press("token=\(token)&new_password=seven+blue+coffee+cups")
        #expect(done.status == .ok)
        #expect(try await done.html.contains("Your password is changed"))
        #expect(try await server.accepts("seven blue coffee cups"))
    }

    @Test(.requirement("RECOV-14")) func saysWhatIsWrongWithAPassword() async throws {
        let answer = await server.press("token=\(token)&new_password=short")
        #expect(answer.status == .unprocessableContent)
        let html = try await answer.html
        #expect(html.contains("aria-invalid=\"true\"") && html.contains("<li>") && !html.contains("value=\"short\""))
        #expect(await server.press("token=\(token)&new_password=seven+blue+coffee+cups").status == .ok)
    }

    @Test(.requirement("RECOV-14")) func listsTheRulesAndSaysAllThatAreUnmetAtOnce() async throws {
        let page = try await server.page(token).html
        for rule in ["length\" data-value=\"8", "personal\" data-value=\"essential", "common", "predictable"] {
            #expect(page.contains("<li data-rule=\"\(rule)\""))
        }
        #expect(page.contains("<script src=\"reset/password.js\" defer></script>"))
        let both = try await server.press("token=\(token)&new_password=essential+Lovelace").html
        #expect(both.contains("<li>The password contains your name."))
        #expect(both.contains("<li>The password contains the name of this service."))
    }

    @Test(.requirement("RECOV-14")) func theScriptComesFromHereAndCanSendNothing() async throws {
        let script = await server.router.respond(to: .sample(.get, "/reset/password.js"))
        #expect(script.status == .ok && script.fields[.contentType] == "text/javascript; charset=utf-8")
        let text = try await script.html
        #expect(text.contains(" password ") && text.utf8.count < 32 * 1024)
        for call in ["fetch", "XMLHttpRequest", "sendBeacon", "innerHTML", "eval("] { #expect(!text.contains(call)) }
        let policy = await server.page(token).fields["Content-Security-Policy"] ?? ""
        #expect(policy.hasPrefix("default-src 'none';") && policy.contains("; script-src 'self' 'sha256-"))
        let withoutLink = await server.page(nil).fields["Content-Security-Policy"]
        #expect(withoutLink?.hasSuffix("; script-src 'self'") == true)
        let done = await server.press("token=\(token)&new_password=seven+blue+coffee+cups")
        #expect(done.fields["Content-Security-Policy"]?.contains("script") == false)
    }

    @Test(.requirement("RECOV-08")) func eachKindOfLinkHasItsOwnPageWithAnOfferToSendAnother() async throws {
        let unknown = await server.page(String(repeating: "A", count: 43))
        server.date.advance(by: .seconds(1_800))
        let expired = await server.page(token)
        server.date.advance(by: .seconds(-1_800))
        _ = await server.press("token=\(token)&new_password=seven+blue+coffee+cups")
        let used = await server.page(token)
        #expect([unknown, expired, used].map(\.status) == [.notFound, .gone, .gone])
        var titles: Set<String> = []
        for page in [unknown, expired, used] {
            let html = try await page.html
            #expect(html.contains("name=\"send\"") && html.contains("role=\"alert\""))
            titles.insert(String(html.split(separator: "<h1>").last?.prefix { $0 != "<" } ?? ""))
        }
        #expect(titles.count == 3)
    }

    @Test(.requirement("RECOV-02", "RECOV-03")) func asksForAMessageAndTellsNobodyWhoHasAnAccount() async throws {
        server.date.advance(by: .seconds(60))
        let known = await server.press("send=1&email=ana%40example.com")
        let unknown = await server.press("send=1&email=bob%40example.com")
        #expect(known.status == .ok && known.fields == unknown.fields)
        #expect(try await known.html.replacing("ana@", with: "bob@") == unknown.html)
        #expect(server.mail.messages.count == 2)
        #expect(await server.press("send=1&email=nonsense").status == .unprocessableContent)
    }

    @Test(.requirement("RECOV-06")) func aCodeCanBeTyped() async throws {
        let empty = try await server.page(nil).html
        #expect(empty.contains("autocomplete=\"one-time-code\"") && !empty.contains("Invalid email"))
        let code = try #require(server.code()), address = "email=ana%40example.com"
        let wrong = await server.press("\(address)&code=\(other(code))&new_password=seven+blue+coffee+cups")
        #expect(wrong.status == .unprocessableContent)
        #expect(try await wrong.html.contains("This code doesn&#39;t count"))
        let malformed = await server.press("email=x&code=1&new_password=seven+blue+coffee+cups")
        let html = try await malformed.html
        #expect(html.contains("Invalid email") && html.contains("A code has 8 digits."))
        let weak = await server.press("\(address)&code=\(code)&new_password=short")
        #expect(try await weak.html.contains("value=\"\(code)\""))
        #expect(await server.press("\(address)&code=\(code)&new_password=seven+blue+coffee+cups").status == .ok)
        #expect(try await server.accepts("seven blue coffee cups"))
    }

    @Test func isStrictAndSpeaksBothLanguages() async throws {
        for (language, title) in [("en", "Choose another password"), ("es", "Elige otra contraseña")] {
            let page = await server.page(token, language: language)
            #expect(try await page.html.contains("<h1>\(title)</h1>"))
            #expect(page.fields[.cacheControl] == "no-store" && page.fields["Referrer-Policy"] == "no-referrer")
        }
    }
}
