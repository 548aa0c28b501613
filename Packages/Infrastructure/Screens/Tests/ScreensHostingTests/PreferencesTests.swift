import FoundationEssentials
import HTTPServingAPI
import HTTPServingTesting
import HTTPTypes
import KernelTesting
import Testing

struct PreferencesTests {
    private let stage: FormStage

    init() throws {
        stage = try FormStage()
    }

    private func prefer(_ choice: String, _ fields: HTTPFields = FormStage.own) async throws -> [String] {
        let answer = try await stage.send("/prefer", "_form=prefer&_key=&choice=\(choice)", fields)
        #expect(answer.response.status == .seeOther && answer.response.fields[.location] == "/write")
        return answer.response.fields.values(of: "Set-Cookie").map { String($0.prefix { $0 != ";" }) }
    }

    private func show(_ path: String = "/write", _ cookie: String, host: String = "localhost:8080") async throws -> (
        response: ServerResponse, text: String
    ) {
        let fields: HTTPFields = [.accept: "text/html", .acceptLanguage: "en", "Cookie": cookie, "Host": host]
        var request = ServerRequest.sample(.get, path, fields: fields)
        request.isSecure = false
        let response = await stage.router.respond(to: request)
        return (response, String(decoding: try await response.collectBody(), as: UTF8.self))
    }

    @Test(.requirement("THEME-03", "L10N-01")) func whatIsChosenHoldsForAllScreensFromTheirFirstByteOn() async throws {
        let cookies = try await prefer("all")
        #expect(cookies == ["__Host-essential-preferences-8080=dark.es.no-keys.no-masks"])
        for path in ["/write", "/gone", "/nowhere"] {
            let (response, text) = try await show(path, "a=b; " + cookies[0])
            #expect(
                text.contains(#"<html lang="es" data-theme="dark" data-keys="off" data-masks="off">"#), "\(path)")
            #expect(text.contains(#"<meta name="color-scheme" content="dark">"#))
            #expect(response.fields[.contentLanguage] == "es" && response.fields[.vary]?.contains("Cookie") == true)
        }
    }

    @Test(.requirement("THEME-01", "THEME-03")) func whoChoosesNothingHasNothing() async throws {
        let answer = try await stage.send("/prefer", "_form=prefer&choice=none")
        #expect(
            answer.response.fields["Set-Cookie"]
                == "__Host-essential-preferences-8080=; Path=/; HttpOnly; SameSite=Lax; Secure; Max-Age=0")
        let text = try await show("/write", "").text
        #expect(text.contains(#"<html lang="en">"#) && text.contains(#"content="light dark""#))
    }

    @Test(arguments: [
        "__Host-essential-preferences-8080=<script>.xx.dark\"onload=", "essential-preferences-8080=dark",
        "__Host-essential-preferences-9090=dark",
        "__Host-essential-preferences-8080=" + String(repeating: ".a", count: 900),
    ])
    func whatNobodyChoseIsNothing(_ cookie: String) async throws {
        #expect(try await show("/write", cookie).text.contains(#"<html lang="en">"#))
    }

    @Test func whereOthersCanReadOnTheWayItIsKeptAllTheSame() async throws {
        let shown = try await show("/write", "essential-preferences-8080=light", host: "example.com:8080").text
        #expect(shown.contains(#"<html lang="en" data-theme="light">"#))
    }

    @Test(.requirement("SCREEN-01")) func whoeverComesNextIsMaskedAgain() async throws {
        let chosen = "; __Host-essential-preferences-8080=dark.no-masks"
        func cookie(_ path: String, _ form: String, showing token: String) async throws -> [String] {
            var fields = stage.fields(showing: token)
            fields["Cookie"] = (fields["Cookie"] ?? "") + chosen
            return try await stage.send(path, "_form=\(form)", fields).response.fields.values(of: "Set-Cookie")
        }
        let signedIn = try await cookie("/sign-in", "sign-in", showing: "nothing")
        #expect(signedIn.last?.hasPrefix("__Host-essential-preferences-8080=dark; ") == true)
        let signedOut = try await cookie("/out", "out", showing: "token0")
        #expect(signedOut.last?.hasPrefix("__Host-essential-preferences-8080=dark; ") == true)
    }
}
