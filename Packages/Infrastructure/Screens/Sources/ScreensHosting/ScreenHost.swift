import CryptographyAPI
import FoundationEssentials
import HTTPServingAPI
import HTTPTypes
import Localization
import ScreensAPI
import ScreensHTML

/// Answers requests of browsers with screens.
struct ScreenHost: Sendable {
    private let dependencies: ScreensHostingPlugin.Dependencies
    private let style: StyleReference

    init(_ dependencies: ScreensHostingPlugin.Dependencies, style: StyleReference) {
        self.dependencies = dependencies
        self.style = style
    }

    /// To a program there is nothing at the address of a screen.
    func route(of screen: Screen) -> Route {
        Route(.get, screen.route.pattern, bodyLimit: 0) { request in
            guard request.asksForPage else { throw HTTPProblem.notFound }
            do {
                return try response(to: request, try await screen.show(self.request(request, of: screen)))
            } catch let failure as ScreenFailure {
                return response(to: request, about: failure)
            }
        }
    }

    private func request(_ request: ServerRequest, of screen: Screen) -> ScreenRequest {
        let values = screen.route.pattern.split(separator: "/").compactMap { segment in
            segment.hasPrefix("{") ? request.pathParameters[String(segment.dropFirst().dropLast())] : nil
        }
        let query = Dictionary(request.query.items.map { ($0.name, $0.value) }) { first, _ in first }
        return ScreenRequest(
            screen.route.place(values), values: request.pathParameters, query: query, now: dependencies.now())
    }

    // MARK: Answers

    /// A screen that everybody gets: whoever goes back to it finds it as it was,
    /// and asks whether it still is.
    private func response(to request: ServerRequest, _ contents: ScreenContents) throws -> ServerResponse {
        let body = html(contents, for: request)
        let tag = try dependencies.hashing.sha256(Data(body.utf8)).prefix(16).base64EncodedString()
        return response(to: request, body, status: .ok, [.cacheControl: "private, no-cache", .eTag: "\"\(tag)\""])
    }

    /// A problem of a route as a screen.
    func response(to request: ServerRequest, about problem: HTTPProblem) -> ServerResponse {
        let title = LocalizedText(en: Self.heading(problem.title.english), es: Self.heading(problem.title.spanish))
        return response(to: request, about: title, problem.detail, status: problem.status)
    }

    private func response(to request: ServerRequest, about failure: ScreenFailure) -> ServerResponse {
        let title = LocalizedText(en: "There is nothing here", es: "Aquí no hay nada")
        return switch failure {
        case .notFound(let text): response(to: request, about: title, text, status: .notFound)
        }
    }

    private func response(
        to request: ServerRequest, about title: LocalizedText, _ text: LocalizedText?, status: HTTPStatus
    ) -> ServerResponse {
        let way = ScreenLink(LocalizedText(en: "To the first page", es: "A la primera página"), to: .home)
        let blocks = (text.map { [ScreenBlock.text(.words($0))] } ?? []) + [.links([way])]
        let contents = ScreenContents(.words(title), .column(blocks))
        return response(to: request, html(contents, for: request), status: status, [.cacheControl: "no-store"])
    }

    /// A heading has no full stop.
    private static func heading(_ sentence: String) -> String {
        sentence.hasSuffix(".") ? String(sentence.dropLast()) : sentence
    }

    private func html(_ contents: ScreenContents, for request: ServerRequest) -> String {
        contents.html(
            in: Surroundings(
                request.language, root: dependencies.root, style: style, navigation: dependencies.navigation(),
                now: dependencies.now()))
    }

    private func response(
        to request: ServerRequest, _ html: String, status: HTTPStatus, _ own: HTTPFields
    ) -> ServerResponse {
        var fields = own
        for field in Self.fields { fields[field.name] = field.value }
        fields[.contentLanguage] = request.language.rawValue
        fields[.vary] = "\(HTTPFieldName.accept), \(HTTPFieldName.acceptLanguage)"
        return .text(html, type: .html, status: status, fields: fields)
    }

    /// Allows a screen what it is made of and nothing else (ASVS 5.0, section
    /// 3.4); the router adds what every answer has.
    private static let fields: HTTPFields = [
        "Content-Security-Policy":
            "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'none'; base-uri 'none'; "
            + "frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
        "Cross-Origin-Opener-Policy": "same-origin",
        "Cross-Origin-Embedder-Policy": "require-corp",
        "Permissions-Policy": "accelerometer=(), autoplay=(), camera=(), clipboard-read=(), display-capture=(), "
            + "encrypted-media=(), fullscreen=(), geolocation=(), gyroscope=(), hid=(), magnetometer=(), "
            + "microphone=(), midi=(), payment=(), publickey-credentials-get=(), serial=(), usb=()",
    ]
}
