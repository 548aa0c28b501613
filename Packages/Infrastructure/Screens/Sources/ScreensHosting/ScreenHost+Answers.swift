import CryptographyAPI
import FoundationEssentials
import HTTPServingAPI
import HTTPTypes
import Localization
import Presenting
import ScreensAPI
import ScreensHTML

extension ScreenHost {
    /// A screen as somebody's browser gets it.
    ///
    /// What everybody gets may be kept: whoever goes back to it finds it as it
    /// was, and asks whether it still is.
    func response(
        _ contents: ScreenContents, at place: Place, to visit: Visit, _ returned: ReturnedForm? = nil,
        kept: String? = nil
    ) throws -> ServerResponse {
        let body = html(contents, at: place, for: visit, returned, kept: kept)
        let status: HTTPStatus = returned?.notice.kind == .failure ? .unprocessableContent : .ok
        guard visit.person == nil, contents.forms.isEmpty, returned == nil else {
            return response(to: visit.request, body, status: status, [.cacheControl: "no-store"])
        }
        let tag = try dependencies.hashing.sha256(Data(body.utf8)).prefix(16).base64EncodedString()
        return response(
            to: visit.request, body, status: status, [.cacheControl: "private, no-cache", .eTag: "\"\(tag)\""])
    }

    /// A problem of a route as a screen.
    func response(to request: ServerRequest, about problem: HTTPProblem) -> ServerResponse {
        let title = LocalizedText(en: Self.heading(problem.title.english), es: Self.heading(problem.title.spanish))
        let visit = Visit(request: request, browser: .unknown, person: nil)
        let text = problem.detail.map { ScreenNotice(.failure, $0) }
        var response = response(to: visit, about: title, text, status: problem.status)
        for field in problem.fields { response.fields[field.name] = field.value }
        return response
    }

    /// Something that is no screen.
    func response(to request: ServerRequest, about title: LocalizedText, _ notice: ScreenNotice) -> ServerResponse {
        response(to: Visit(request: request, browser: .unknown, person: nil), about: title, notice, status: .ok)
    }

    func response(about failure: ScreenFailure, to visit: Visit) -> ServerResponse {
        let title = LocalizedText(en: "There is nothing here", es: "Aquí no hay nada")
        return switch failure {
        case .notFound(let text): response(to: visit, about: title, ScreenNotice(.remark, text), status: .notFound)
        }
    }

    func response(about error: any PresentableError, to visit: Visit) -> ServerResponse {
        let title = LocalizedText(en: "This can't be shown now", es: "Ahora no se puede mostrar esto")
        let status: HTTPStatus =
            switch error.nature {
            case .input: .badRequest
            case .credentials, .refused: .forbidden
            case .connectivity, .cancelled: .serviceUnavailable
            case .fault: .internalServerError
            }
        return response(to: visit, about: title, ScreenNotice(presenting: error), status: status)
    }

    private func response(
        to visit: Visit, about title: LocalizedText, _ notice: ScreenNotice?, status: HTTPStatus
    ) -> ServerResponse {
        let way = ScreenLink(LocalizedText(en: "To the first page", es: "A la primera página"), to: .home)
        let blocks = (notice.map { [ScreenBlock.notice($0)] } ?? []) + [.links([way])]
        let body = html(ScreenContents(.words(title), .column(blocks)), at: .home, for: visit)
        return response(to: visit.request, body, status: status, [.cacheControl: "no-store"])
    }

    /// A heading has no full stop.
    private static func heading(_ sentence: String) -> String {
        sentence.hasSuffix(".") ? String(sentence.dropLast()) : sentence
    }

    private func html(
        _ contents: ScreenContents, at place: Place, for visit: Visit, _ returned: ReturnedForm? = nil,
        kept: String? = nil
    ) -> String {
        let forms = FormSurroundings(
            at: place, key: contents.forms.isEmpty ? "" : dependencies.makeKey(),
            isPrivate: visit.request.isUnreadableOnTheWay,
            steps: dependencies.steps().map { ScreenStep($0.step, link($0.link, from: place)) }, returned: returned,
            kept: kept)
        let ways = dependencies.navigation().filter { item in
            switch item.audience {
            case .everybody: !item.isOfAccount
            case .strangers: visit.person == nil
            case .people: visit.person != nil && !item.isOfAccount
            }
        }
        return contents.html(
            in: Surroundings(
                visit.request.language, root: dependencies.root, style: style,
                navigation: ways.map { link($0.link, from: place) },
                now: dependencies.now(), forms: forms))
    }

    private func response(
        to request: ServerRequest, _ html: String, status: HTTPStatus, _ own: HTTPFields
    ) -> ServerResponse {
        var fields = own
        for field in Self.fields { fields[field.name] = field.value }
        fields[.contentLanguage] = request.language.rawValue
        fields[.vary] = "\(HTTPFieldName.accept), \(HTTPFieldName.acceptLanguage), Cookie"
        return .text(html, type: .html, status: status, fields: fields)
    }

    /// Allows a screen what it is made of and nothing else (ASVS 5.0, section
    /// 3.4); the router adds what every answer has.
    ///
    /// Without its referrer a form wouldn't say where it comes from (Fetch
    /// Standard, section 3.2).
    private static let fields: HTTPFields = [
        "Content-Security-Policy":
            "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; "
            + "frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
        "Referrer-Policy": "same-origin",
        "Cross-Origin-Opener-Policy": "same-origin",
        "Cross-Origin-Embedder-Policy": "require-corp",
        "Permissions-Policy": "accelerometer=(), autoplay=(), camera=(), clipboard-read=(), display-capture=(), "
            + "encrypted-media=(), fullscreen=(), geolocation=(), gyroscope=(), hid=(), magnetometer=(), "
            + "microphone=(), midi=(), payment=(), publickey-credentials-get=(), serial=(), usb=()",
    ]
}

extension ServerRequest {
    /// Whether it came over TLS, or from this machine (W3C Secure Contexts,
    /// section 3.1).
    var isUnreadableOnTheWay: Bool {
        guard !isSecure else { return true }
        guard let host = HostField(fields["Host"] ?? "")?.host else { return false }
        return peer.ip.isLoopback
            && (host == "localhost" || host.hasSuffix(".localhost") || IPAddress(host)?.isLoopback == true)
    }
}
