import CoreModels
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
        _ contents: ScreenContents, of screen: Screen, at place: Place, to visit: Visit,
        _ returned: ReturnedForm? = nil, kept: String? = nil
    ) throws -> ServerResponse {
        // What was done just now is said first; what is kept is there the next time as well.
        let returned = returned ?? (contents.notice?.kind == .success ? nil : reminder(at: place, visit))
        let forgetting = screen.isMailed && !place.parameters.isEmpty ? [ScreenScript.forget] : []
        let working = contents.forms.contains { $0.fields.contains(where: \.kind.isWork) } ? [ScreenScript.work] : []
        let masking = contents.sensitivities.isEmpty ? [] : [ScreenScript.mask]
        let permissions = contents.permissions, asking = permissions.isEmpty ? [] : [ScreenScript.permission]
        let authenticating = contents.authenticatorScripts
        let leaving = dependencies.ends == nil ? [] : [ScreenScript.lock]
        let all = forgetting + [.app] + leaving + screen.scripts + working + masking + asking + authenticating
        let scripts = try all.map(assets.reference)
        let topics = screen.isMailed ? [] : topics(for: visit)
        let asks = !leaving.isEmpty || !screen.isMailed && (contents.asksServer || !topics.isEmpty)
        let late = try screen.isMailed ? [] : contents.lateScripts.map(assets.reference)
        let body = html(contents, scripts, late, topics, at: place, for: visit, returned, kept: kept)
        let status = returned?.notice.kind == .failure ? .unprocessableContent : contents.standing.status
        var fields: HTTPFields = [
            .contentSecurityPolicy: Self.policy(
                runningScripts: !scripts.isEmpty, asking: asks, showingFiles: contents.showsFiles)
        ]
        let allowed = Set(permissions.compactMap(\.policyName)).union(authenticating.isEmpty ? [] : Self.authenticators)
        if !allowed.isEmpty { fields[.permissionsPolicy] = Self.permissionsPolicy(allowing: allowed) }
        // What the address holds is nobody's business.
        if screen.isMailed {
            fields["X-Robots-Tag"] = "noindex"
            fields["Referrer-Policy"] = Self.namelessReferrer
        }
        guard visit.person == nil, contents.forms.isEmpty, returned == nil, status == .ok, !screen.isMailed else {
            fields[.cacheControl] = "no-store"
            return response(to: visit.request, body, status: status, fields)
        }
        let tag = try dependencies.hashing.sha256(Data(body.utf8)).prefix(16).base64EncodedString()
        fields[.cacheControl] = "private, no-cache"
        fields[.eTag] = "\"\(tag)\""
        return response(to: visit.request, body, status: status, fields)
    }

    /// A problem of a route as a screen.
    func response(to request: ServerRequest, about problem: HTTPProblem) -> ServerResponse {
        let isTooLarge = problem.status == .contentTooLarge && request.isOwnForm
        let said = isTooLarge ? Self.tooLarge : problem.title
        let title = LocalizedText(en: Self.heading(said.english), es: Self.heading(said.spanish))
        let visit = Visit(request: request.inChosenLanguage, browser: .unknown, person: nil, isKnown: false)
        let text = problem.detail.map { ScreenNotice(.failure, $0) }
        var response = response(to: visit, about: title, text, status: problem.status)
        for field in problem.fields { response.fields[field.name] = field.value }
        return response
    }

    /// Something that is no screen.
    func response(to request: ServerRequest, about title: LocalizedText, _ notice: ScreenNotice) -> ServerResponse {
        response(
            to: Visit(request: request.inChosenLanguage, browser: .unknown, person: nil), about: title, notice,
            status: .ok)
    }

    func response(about failure: ScreenFailure, to visit: Visit) throws(HTTPProblem) -> ServerResponse {
        let title = LocalizedText(en: "There is nothing here", es: "Aquí no hay nada")
        switch failure {
        case .notFound(let text):
            return response(to: visit, about: title, ScreenNotice(.remark, text), status: .notFound)
        case .absent: throw .notFound
        }
    }

    func response(about error: any PresentableError, to visit: Visit, at place: Place? = nil) -> ServerResponse {
        let title = LocalizedText(en: "This can't be shown now", es: "Ahora no se puede mostrar esto")
        let status: HTTPStatus =
            switch error.nature {
            case .input: .badRequest
            case .credentials, .refused: .forbidden
            case .connectivity, .cancelled: .serviceUnavailable
            case .fault: .internalServerError
            }
        return response(
            to: visit, about: title, ScreenNotice(presenting: error), status: status,
            again: error.nature == .connectivity ? place : nil)
    }

    /// Something that is no screen, with what was typed if it refuses a form: it can
    /// be used elsewhere.
    ///
    /// - Parameter place: What may be there if it is asked for again; nil for nothing.
    func response(
        to visit: Visit, about title: LocalizedText, _ notice: ScreenNotice?, status: HTTPStatus,
        again place: Place? = nil
    ) -> ServerResponse {
        let again = place.map { [ScreenLink(Self.tryAgain, to: $0)] } ?? []
        // Whoever is refused there needn't be sent there.
        let isFirst = visit.request.path == dependencies.root && status == .forbidden
        let way = ScreenLink(isFirst ? Self.tryAgain : Self.firstPage, to: .home)
        let written = status.rawValue < 400 ? [] : TypedTexts.current
        let isInBrowser = status.rawValue >= 400 && TypedTexts.areUnread && visit.request.isOwnForm
        let unread = isInBrowser ? [ScreenBlock.text(.words(Self.inBrowser))] : []
        let texts = written.isEmpty ? unread : [.text(.words(Self.written))] + written.map { .written($0) }
        let blocks = (notice.map { [ScreenBlock.notice($0)] } ?? []) + texts + [.links(again + [way])]
        let body = html(ScreenContents(.words(title), .column(blocks)), at: .home, for: visit)
        return response(
            to: visit.request, body, status: status,
            [.cacheControl: "no-store", .contentSecurityPolicy: Self.policy(runningScripts: false)])
    }

    private static let tryAgain = LocalizedText(en: "Try again", es: "Volver a intentarlo")
    private static let firstPage = LocalizedText(en: "To the first page", es: "A la primera página")
    private static let tooLarge = LocalizedText(
        en: "What you sent is too large.", es: "Lo que enviaste es demasiado grande.")
    /// Browsers keep what is in a form for who goes back to it.
    private static let inBrowser = LocalizedText(
        en:
            "Nothing was sent. What you wrote is still on the page before this one: go back in your browser to find it.",
        es:
            "No se envió nada. Lo que escribiste sigue en la página anterior: vuelve atrás en el navegador y ahí estará."
    )
    private static let written = LocalizedText(
        en: "What you wrote was not sent. Here it is:", es: "Lo que escribiste no se envió. Aquí está:")

    /// A heading has no full stop.
    private static func heading(_ sentence: String) -> String {
        sentence.hasSuffix(".") ? String(sentence.dropLast()) : sentence
    }

    private func html(
        _ contents: ScreenContents, _ scripts: [AssetReference] = [], _ late: [AssetReference] = [],
        _ topics: [LiveTopic] = [], at place: Place,
        for visit: Visit,
        _ returned: ReturnedForm? = nil, kept: String? = nil
    ) -> String {
        var forms = FormSurroundings(
            at: place, key: contents.forms.isEmpty ? "" : dependencies.makeKey(),
            isPrivate: visit.request.isUnreadableOnTheWay,
            steps: dependencies.steps().map { ScreenStep($0.step, link($0.link, from: place)) } + waysBack(visit),
            returned: returned, kept: kept)
        forms.owner = visit.person?.id.description
        forms.shownAt = (visit.request.path, visit.request.query["\(FormSurroundings.Name.sent)"] != nil)
        let ways = dependencies.navigation().filter { item in
            switch item.audience {
            case .everybody: !item.isOfAccount
            case .strangers: visit.person == nil && visit.isKnown
            case .people: visit.person != nil && !item.isOfAccount
            }
        }
        return contents.html(
            in: Surroundings(
                visit.request.language, preferring: visit.request.preferences, root: dependencies.root,
                style: assets.style, scripts: scripts, lateScripts: late, followingAlways: ownTopics(for: visit),
                navigation: ways.map {
                    NavigationItem(
                        link($0.link, from: place).telling(visit.news).counting(visit.counts), for: $0.audience,
                        isOfAccount: $0.isOfAccount,
                        isLast: $0.isLast, key: $0.key)
                }, topics: topics, proof: dependencies.proof, now: dependencies.now(), forms: forms))
    }

    private func response(
        to request: ServerRequest, _ html: String, status: HTTPStatus, _ own: HTTPFields
    ) -> ServerResponse {
        var fields = own
        for field in Self.fields where fields[field.name] == nil { fields[field.name] = field.value }
        fields[.contentLanguage] = request.language.rawValue
        fields[.vary] = "\(HTTPFieldName.accept), \(HTTPFieldName.acceptLanguage), Cookie"
        return .text(html, type: .html, status: status, fields: fields)
    }

    /// Allows a screen what it is made of and nothing else (ASVS 5.0, section
    /// 3.4): scripts of this server where it has some, which can connect to
    /// nowhere but to this server, and to that where they have to.
    private static func policy(runningScripts: Bool, asking: Bool = false, showingFiles: Bool = false) -> String {
        "default-src 'none'; style-src 'self'; img-src 'self'\(showingFiles ? " blob:" : ""); form-action 'self'; base-uri 'none'; "
            + "frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'"
            + (runningScripts ? "; script-src 'self'" : "") + (asking ? "; connect-src 'self'" : "")
    }

    /// Names the server to those whom a page asks, this server among them, and never the
    /// page: its address is the secret of a letter, which logs of proxies would keep.
    ///
    /// With no referrer at all forms would come from nowhere (Fetch Standard, section 3.2),
    /// for browsers that have no other field to say so.
    private static let namelessReferrer = "strict-origin"

    /// What goes with every screen; the router adds what every answer has.
    ///
    /// Without its referrer a form wouldn't say where it comes from (Fetch
    /// Standard, section 3.2).
    private static let fields: HTTPFields = [
        "Referrer-Policy": "same-origin",
        "Cross-Origin-Opener-Policy": "same-origin",
        "Cross-Origin-Embedder-Policy": "require-corp",
        .permissionsPolicy: permissionsPolicy(allowing: []),
    ]

    /// What making passkeys and answering with them is called (WebAuthn level 3, section
    /// 5.9).
    private static let authenticators: Set = ["publickey-credentials-create", "publickey-credentials-get"]

    /// Allows a screen what it asks for and nothing else (W3C Permissions Policy).
    private static func permissionsPolicy(allowing allowed: Set<String>) -> String {
        [
            "accelerometer", "autoplay", "camera", "clipboard-read", "display-capture", "encrypted-media", "fullscreen",
            "geolocation", "gyroscope", "hid", "magnetometer", "microphone", "midi", "payment",
            "publickey-credentials-create", "publickey-credentials-get", "serial", "usb",
        ].map { $0 + (allowed.contains($0) ? "=(self)" : "=()") }.joined(separator: ", ")
    }
}

extension HTTPFieldName {
    fileprivate static let contentSecurityPolicy: HTTPFieldName = "Content-Security-Policy"
    fileprivate static let permissionsPolicy: HTTPFieldName = "Permissions-Policy"
}

extension ScreenPermission.Kind {
    /// How the policy of a page calls it; nil for what it knows nothing of.
    fileprivate var policyName: String? {
        switch self {
        case .camera: "camera"
        case .location: "geolocation"
        case .notifications: nil
        }
    }
}

extension ScreenContents.Standing {
    fileprivate var status: HTTPStatus {
        switch self {
        case .found: .ok
        case .unknown: .notFound
        case .foreign: .forbidden
        case .over: .gone
        }
    }
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
