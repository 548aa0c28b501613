import CoreModels
import FoundationEssentials
import HTTPServingAPI
import HTTPTypes
import Localization
import Presenting
import ScreensAPI
import ScreensHTML
import ScreensHostingAPI

/// Answers requests of browsers with screens.
struct ScreenHost: Sendable {
    let dependencies: ScreensHostingPlugin.Dependencies
    let assets: ScreenAssets
    let sent = SentForms()
    let answers: KeptAnswers
    let seats = LiveSeats()
    private let settled: SettledScreens?

    init(dependencies: ScreensHostingPlugin.Dependencies, assets: ScreenAssets) {
        self.dependencies = dependencies
        self.assets = assets
        answers = KeptAnswers(makeName: dependencies.makeKey, now: dependencies.now)
        settled = dependencies.database.map { SettledScreens(of: $0, now: dependencies.now) }
    }

    /// Somebody's browser, and what it asks for.
    struct Visit: Sendable {
        let request: ServerRequest
        let browser: Browser
        var person: User?
        /// Whether it was found out who is there.
        var isKnown = true
        /// Whether that can't be found out, since what belongs to them is locked.
        var isLocked = false
        /// What is kept for the person, the last one first.
        var drafts: [SubmittedForm] = []
        /// How much is new to the person, and where.
        var news: [Place: Int] = [:]
        /// How many there are behind ways, and where.
        var counts: [Place: Int] = [:]
    }

    // MARK: Showing

    /// To a program there is nothing at the address of a screen, but for those
    /// that open mailed links.
    func route(of screen: Screen) -> Route {
        guard screen.isSettled, let settled else {
            return Route(.get, screen.route.pattern, bodyLimit: 0) { try await show(screen, to: $0) }
        }
        return Route(.get, screen.route.pattern, bodyLimit: 0, atOnce: { settled.answer($0) }) { request in
            try await settled.keeping(request) { try await show(screen, to: request) }
        }
    }

    private func show(_ screen: Screen, to request: ServerRequest) async throws -> ServerResponse {
        guard screen.isMailed || request.asksForPage else { throw noPage(at: request.path) }
        return try await visit(by: request) { visit in
            let place = place(of: request, screen.route)
            if let bare = withoutWayBack(place) { return Self.redirect(to: bare.address(below: dependencies.root)) }
            guard visit.isLocked else { return try await show(screen, at: place, visit) }
            var response =
                screen.isForLocked ? try await show(screen, at: place, visit) : unlockFirst(to: place, visit)
            // Going back shows nothing that was kept.
            response.fields[.clearSiteData] = Self.keptPictures
            return response
        }
    }

    /// What a program is told that asks for a page; of the first one of a server, which
    /// is the address that people know, with what there is for programs.
    private func noPage(at path: String) -> HTTPProblem {
        guard path == dependencies.root, case .kept = dependencies.cookies else { return .notFound }
        let none = HTTPProblem.notFound, description = dependencies.root + "openapi.json"
        return HTTPProblem(
            status: none.status, code: none.code, title: none.title,
            detail: LocalizedText(
                en: "Browsers get a page here. What programs can ask for is in \(description)",
                es: "Los navegadores reciben aquí una página. Lo que pueden pedir los programas está en \(description)")
        )
    }

    /// Has somebody visit with their browser.
    func visit<Value: Sendable>(
        by request: ServerRequest, sending form: SubmittedForm? = nil,
        _ body: @escaping @Sendable (Visit) async throws -> Value
    ) async throws -> Value {
        let request = request.inChosenLanguage
        guard let browsers = dependencies.browsers else {
            return try await body(Visit(request: request, browser: .unknown, person: nil))
        }
        let token = BrowserCookie(for: request, dependencies.cookies).token(in: request)
        let visitor = Visitor(by: request, showing: token, sending: try form?.mark(dependencies.hashing))
        let isLocked = await dependencies.isLocked()
        return try await browsers.visit(visitor) { browser in
            if isLocked {
                return try await body(
                    Visit(request: request, browser: browser, person: nil, isKnown: false, isLocked: true))
            }
            let person = token == nil ? nil : await browsers.person(at: browser)
            return try await body(
                Visit(
                    request: request, browser: browser, person: person,
                    drafts: await drafts(for: person, at: request)))
        }
    }

