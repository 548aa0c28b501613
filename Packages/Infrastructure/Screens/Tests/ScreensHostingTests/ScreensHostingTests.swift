import CoreModels
import CryptographyAPI
import CryptographyTesting
import FoundationEssentials
import HTTPServingAPI
import HTTPServingRouting
import HTTPServingTesting
import HTTPTypes
import KernelTesting
import Localization
import PluginKit
import Presenting
import ScreensAPI
import ScreensHosting
import Testing

struct ScreensHostingTests {
    private let router: Router
    private let routes: [Route]

    init() throws {
        let screen = Screen(ScreenRoute("/p/{id}")) { request in
            switch request.values["id"] {
            case "none":
                throw ScreenFailure.notFound(LocalizedText(en: "No such picture.", es: "No existe esa imagen."))
            case "broken": throw Broken()
            case "down": throw Down()
            default:
                let next = ScreenLink(
                    LocalizedText(en: "More", es: "Más"), to: request.place.with("page", request.query["page"]), .next)
                return ScreenContents(.words(LocalizedText(en: "Hello", es: "Hola")), .column([.links([next])]))
            }
        }
        let about = ScreenLink(LocalizedText(en: "About", es: "Acerca de"), to: ScreenRoute("/about").place())
        let mailed = Screen(
            ScreenRoute("/mailed"), isMailed: true, limit: ScreenLimit("mailed", forms: 3),
            scripts: [ScreenScript("mark", "mark()")],
            actions: [
                ScreenAction("press") { sent in
                    .show(ScreenContents(.written("pressed from \(sent.request.origin.address)"), .column([])))
                }
            ]
        ) { request in
            let standing: ScreenContents.Standing =
                switch request.query["token"] {
                case "foreign": .foreign
                case "late": .over
                case "nonsense": .unknown
                default: .found
                }
            return ScreenContents(.written("mailed"), .column([]), standing: standing)
        }
        var host = PluginHost()
        let hashing = try Cryptography.real().hashing
        let screens = try host.install(
            ScreensHostingPlugin.self,
            .init(
                screens: { [screen, mailed] }, navigation: { [NavigationItem(about)] }, steps: { [] }, browsers: nil,
                hashing: hashing, root: "/below/", makeKey: { "0123456789abcdef" },
                now: { Date(timeIntervalSince1970: 1_800_000_000) }))
        let exports = try host.composed()[screens]
        routes = try exports.routes()
        router = try Router(
            routes: routes, settings: RouterSettings(basePath: "/below"), observer: RequestObserverSpy(),
            page: exports.problem)
    }

    private struct Broken: Error {}

    private struct Down: PresentableError {
        let code = "no_connectivity", nature = FailureNature.connectivity
        let text = LocalizedText(en: "No connection.", es: "Sin conexión.")
    }

    private func ask(
        _ path: String, query: String = "", _ fields: HTTPFields = [.accept: "text/html", .acceptLanguage: "es"]
    ) async throws -> (response: ServerResponse, text: String) {
        let response = await router.respond(to: .sample(.get, path, query: query, fields: fields))
        return (response, String(decoding: try await response.collectBody(), as: UTF8.self))
    }

    @Test func aBrowserGetsAScreen() async throws {
        let (response, text) = try await ask("/below/p/1", query: "page=%3Cb%3E")
        #expect(response.status == .ok && response.fields[.contentType] == "text/html; charset=utf-8")
        #expect(response.fields[.contentLanguage] == "es" && text.contains("<h1>Hola</h1>"))
        #expect(text.contains(#"<a href="/below/p/1?page=%3Cb%3E" rel="next">Más</a>"#))
        #expect(text.contains(#"<a href="/below/about">Acerca de</a>"#))
    }

