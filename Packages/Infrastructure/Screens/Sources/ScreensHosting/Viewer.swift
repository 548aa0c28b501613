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
    /// Who is signed in; nil for nobody.
    let person: UserID?
    /// Whether what it shows is kept, and isn't something that anybody can make up.
    let isKnown: Bool
    /// By what it finds answers that are nobody's; nil for nothing.
    var receipt: Secret?

    /// Whether somebody else is the same: a person in one browser, or nobody in one that
    /// may show something else of itself meanwhile, since the person in front of it left.
    func isSame(as other: Viewer) -> Bool {
        guard person == other.person else { return false }
        let (one, other) = person == nil ? (receipt, other.receipt) : (browser, other.browser)
        guard let one, let other else { return false }
        return one.isEqual(to: other)
    }

    /// Whether what is kept for somebody else takes the same room: whoever it is, in one browser.
    func sharesRoom(with other: Viewer) -> Bool {
        guard let one = browser, let another = other.browser else { return isSame(as: other) }
        return one.isEqual(to: another)
    }
}

extension ScreenHost {
    /// Who sent a request.
    ///
    /// Where that can't be found out, somebody counts as unknown: that takes room from
    /// nobody, and whatever answers the request says what is wrong.
    func viewer(by request: ServerRequest) async -> Viewer {
        let receipt = AnswerCookie(for: request).token
        guard let browsers = dependencies.browsers,
            let token = BrowserCookie(for: request, dependencies.cookies).token(in: request)
        else { return Viewer(browser: nil, person: nil, isKnown: false, receipt: receipt) }
        let isLocked = await dependencies.isLocked()
        let found = try? await browsers.visit(Visitor(by: request.inChosenLanguage, showing: token)) { browser in
            let person = isLocked ? nil : await browsers.person(at: browser)
            return (isKnown: browsers.isKnown(browser), person: person)
        }
        return Viewer(
            browser: token, person: found?.person?.id, isKnown: found?.isKnown == true, receipt: receipt)
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