    func place(of request: ServerRequest, _ route: ScreenRoute) -> Place {
        let values = route.pattern.split(separator: "/").compactMap { segment in
            segment.hasPrefix("{") ? request.pathParameters[String(segment.dropFirst().dropLast())] : nil
        }
        return route.place(values).with(parameters: request.query.items.filter { !Self.passing.contains($0.name) })
    }

    /// The parameters that say how a screen is shown this time, and aren't of its place.
    private static let passing = Set(
        [FormSurroundings.Name.sent, FormSurroundings.Name.answer, chosen].map { "\($0)" })

    /// A screen, with a form that couldn't be accepted.
    func show(
        _ screen: Screen, at place: Place, _ visit: Visit, returning returned: ReturnedForm? = nil, kept: String? = nil,
        sent form: SubmittedForm? = nil
    ) async throws -> ServerResponse {
        if screen.access == .people, visit.person == nil { return try await signInFirst(to: place, visit, with: form) }
        var visit = visit
        // What is looked at most has to be there at once; it is told of news (``liveRoute``).
        visit.counts = await counts(for: visit)
        if visit.person != nil, !screen.isSettled { visit.news = await dependencies.news().counts(at: visit.browser) }
        do {
            let contents = try await screen.show(screenRequest(screen.route, place, visit))
            if returned == nil, visit.request.isNavigation {
                let chosen = visit.request.query["\(Self.chosen)"]
                for draft in visit.drafts where chosen.map({ draft.draftName == $0 }) ?? isPlace(place, of: draft) {
                    guard let form = contents.forms.first(where: draft.isSent) else { continue }
                    let notice = ScreenNotice(.remark, Self.left(of: draft, in: form), nextSteps: [.lookAtDrafts])
                    let back = draft.returned(notice)
                    return try response(contents, of: screen, at: place, to: visit, back, kept: draft.kept)
                }
            }
            let isSignIn = signInPlace.map { screen.route.values(of: $0) != nil } == true
            let reason = isSignIn ? reason(toSignInAt: place, visit) : nil
            // Why it ended says more than that it did.
            let isExplained = reason == Self.sessionEnded && contents.notice != nil
            let told = (isExplained ? nil : reason) ?? answerIsGone(visit)
            let said = returned ?? (notDone(visit, told) ?? told).map { ReturnedForm($0) }
            var answer = try response(contents, of: screen, at: place, to: visit, said, kept: kept)
            if reason == Self.sessionEnded { answer.fields[.clearSiteData] = Self.keptPictures }
            return answer
        } catch let failure as ScreenFailure {
            return try response(about: failure, to: visit)
        } catch let error as any PresentableError {
            if error.wantsRecentSignIn, form == nil { return try await signInOnceMore(to: place, visit) }
            if error.asksToSignIn { return try await signInFirst(to: place, visit, with: form) }
            return response(about: error, to: visit, at: place)
        }
    }

    /// Nothing can be counted of what is locked.
    func counts(for visit: Visit) async -> [Place: Int] {
        visit.isLocked ? [:] : await dependencies.counts().counts()
    }

    func screenRequest(_ route: ScreenRoute, _ place: Place, _ visit: Visit) -> ScreenRequest {
        ScreenRequest(
            place, values: route.values(of: place) ?? [:], query: place.parameters, browser: visit.browser,
            person: visit.person, preferences: visit.request.preferences, from: visit.request.origin,
            reachedAt: visit.request.reachedAt,
            carrying: CarriedCookie(for: visit.request).carried, now: dependencies.now())
    }

    /// The screen that is at a place.
    func screen(at place: Place) -> Screen? {
        dependencies.screens().first { $0.route.values(of: place) != nil }
    }

    // MARK: Signing in

    /// Where one comes back to after signing in.
    static let then: StaticString = "then"

    var signInPlace: Place? { dependencies.steps().first { $0.step == .logIn }?.link.place }

