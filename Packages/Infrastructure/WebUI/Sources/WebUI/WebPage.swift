import CoreModels
public import HTTPServingAPI
public import HTTPTypes
public import Localization

/// A page for one thing to do: it works without scripts, with the keyboard and
/// with a screen reader, on a phone, light and dark.
///
/// A page asks for nothing from elsewhere, is kept by nobody, and tells nobody
/// where its reader came from.
public struct WebPage: Sendable {
    /// What it is about; the heading and the name of the window.
    public let title: LocalizedText
    /// What is on it, from top to bottom.
    public let elements: [WebElement]
    /// The status of the answer.
    public let status: HTTPStatus
    /// The path of the server's first page, with a slash at its end; nil for a
    /// page beside that one.
    private let root: String?

    /// Creates a page.
    ///
    /// - Parameter root: The path of the server's first page, with a slash at its
    ///   end; nil for a page beside that one.
    public init(_ title: LocalizedText, status: HTTPStatus = .ok, root: String? = nil, _ elements: [WebElement]) {
        self.title = title
        self.elements = elements
        self.status = status
        self.root = root
    }

    /// Creates a page about a problem, for who came with a browser.
    ///
    /// - Parameter root: The path of the server's first page, with a slash at its
    ///   end.
    public init(_ problem: HTTPProblem, root: String) {
        let detail = problem.detail.map { [WebElement.text($0)] } ?? []
        let title = LocalizedText(
            en: Self.heading(problem.title.english), es: Self.heading(problem.title.spanish))
        self.init(
            title, status: problem.status, root: root,
            detail + [.link(LocalizedText(en: "To the first page", es: "A la primera página"), to: root)])
    }

    /// A heading has no full stop.
    private static func heading(_ sentence: String) -> String {
        sentence.hasSuffix(".") ? String(sentence.dropLast()) : sentence
    }

    /// The page as the answer to a request, in the person's language.
    public func response(to request: ServerRequest) -> ServerResponse {
        let language = request.language
        let hidesQuery = !request.query.items.isEmpty
        var response = ServerResponse.text(html(in: language, hidesQuery: hidesQuery), type: .html, status: status)
        response.fields[.contentLanguage] = language.rawValue
        response.fields[.vary] = HTTPFieldName.acceptLanguage.description
        response.fields[.cacheControl] = "no-store"
        response.fields["Referrer-Policy"] = "no-referrer"
        // ASVS 5.0, section 3.4: no script but those of this server, and they
        // can't connect to anywhere.
        let sources = (scripts.isEmpty ? [] : ["'self'"]) + (hidesQuery ? ["'\(WebHistory.hash)'"] : [])
        response.fields["Content-Security-Policy"] =
            "default-src 'none'; style-src '\(WebStyle.hash)'; img-src 'self'; form-action 'self'; base-uri 'none'; "
            + "frame-ancestors 'none'" + (sources.isEmpty ? "" : "; script-src \(sources.joined(separator: " "))")
        response.fields["Cross-Origin-Opener-Policy"] = "same-origin"
        // The link to the page holds a secret.
        response.fields["X-Robots-Tag"] = "noindex"
        return response
    }

    /// Those that mark rules.
    private var scripts: [String] {
        let all = elements.flatMap { element in
            if case .form(let form) = element { form.fields.compactMap(\.rules?.script) } else { [String]() }
        }
        return Set(all).sorted()
    }

    private func html(in language: Language, hidesQuery: Bool) -> String {
        let title = HTML.escaped(title.text(in: language))
        let hiding = hidesQuery ? "\n<script>\(WebHistory.script)</script>" : ""
        let scripts = hiding + scripts.map { "\n<script src=\"\(HTML.escaped($0))\" defer></script>" }.joined()
        let icon = HTML.escaped((root ?? "") + WebIcon.path.dropFirst())
        let content = elements.enumerated().map { $1.html(in: language, number: $0) }.joined(separator: "\n")
        return """
            <!doctype html>
            <html lang="\(language.rawValue)">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark">
            <title>\(title) · Essential</title>
            <link rel="icon" href="\(icon)" type="image/svg+xml">
            <style>\(WebStyle.sheet)</style>\(scripts)
            </head>
            <body>
            <main>
            <p class="name">Essential</p>
            <h1>\(title)</h1>
            \(content)
            </main>
            </body>
            </html>

            """
    }
}
