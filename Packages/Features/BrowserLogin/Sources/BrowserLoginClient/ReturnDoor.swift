import BrowserLoginAPI
import CoreModels
import FoundationEssentials
import HTTPServingAPI
import HTTPTransportAPI
import HTTPTypes
import Localization
import Locking

/// Where the browser comes back to: one address, which takes one answer, and tells the
/// browser how it ended.
///
/// Whatever runs on the machine, and any page in a browser, can reach the port. So a
/// request has to name it by its number, which defeats names that are led here (DNS
/// rebinding), and to know the state.
final class ReturnDoor: HTTPResponding {
    /// What came.
    enum Arrival: Sendable {
        case decided(ProgramRequest.Decision)
        /// Another server than the one that was asked.
        case anotherServer
    }

    private let state: Secret
    private let server: ServerAddress
    private let browser: LoginBrowser
    private let port = Locked<Int?>(nil)
    private let isTaken = Locked(false)
    private let arrivals = AsyncStream<Arrival>.makeStream()
    private let ends = AsyncStream<BrowserLoginError?>.makeStream()

    init(state: Secret, of server: ServerAddress, by browser: LoginBrowser) {
        self.state = state
        self.server = server
        self.browser = browser
    }

    func open(at port: Int) {
        self.port.withLock { $0 = port }
    }

    /// Waits for the browser; nil if the task is cancelled before it comes.
    func arrival() async -> Arrival? {
        await arrivals.stream.first { _ in true }
    }

    /// Has the browser told how it ended.
    func tell(_ error: BrowserLoginError?) {
        ends.continuation.yield(error)
    }

    func answer(_ request: consuming ServerRequest) -> HTTPAnswer {
        guard let port = port.current, request.fields.values(of: .host) == ["127.0.0.1:\(port)"],
            request.method == .get, request.path == "/", let arrival = arrival(in: request.query),
            isTaken.withLock({ isTaken in
                defer { isTaken = true }
                return !isTaken
            })
        else { return .ready(page(ReturnTexts.nothing, ReturnTexts.beginInProgram, .notFound, to: request)) }
        arrivals.continuation.yield(arrival)
        return .pending { [ends, request, self] in
            let end = await ends.stream.first { _ in true } ?? .cancelled
            return page(about: end, to: request)
        }
    }

    /// Says how it ended; who looks at pages of the program is led back there, which nobody
    /// is told who doesn't know the state.
    private func page(about error: BrowserLoginError?, to request: ServerRequest) -> ServerResponse {
        let title = error == nil ? ReturnTexts.loggedIn : ReturnTexts.notLoggedIn
        switch browser {
        case .opened: return page(title, error?.text ?? ReturnTexts.close, to: request)
        case .present(let way):
            var response = page(title, error?.text ?? ReturnTexts.goesBack, leadingTo: way, to: request)
            response.fields["Refresh"] = "0; url=\(way.absoluteString)"
            return response
        }
    }

    /// Cookies know no ports: whoever else listens on this machine can give a browser more of them
    /// than a request may have, and they have to go.
    func refuse(_ request: ServerRequest, because problem: HTTPProblem) -> ServerResponse {
        guard problem.status == .requestHeaderFieldsTooLarge else {
            return page(problem.title, problem.detail ?? ReturnTexts.beginInProgram, problem.status, to: request)
        }
        var response = page(
            ReturnTexts.tooManyCookies, ReturnTexts.cookiesAreGone, problem.status, to: request)
        response.fields["Clear-Site-Data"] = "\"cookies\""
        return response
    }

    /// Whether it is the server that the program itself uses: what a server says of itself
    /// is no proof, since one may name another one and pass on what comes (mix-up, RFC 9207,
    /// section 1).
    private func isServer(_ issuer: ServerAddress) -> Bool {
        server.contains(issuer.url(path: "/")) && issuer.contains(server.url(path: "/"))
    }

