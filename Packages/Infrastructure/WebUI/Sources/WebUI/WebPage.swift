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

    /// Creates a page.
    public init(_ title: LocalizedText, status: HTTPStatus = .ok, _ elements: [WebElement]) {
        self.title = title
        self.elements = elements
        self.status = status
    }

    /// The page as the answer to a request, in the person's language.
    public func response(to request: ServerRequest) -> ServerResponse {
        let language = request.language
        var response = ServerResponse.text(html(in: language), type: .html, status: status)
        response.fields[.contentLanguage] = language.rawValue
        response.fields[.vary] = HTTPFieldName.acceptLanguage.description
        response.fields[.cacheControl] = "no-store"
        response.fields["Referrer-Policy"] = "no-referrer"
        // ASVS 5.0, section 3.4: no script but those of this server, and they
        // can't connect to anywhere.
        response.fields["Content-Security-Policy"] =
            "default-src 'none'; style-src '\(WebStyle.hash)'; form-action 'self'; base-uri 'none'; "
            + "frame-ancestors 'none'" + (scripts.isEmpty ? "" : "; script-src 'self'")
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

    private func html(in language: Language) -> String {
        let title = HTML.escaped(title.text(in: language))
        let scripts = scripts.map { "\n<script src=\"\(HTML.escaped($0))\" defer></script>" }.joined()
        let content = elements.enumerated().map { $1.html(in: language, number: $0) }.joined(separator: "\n")
        return """
            <!doctype html>
            <html lang="\(language.rawValue)">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark">
            <title>\(title) · Essential</title>
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
