import CoreModels
import CryptographyAPI
package import HTTPServingAPI
import HTTPTypes
package import Localization
import Locking
package import ScreensAPI
import ScreensHosting

/// Lets the person's own browsers to the screens, and nobody else.
///
/// Whatever runs on the machine, and any page in a browser, can reach the port.
/// So a request has to name the program's secret name, which defeats names that
/// are led here (DNS rebinding), and to show the cookie of a browser that was let
/// in. A browser is let in by a token, once.
package struct AppDoor: HTTPResponding {
    let origin: AppOrigin
    let browsers: OwnBrowsers
    let tokens: LaunchTokens
    /// The addresses to which other pages lead people back.
    let returns: Set<String>
    /// Writes what is no screen.
    let page: @Sendable (LocalizedText, ScreenNotice, ServerRequest) -> ServerResponse
    /// Is told that a token came twice, from two browsers.
    let onRepetition: @Sendable () -> Void
    /// Is told that somebody asks for something.
    let idle: IdleLock
    /// Answers whoever is let in.
    let inside: any HTTPResponding
    private let redeeming = Locked(())

    static let path = "/open"
    static let token: StaticString = "token"
    /// By what a browser is asked again, from here.
    private static let again: StaticString = "again"

    package init(
        _ origin: AppOrigin, _ browsers: OwnBrowsers, _ tokens: LaunchTokens, returns: Set<String> = [],
        page: @escaping @Sendable (LocalizedText, ScreenNotice, ServerRequest) -> ServerResponse,
        onRepetition: @escaping @Sendable () -> Void, idle: IdleLock, before inside: any HTTPResponding
    ) {
        self.origin = origin
        self.browsers = browsers
        self.tokens = tokens
        self.returns = returns
        self.page = page
        self.onRepetition = onRepetition
        self.idle = idle
        self.inside = inside
    }

    package func answer(_ request: consuming ServerRequest) -> HTTPAnswer {
        guard request.fields.values(of: .host).map({ $0.lowercased() }) == [origin.authority] else {
            return .ready(inside.refuse(request, because: .misdirected))
        }
        if request.path == Self.path { return .pending { [request] in await open(request) } }
        // The refusal needs its style sheet.
        if request.asksForAsset { return inside.answer(request) }
        switch browsers.standing(of: request) {
        case .admitted: break
        case .stranger where comesBack(request):
            let there = "\(request.path)?\(Self.again)=1"
            return .ready(lead(request, to: there, AppTexts.welcomeBack, AppTexts.comesBack))
        case .stranger: return turnAway(request, because: .stranger)
        case .dismissed:
            onRepetition()
            return turnAway(request, because: .repeatedWayIn)
        }
        guard idle.note(request) else { return inside.answer(request) }
        return .pending { [request] in
            await idle.close()
            return await inside.respond(to: request)
        }
    }

    /// Whether it may be somebody who was elsewhere: what their browser has it doesn't show
    /// to whoever sent it here, and shows a page of the program.
    private func comesBack(_ request: ServerRequest) -> Bool {
        request.method == .get && returns.contains(request.path) && request.query[Self.again.description] == nil
    }

    private func turnAway(_ request: ServerRequest, because problem: HTTPProblem) -> HTTPAnswer {
        .pending { await TypedTexts.givingBack(request) { inside.refuse(request, because: problem) } }
    }

    /// Writes the answer to a request that was refused; too many cookies have to go.
    ///
    /// Whoever listens at another name below `essential.localhost` can give a browser more of them
    /// than a request may have, and it would show them to each run. That by which the browser was
    /// let in goes along.
    package func refuse(_ request: ServerRequest, because problem: HTTPProblem) -> ServerResponse {
        guard problem.status == .requestHeaderFieldsTooLarge else { return inside.refuse(request, because: problem) }
        var response = page(
            AppTexts.tooManyCookies, ScreenNotice(.failure, AppTexts.cookiesAreGone + AppTexts.howToGoOn), request)
        response.status = problem.status
        response.fields["Clear-Site-Data"] = "\"cookies\""
        return response
    }

    // MARK: Letting in

    private func open(_ request: ServerRequest) async -> ServerResponse {
        do {
            if request.method == .get, let doubt = request.query[Self.again.description] {
                return try settle(doubt, request)
            }
            let token = try await launchToken(of: request)
            return try redeeming.withLock { _ in try enter(by: token, request) }
        } catch {
            return inside.refuse(request, because: (error as? HTTPProblem) ?? .internalError)
        }
    }

    /// The token that a request shows: the form of a file, which is of no origin
    /// (HTML Living Standard, section 7.1.1), or a link that somebody followed.
    private func launchToken(of request: ServerRequest) async throws -> String {
        let origins = request.fields.values(of: "Origin")
        switch request.method {
        case .post:
            guard origins == ["null"] else { throw HTTPProblem.unknownWayIn }
            guard request.fields[.contentType].flatMap({ MediaType(contentType: $0) }) == .urlEncodedForm else {
                throw HTTPProblem.unsupportedMediaType(expected: .urlEncodedForm)
            }
            let form = QueryParameters(encoded: Array(try await request.body.collect(upTo: 1_024))[...])
            return form?[Self.token.description] ?? ""
        case .get:
            // What a browser loads ahead, nobody has followed yet.
            guard origins.isEmpty, request.fields["Sec-Purpose"] == nil else { throw HTTPProblem.unknownWayIn }
            return request.query[Self.token.description] ?? ""
        default: throw HTTPProblem.methodNotAllowed(allowed: [.get, .post])
        }
    }

    private func enter(by token: String, _ request: ServerRequest) throws -> ServerResponse {
        switch tokens.redeem(token) {
        case .accepted:
            var response = lead(request, to: "/")
            let cookie = BrowserCookie(for: request, .process).set(try browsers.admit(by: token))
            response.fields.append("Set-Cookie", cookie)
            return response
        case .refused: throw HTTPProblem.unknownWayIn
        case .repeated:
            switch try browsers.comesAgain(by: token, request) {
            case .itself: return lead(request, to: "/")
            case .late: throw HTTPProblem.unknownWayIn
            case .doubtful(let doubt):
                return lead(request, to: "\(Self.path)?\(Self.again)=\(doubt)", AppTexts.welcome, AppTexts.cameAgain)
            }
        }
    }

    /// Lets a browser go on that came twice, such as by two clicks, and ends what a
    /// token gave that two browsers had.
    private func settle(_ doubt: String, _ request: ServerRequest) throws -> ServerResponse {
        switch browsers.settle(doubt, request) {
        case true?: return lead(request, to: "/")
        case nil: throw HTTPProblem.unknownWayIn
        case false?:
            onRepetition()
            throw HTTPProblem.repeatedWayIn
        }
    }

    /// A redirection would be part of what began elsewhere, where the browser
    /// doesn't show the cookie.
    private func lead(
        _ request: ServerRequest, to address: String, _ title: LocalizedText = AppTexts.welcome,
        _ text: LocalizedText = AppTexts.letIn
    ) -> ServerResponse {
        var response = page(title, ScreenNotice(.remark, text), request)
        response.fields.append("Refresh", "0; url=\(address)")
        return response
    }
}

extension HTTPProblem {
    fileprivate static let misdirected = HTTPProblem(
        status: HTTPStatus(rawValue: 421), code: "misdirected_request", title: AppTexts.misdirected)
    fileprivate static let stranger = HTTPProblem(
        status: .forbidden, code: "not_let_in", title: AppTexts.notLetIn, detail: AppTexts.howToOpen + AppTexts.stays)
    fileprivate static let unknownWayIn = HTTPProblem(
        status: .forbidden, code: "unknown_way_in", title: AppTexts.unknownWayIn, detail: AppTexts.howToOpen)
    fileprivate static let repeatedWayIn = HTTPProblem(
        status: .forbidden, code: "repeated_way_in", title: AppTexts.repeated, detail: AppTexts.afterRepetition)
}