    private func arrival(in query: QueryParameters) -> Arrival? {
        guard let state = query["state"], self.state.isEqual(to: Secret(state)) else { return nil }
        guard let issuer = query["iss"].flatMap({ ServerAddress($0) }), isServer(issuer) else { return .anotherServer }
        if let code = query["code"], !code.isEmpty { return .decided(.letIn(Secret(code))) }
        return query["error"] == nil ? nil : .decided(.refused)
    }

    /// A page of its own: nothing is loaded, no frame shows it, and nothing that came in is
    /// on it.
    private func page(
        _ title: LocalizedText, _ text: LocalizedText, _ status: HTTPStatus = .ok, leadingTo way: URL? = nil,
        to request: ServerRequest
    ) -> ServerResponse {
        let language = language(of: request)
        func escaped(_ text: LocalizedText) -> String { Self.escaped(text.text(in: language)) }
        let link = way.map { way in
            "<p><a href=\"\(Self.escaped(way.absoluteString))\">\(escaped(ReturnTexts.back))</a></p>"
        }
        let html = """
            <!doctype html><html lang="\(language.rawValue)"><head><meta charset="utf-8">\
            <meta name="viewport" content="width=device-width"><title>\(escaped(title))</title>\
            <style>\(Self.style)</style></head>\
            <body><main><h1>\(escaped(title))</h1><p>\(escaped(text))</p>\(link ?? "")</main></body></html>

            """
        return .text(
            html, type: .html, status: status,
            fields: [
                .cacheControl: "no-store",
                "Content-Security-Policy":
                    "default-src 'none'; style-src 'sha256-\(Self.styleDigest)'; frame-ancestors 'none'",
                "Referrer-Policy": "no-referrer", "X-Content-Type-Options": "nosniff",
                "Cross-Origin-Resource-Policy": "same-origin",
            ])
    }

    private static let style =
        ":root{color-scheme:light dark}body{font:1.125rem/1.5 system-ui,sans-serif;max-width:34rem;"
        + "margin:20vh auto;padding:0 1rem}h1{line-height:1.2}"
    /// SHA-256 of the style: a browser takes no other.
    private static let styleDigest = "+ZK8i1Yb/s91x0vZoaVeuu/UZJv4TOlm02j9WsPQyJ8="

    private func language(of request: ServerRequest) -> Language {
        if case .opened(let language) = browser { language } else { request.language }
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing("\"", with: "&quot;")
    }
}

/// What the browser reads when it has come back.
enum ReturnTexts {
    static let loggedIn = LocalizedText(en: "You are logged in", es: "Has iniciado sesión")
    static let close = LocalizedText(
        en: "The program goes on by itself. You can close this window.",
        es: "El programa sigue por sí solo. Puedes cerrar esta ventana.")
    static let goesBack = LocalizedText(
        en: "Your browser goes back to Essential now.", es: "Tu navegador vuelve ahora a Essential.")
    static let back = LocalizedText(en: "Back to Essential", es: "Volver a Essential")
    static let notLoggedIn = LocalizedText(en: "Nobody was logged in", es: "No se inició ninguna sesión")
    static let tooManyCookies = LocalizedText(
        en: "Your browser sent too many cookies", es: "Tu navegador envió demasiadas cookies")
    static let cookiesAreGone = LocalizedText(
        en: "They came from elsewhere on this machine, and your browser was told to remove them. Load this page again "
            + "to go on.",
        es: "Venían de otro sitio de este equipo, y se ha pedido a tu navegador que las borre. Vuelve a cargar esta "
            + "página para seguir.")
    static let nothing = LocalizedText(en: "There is nothing here", es: "Aquí no hay nada")
    static let beginInProgram = LocalizedText(
        en: "To log in, begin in the program. You can close this window.",
        es: "Para iniciar sesión, empieza en el programa. Puedes cerrar esta ventana.")
}