    /// A way from a place: whoever signs in comes back to it.
    func link(_ link: ScreenLink, from place: Place) -> ScreenLink {
        guard link.place == signInPlace, place != .home, let here = screen(at: place)?.route,
            here.values(of: link.place) == nil
        else { return link }
        let there = link.place.with(Self.then, place.address(below: dependencies.root))
        return ScreenLink(link.label, to: there, link.relation)
    }

    /// Where one signs in whose session ended on a screen to which nobody is led back, such as that
    /// for signing in itself; nil for all other places.
    private func withoutWayBack(_ place: Place) -> Place? {
        guard place.parameters["\(Self.ended)"] != nil,
            let before = place.parameters["\(Self.then)"].flatMap({ Place($0, below: dependencies.root) }),
            let there = screen(at: before), !there.leadsBack || there.route.values(of: place) != nil
        else { return nil }
        return place.with(Self.then, nil)
    }

    /// Why somebody is to sign in; nil for who came for that.
    private func reason(toSignInAt place: Place, _ visit: Visit) -> ScreenNotice? {
        if place.parameters["\(Self.ended)"] != nil { return Self.sessionEnded }
        guard visit.person == nil, place.parameters["\(Self.needed)"] != nil else { return nil }
        let wanted = place.parameters["\(Self.then)"].flatMap { Place($0, below: dependencies.root) }
        return ScreenNotice(.remark, wanted.flatMap(screen(at:))?.invitation ?? Self.signInToSee)
    }

    /// Says on the screen for signing in that it comes before another one.
    private static let needed: StaticString = "needed"

    private static let signInToSee = LocalizedText(
        en: "Log in to see this.", es: "Inicia sesión para ver esto.")
    private static let sessionEnded = ScreenNotice(
        .remark,
        LocalizedText(
            en: "Your session here was ended. Log in to go on where you were.",
            es: "Tu sesión aquí se cerró. Inicia sesión para seguir donde estabas."))

    /// What somebody had a page do that had to be left before: they are told, beside what
    /// is told otherwise, that it wasn't done.
    private func notDone(_ visit: Visit, _ told: ScreenNotice?) -> ScreenNotice? {
        guard visit.request.query["\(Self.undone)"] != nil, visit.request.isNavigation else { return nil }
        return ScreenNotice(.remark, told.map { $0.text + Self.nothingDeleted } ?? Self.nothingDeleted)
    }

    /// Says that something that was to be deleted wasn't.
    private static let undone: StaticString = "undone"
    private static let nothingDeleted = LocalizedText(
        en: "What you were deleting was not deleted.", es: "Lo que estabas borrando no se borró.")

    var unlockPlace: Place? { dependencies.steps().first { $0.step == .unlock }?.link.place }

    func signInFirst(
        to place: Place, _ visit: Visit, with form: SubmittedForm?
    ) async throws -> ServerResponse {
        if let form { return try await signInFirst(with: form, to: place, visit) }
        guard let signIn = signInPlace else { return response(to: visit.request, about: .notFound) }
        return Self.redirect(
            to: signIn.with(Self.then, place.address(below: dependencies.root)).with(Self.needed, "1")
                .address(below: dependencies.root))
    }

    func unlockFirst(to place: Place, _ visit: Visit) -> ServerResponse {
        guard let unlock = unlockPlace else { return response(to: visit.request, about: .notFound) }
        return Self.redirect(to: address(of: unlock, comingBackTo: place))
    }

    /// What a browser kept of a person's pages and pictures, and all that it kept of the person
    /// (W3C Clear Site Data, section 3.1).
    static let keptPictures = #""cache""#, everythingKept = #""cache", "storage""#

    private func address(of way: Place, comingBackTo place: Place) -> String {
        way.with(Self.then, place.address(below: dependencies.root)).address(below: dependencies.root)
    }

    /// By GET, whatever it was before (RFC 9110, section 15.4.4).
    static func redirect(to address: String) -> ServerResponse {
        ServerResponse(status: .seeOther, fields: [.location: address, .cacheControl: "no-store"])
    }
}

extension HTTPFieldName {
    static let clearSiteData: HTTPFieldName = "Clear-Site-Data"
}
