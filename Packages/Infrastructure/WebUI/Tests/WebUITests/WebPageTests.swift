import CryptographyAPI
import CryptographyTesting
import FoundationEssentials
import HTTPServingAPI
import HTTPServingTesting
import HTTPTypes
import KernelTesting
import Localization
import Testing
import WebUI

struct WebPageTests {
    private let page = WebPage(
        LocalizedText(en: "Hello", es: "Hola"), status: .gone,
        [
            .failure(LocalizedText(en: "Too late", es: "Demasiado tarde")), .text(LocalizedText(verbatim: "<b>&'\"")),
            .form(
                WebForm(
                    LocalizedText(en: "Send", es: "Enviar"), hidden: [("token", "\"><script>")],
                    [
                        WebField(
                            "email", .email, LocalizedText(en: "Address", es: "Dirección"),
                            hint: LocalizedText(en: "yours", es: "la tuya"), value: "\" onfocus=\"x",
                            problems: [LocalizedText(en: "No address", es: "No es una dirección")])
                    ])),
        ])

    private func html(_ language: String = "en") async throws -> String {
        let request = ServerRequest.sample(fields: [.acceptLanguage: language])
        return String(decoding: try await page.response(to: request).collectBody(), as: UTF8.self)
    }

    @Test func isStrictAboutWhatItLoadsAndWhoKeepsIt() {
        let response = page.response(to: .sample())
        let fields = response.fields
        #expect(response.status == .gone && fields[.contentType] == "text/html; charset=utf-8")
        #expect(fields[.cacheControl] == "no-store" && fields["Referrer-Policy"] == "no-referrer")
        let policy = fields["Content-Security-Policy"] ?? ""
        #expect(policy.hasPrefix("default-src 'none'; style-src 'sha256-"))
        #expect(policy.contains("form-action 'self'; base-uri 'none'; frame-ancestors 'none'"))
        #expect(!policy.contains("unsafe") && !policy.contains("script"))
    }

    @Test func thePolicyAllowsTheStyleSheetAndNoOther() async throws {
        let digest = try Cryptography.real().hashing.sha256(Data(WebStyle.sheet.utf8)).base64EncodedString()
        #expect(WebStyle.hash == "sha256-\(digest)")
        let html = try await html()
        #expect(html.contains("<style>\(WebStyle.sheet)</style>"))
        #expect(!html.contains("style=\"") && !html.contains("<script"))
    }

    @Test(.requirement("SCREEN-02")) func theSecretOfALinkLeavesTheAddressAndNothingTypedIsPrinted() async throws {
        let digest = try Cryptography.real().hashing.sha256(Data(WebHistory.script.utf8)).base64EncodedString()
        #expect(WebHistory.hash == "sha256-\(digest)")
        let response = page.response(to: .sample(query: "token=secret"))
        #expect(response.fields["Content-Security-Policy"]?.hasSuffix("; script-src '\(WebHistory.hash)'") == true)
        let html = String(decoding: try await response.collectBody(), as: UTF8.self)
        #expect(html.contains("<script>\(WebHistory.script)</script>"))
        #expect(WebStyle.sheet.contains("@media print { form { display: none; } }"))
    }

    @Test(arguments: [("en", "Too late"), ("es-MX", "Demasiado tarde"), ("de, es;q=0.5", "Demasiado tarde")])
    func speaksThePersonsLanguage(_ language: String, _ text: String) async throws {
        let html = try await html(language)
        #expect(html.contains(text))
        #expect(html.contains("<html lang=\"\(text == "Too late" ? "en" : "es")\">"))
    }

    @Test func nothingThatSomebodyTypedBecomesMarkup() async throws {
        let html = try await html()
        #expect(html.contains("<p>&lt;b&gt;&amp;&#39;&quot;</p>"))
        #expect(html.contains("value=\"&quot;&gt;&lt;script&gt;\""))
        #expect(html.contains("value=\"&quot; onfocus=&quot;x\""))
    }

    @Test func aFieldSaysWhatItIsAndWhatIsWrongWithIt() async throws {
        let html = try await html()
        #expect(html.contains("<label for=\"email-2\">Address</label>"))
        #expect(html.contains("aria-describedby=\"email-2-problems email-2-hint\" aria-invalid=\"true\" autofocus"))
        #expect(html.contains("id=\"email-2-hint\"") && html.contains("id=\"email-2-problems\""))
        #expect(html.contains("role=\"alert\""))
    }