    @Test(.requirement("SANIT-03")) func itAllowsAScreenNothingButItself() async throws {
        let fields = try await ask("/below/p/1").response.fields
        let policy = fields["Content-Security-Policy"] ?? ""
        #expect(
            policy.hasPrefix("default-src 'none'; style-src 'self'; img-src 'self'; ") && !policy.contains("unsafe"))
        for rule in ["form-action 'self'", "base-uri 'none'", "frame-ancestors 'none'", "trusted-types 'none'"] {
            #expect(policy.contains(rule))
        }
        #expect(fields["X-Content-Type-Options"] == "nosniff" && fields["Referrer-Policy"] == "same-origin")
        #expect(fields["Cross-Origin-Opener-Policy"] == "same-origin")
        #expect(fields["Cross-Origin-Embedder-Policy"] == "require-corp")
        #expect(fields["Cross-Origin-Resource-Policy"] == "same-origin")
        #expect(fields["Permissions-Policy"]?.contains("geolocation=()") == true)
        #expect(fields["Set-Cookie"] == nil && fields[.cacheControl] == "private, no-cache")
    }

    @Test func whoHasItAlreadyIsToldSo() async throws {
        let whole = try await ask("/below/p/1").response, tag = try #require(whole.fields[.eTag])
        let again = try await ask(
            "/below/p/1", [.accept: "text/html", .acceptLanguage: "es", .ifNoneMatch: tag])
        #expect(again.response.status == .notModified)
        // A browser holds the page to what came last.
        for name: HTTPFieldName in ["Content-Security-Policy", "Cross-Origin-Opener-Policy", "Permissions-Policy"] {
            #expect(again.response.fields[name] == whole.fields[name], "\(name)")
        }
        let english = try await ask("/below/p/1", [.accept: "text/html", .ifNoneMatch: tag])
        #expect(english.response.status == .ok && english.text.contains("<h1>Hello</h1>"))
    }

    @Test func toAProgramThereIsNothing() async throws {
        for accept in ["application/json", "*/*"] {
            let (response, text) = try await ask("/below/p/1", [.accept: accept])
            #expect(response.status == .notFound && response.fields[.contentType] == "application/problem+json")
            #expect(text.contains("not_found"))
        }
        let posted = await router.respond(to: .sample(.post, "/below/p/1", fields: [.accept: "text/html"]))
        #expect(posted.status == .methodNotAllowed)
    }

    @Test func failuresAreScreensToo() async throws {
        let (missing, text) = try await ask("/below/p/none")
        #expect(missing.status == .notFound && text.contains("No existe esa imagen."))
        let (broken, page) = try await ask("/below/p/broken")
        #expect(broken.status == .internalServerError && broken.fields[.cacheControl] == "no-store")
        let (unknown, nothing) = try await ask("/below/nowhere")
        #expect(unknown.status == .notFound)
        for page in [text, page, nothing] {
            #expect(page.contains(#"<html lang="es">"#) && page.contains(#"<a href="/below/">A la primera página</a>"#))
        }
    }

    @Test func whatCanNotBeHadNowIsAskedForAgain() async throws {
        let (response, text) = try await ask("/below/p/down", query: "page=2")
        #expect(response.status == .serviceUnavailable && response.fields[.cacheControl] == "no-store")
        #expect(text.contains(#"<a href="/below/p/down?page=2">Volver a intentarlo</a>"#), "\(text)")
    }

    @Test func theStyleSheetMayBeKeptForEver() async throws {
        let page = try await ask("/below/p/1").text
        let reference = try #require(
            page.firstMatch(of: /rel="stylesheet" href="([^"]+)" integrity="sha256-([^"]+)"/)?.output)
        let (sheet, text) = try await ask(String(reference.1), [:])
        #expect(sheet.status == .ok && sheet.fields[.contentType] == "text/css; charset=utf-8")
        #expect(sheet.fields[.cacheControl] == "public, max-age=31536000, immutable")
        let digest = try Cryptography.real().hashing.sha256(Data(text.utf8)).base64EncodedString()
        #expect(digest == String(reference.2))
    }

    // MARK: Mailed links

    @Test(.requirement("RECOV-18")) func whatLiesBehindAMailedLinkIsForgotten() async throws {
        let (response, text) = try await ask("/below/mailed", query: "token=secret", [.accept: "*/*"])
        #expect(response.status == .ok && response.fields["X-Robots-Tag"] == "noindex")
        #expect(response.fields[.cacheControl] == "no-store" && response.fields[.eTag] == nil)
        #expect(response.fields["Referrer-Policy"] == "strict-origin", "its place stays out of every log")
        #expect(response.fields["Content-Security-Policy"]?.hasSuffix("; script-src 'self'") == true)
        let scripts = text.matches(of: /<script src="([^"]+)" integrity="sha256-([^"]+)" defer><\/script>/).map(
            \.output)
        try #require(scripts.count == 3)
        let (script, code) = try await ask(String(scripts[0].1), [:])
        #expect(script.fields[.contentType] == "text/javascript; charset=utf-8" && code.contains("replaceState"))
        let digest = try Cryptography.real().hashing.sha256(Data(code.utf8)).base64EncodedString()
        #expect(digest == String(scripts[0].2))
        #expect(try await ask(String(scripts[2].1), [:]).text == "(() => {\nmark()})();\n")
        let plain = try await ask("/below/mailed").text
        #expect(plain.matches(of: /<script/).count == 2, "nothing to forget")
    }

    @Test(arguments: [("foreign", 403), ("late", 410), ("nonsense", 404)])
    func theStatusSaysHowItStands(_ token: String, _ status: Int) async throws {
        #expect(try await ask("/below/mailed", query: "token=\(token)").response.status.rawValue == status)
    }

    @Test func aFormComesFromAPageOfThisServerAndSoOftenAtMost() async throws {
        func press(_ site: String) async throws -> (response: ServerResponse, text: String) {
            let response = await router.respond(
                to: .sample(
                    .post, "/below/mailed",
                    fields: ["Sec-Fetch-Site": site, .contentType: "application/x-www-form-urlencoded"],
                    body: Data("_form=press".utf8)))
            return (response, String(decoding: try await response.collectBody(), as: UTF8.self))
        }
        let own = try await press("same-origin")
        #expect(own.response.status == .ok && own.text.contains("pressed from 127.0.0.1"))
        #expect(try await press("cross-site").response.status == .forbidden)
        let route = try #require(routes.first { $0.method == .post })
        #expect(route.limit == RouteLimit("mailed", requests: 3))
    }

    @Test func theIconMayBeKeptForADay() async throws {
        let icon = try await ask("/below/icon.svg", [:])
        #expect(icon.response.fields[.contentType] == "image/svg+xml" && icon.text.hasPrefix("<svg"))
    }

    @Test func withoutAFirstScreenThereIsAnEmptyOne() async throws {
        #expect(try await ask("/below/").response.status == .ok)
    }
}
