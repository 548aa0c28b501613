import CoreModels
import HTTPServingAPI
import HTTPTypes
import ScreensAPI
import ScreensHostingAPI

/// Who is in front of a browser, as far as the browser shows it: whose are the forms that
/// come from there and the answers to them.
struct Viewer: Sendable {
    /// What the browser shows of itself; nil for nothing.
    let browser: Secret?
    /// Who is signed in, where one browser may be that of several, one after the
    /// other.
    let person: UserID?
    /// Whether what it shows is kept, and isn't something that anybody can make up.
    let isKnown: Bool

    /// Somebody whose browser shows nothing.
    static let stranger = Viewer(browser: nil, person: nil, isKnown: false)

    func isSame(as other: Viewer) -> Bool {
        let isSameBrowser =
            switch (browser, other.browser) {
            case (let one?, let other?): one.isEqual(to: other)
            case (nil, nil): true
            default: false
            }
        return isSameBrowser && person == other.person
    }
}

extension ScreenHost {
    /// Who sent a request.
    ///
    /// Where that can't be found out, somebody counts as unknown: that takes room from
    /// nobody, and whatever answers the request says what is wrong.
    func viewer(by request: ServerRequest) async -> Viewer {
        guard let browsers = dependencies.browsers,
            let token = BrowserCookie(for: request, dependencies.cookies).token(in: request)
        else { return .stranger }
        let isLocked = await dependencies.isLocked(), isOfSeveral = dependencies.cookies == .process
        let found = try? await browsers.visit(Visitor(by: request.inChosenLanguage, showing: token)) { browser in
            let person = isOfSeveral && !isLocked ? await browsers.person(at: browser) : nil
            return (isKnown: browsers.isKnown(browser), person: person)
        }
        return Viewer(browser: token, person: found?.person?.id, isKnown: found?.isKnown == true)
    }

    /// Who is in front of a browser that shows something from now on.
    ///
    /// - Parameter token: What was given to it; nil for nothing.
    func viewer(showing token: Secret?, as person: User?) -> Viewer {
        // Elsewhere it is another token with each person.
        let isOfSeveral = dependencies.cookies == .process
        return Viewer(browser: token, person: isOfSeveral ? person?.id : nil, isKnown: token != nil)
    }
}

extension Visitor {
    /// Whoever sent a request.
    ///
    /// - Parameter form: What tells the form in it from all others; nil for none.
    init(by request: ServerRequest, showing token: Secret?, sending form: String? = nil) {
        self.init(
            token: token, peer: request.peer, agent: request.fields[.userAgent], language: request.language, form: form)
    }
}