    @Test func aPasswordBelongsToAnAddress() async throws {
        let title = LocalizedText(en: "Hello", es: "Hola"), button = LocalizedText(en: "Send", es: "Enviar")
        func html(_ form: WebForm) async throws -> String {
            String(
                decoding: try await WebPage(title, [.form(form)]).response(to: .sample()).collectBody(), as: UTF8.self)
        }
        let hidden = try await html(WebForm(button, username: "ana@\"example.com", [.password()]))
        #expect(
            hidden.contains(
                "<input name=\"username\" type=\"text\" autocomplete=\"username\" value=\"ana@&quot;example.com\" hidden "
                    + "readonly>"))
        #expect(try await html(WebForm(button, [.email(), .password()])).contains("autocomplete=\"username\""))
        let alone = try await html(WebForm(button, [.email()]))
        #expect(alone.contains("autocomplete=\"email\"") && !alone.contains("username"))
    }

    /// Without scripts it would do nothing, so it isn't there.
    @Test func aNewPasswordHasAButtonThatShowsIt() async throws {
        let field = WebField(
            "new_password", .newPassword(minimum: 8), LocalizedText(en: "Password", es: "Contraseña"))
        let form = WebForm(LocalizedText(en: "Send", es: "Enviar"), [field])
        let response = WebPage(LocalizedText(en: "Hello", es: "Hola"), [.form(form)]).response(to: .sample())
        let html = String(decoding: try await response.collectBody(), as: UTF8.self)
        #expect(
            html.contains(
                "<button type=\"button\" class=\"show\" data-field=\"new_password-0\" aria-pressed=\"false\" hidden>"
                    + "Show the password</button>"))
    }

    @Test(arguments: [
        ("en", "There is nothing at this address", "To the first page"), ("es", "No hay nada", "A la primera"),
    ])
    func aProblemIsAPageWithAWayBack(language: String, title: String, link: String) async throws {
        let request = ServerRequest.sample(fields: [.acceptLanguage: language])
        let response = WebPage(HTTPProblem.notFound, root: "/base/").response(to: request)
        let html = String(decoding: try await response.collectBody(), as: UTF8.self)
        #expect(response.status == .notFound && html.contains(title) && html.contains("<a href=\"/base/\">\(link)"))
        #expect(html.contains("<link rel=\"icon\" href=\"/base/icon.svg\" type=\"image/svg+xml\">"))
        #expect(response.fields["Content-Security-Policy"]?.contains("; img-src 'self'; ") == true)
        #expect(WebIcon.response.fields[.contentType] == "image/svg+xml")
    }

    @Test func rulesBelongToTheirFieldAndBringTheScriptThatMarksThem() async throws {
        let rules = WebRules(
            script: "here/rules.js",
            [
                WebRules.Rule("length", value: "8", LocalizedText(en: "Eight", es: "Ocho")),
                WebRules.Rule("other", LocalizedText(en: "<Other>", es: "Otra")),
            ])
        let field = WebField(
            "new_password", .newPassword(minimum: 8), LocalizedText(en: "Password", es: "Contraseña"), rules: rules)
        let page = WebPage(
            LocalizedText(en: "Hello", es: "Hola"), [.form(WebForm(LocalizedText(en: "Send", es: "Enviar"), [field]))])
        let response = page.response(to: .sample(fields: [.acceptLanguage: "es"]))
        let html = String(decoding: try await response.collectBody(), as: UTF8.self)
        #expect(html.contains("aria-describedby=\"new_password-0-rules\""))
        #expect(html.contains("id=\"new_password-0-rules\" data-field=\"new_password-0\" data-met=\"Cumplido\""))
        #expect(html.contains("<li data-rule=\"length\" data-value=\"8\">Ocho</li>"))
        #expect(html.contains("id=\"new_password-0-said\" role=\"status\" aria-live=\"polite\""))
        #expect(html.contains("<script src=\"here/rules.js\" defer></script>"))
        let policy = response.fields["Content-Security-Policy"] ?? ""
        #expect(policy.hasPrefix("default-src 'none';") && policy.hasSuffix("; script-src 'self'"))
        #expect(!policy.contains("unsafe"))
    }

    @Test(arguments: [
        ("application/x-www-form-urlencoded", "a=1&b=%C3%B1+x", "ñ x"),
        ("application/x-www-form-urlencoded; charset=utf-8", "b=2", "2"),
    ])
    func aFormIsRead(_ type: String, _ body: String, _ value: String) async throws {
        let request = ServerRequest.sample(.post, "/", fields: [.contentType: type], body: Data(body.utf8))
        #expect(try await request.decodeForm()["b"] == value)
    }

    @Test(arguments: [("application/json", "{}", 415), ("application/x-www-form-urlencoded", "a=%ZZ", 400)])
    func whatIsNoFormIsRefused(_ type: String, _ body: String, _ status: Int) async throws {
        let request = ServerRequest.sample(.post, "/", fields: [.contentType: type], body: Data(body.utf8))
        let problem = await #expect(throws: HTTPProblem.self) { try await request.decodeForm() }
        #expect(problem?.status.rawValue == status)
    }
}
