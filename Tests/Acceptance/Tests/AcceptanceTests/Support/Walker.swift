import FoundationEssentials
import KernelTesting
import Testing

/// What a person does with a browser, one after the other; see `walk.py`.
enum WalkStep: Encodable, Sendable {
    case open(String), back, reload
    /// Presses a button or follows a link, by what it says.
    case press(String), follow(String)
    /// Sends the form with a name, or follows the first link whose address matches a
    /// pattern: whatever the language.
    case send(String), go(to: String)
    /// Opens an address to which a link leads, as in another window.
    case openLink(to: String)
    case type(String, into: String), choose(String, in: String), file(String, in: String)
    /// An authenticator reads the QR code of the page; what it shows is typed, by a
    /// clock that is so many steps off.
    case scan, typeCode(into: String, steps: Int)
    /// The address matches a pattern, or the page shows a text, or doesn't, or has
    /// it in a field.
    case isAt(String), sees(String), lacks(String), holds(String, in: String)
    /// So many pictures have come.
    case pictures(Int)
    /// Sends the form with a name to a server that is killed while it is asked.
    case sendInVain(String, Server)
    /// Comes to somebody else's page at an origin.
    case meets(String, html: String)
    /// Nothing on the page is there because somebody wrote markup.
    case isHarmless
    /// Tells what the browser keeps (`storage`), shows on the page (`page`) or in its
    /// frames (`frames`), or shows of itself at an address.
    case tell(String)
    /// The person ends all sessions but that of another device, which logs in.
    case endOtherSessions(Person)
    /// Something is chosen, or with an empty value not any more; the document says
    /// something of itself.
    case tick(String, String), marked(String, String)
    /// Something that is masked is asked for; the window is left.
    case unfold(String), leave, paperLacks(String)
    /// The person allows the browser something, or not: `granted`, `denied`,
    /// `prompt`, or `restricted` for what it can't do.
    case permit(String, String)
    /// Presses what stays on the page; a text appears; a field gets what matches a
    /// pattern.
    case hit(String), shows(String), gets(String, in: String)
    /// Another window is before this one; something is told outside of pages, or over
    /// what the page shows.
    case hide, hears(String), isTold(String)
    /// Something is deleted that can be called back for a while, which doesn't end.
    case beginDeletion
    /// Logs in at a provider, if that is asked, and answers what may be told here,
    /// `accept` or `deny`; until the person is back.
    case provider(String, answering: String)
    /// The same at glewlwyd; logs out there, which its address tells.
    case glewlwyd(String), leaveGlewlwyd(OpenIDProvider)
    /// An authenticator is plugged in, which makes sure that it is the person or
    /// doesn't; pulled out, it keeps its passkeys, and counts on from a number.
    case plugIn(String, verifies: Bool = true), pullOut(String), rewind(String, to: Int)
    /// One is plugged in, and what it has logs in.
    case comeIn(String)
    /// Lets a program in that has ended.
    case letInInVain
    /// The page is fit for people, however they look at it.
    case look(String)
    /// The page looks as in the kept picture of it.
    case looksLike(String)
    /// All screens are to which ways lead from an address, directly or not.
    case explore(String)

    private var words: [String] {
        switch self {
        case .open(let path): ["open", path]
        case .back: ["back"]
        case .reload: ["reload"]
        case .press(let text): ["press", text]
        case .follow(let text): ["follow", text]
        case .send(let form): ["send", form]
        case .go(let path): ["to", path]
        case .openLink(let path): ["openLinkTo", path]
        case .type(let text, let name): ["type", name, text]
        case .scan: ["scan"]
        case .typeCode(let name, let steps): ["typeCode", name, "\(steps)"]
        case .choose(let value, let name): ["choose", name, value]
        case .file(let path, let name): ["file", name, path]
        case .isAt(let pattern): ["at", pattern]
        case .sees(let text): ["sees", text]
        case .lacks(let text): ["lacks", text]
        case .holds(let text, let name): ["holds", name, text]
        case .pictures(let count): ["pictures", "\(count)"]
        case .sendInVain(let form, let server): ["sendInVain", form, "\(server.pid)"]
        case .meets(let origin, let html): ["meets", origin, html]
        case .isHarmless: ["harmless"]
        case .tell(let what): ["tell", what]
        case .endOtherSessions(let person): ["endOtherSessions", person.login]
        case .tick(let name, let value): ["tick", name, value]
        case .marked(let attribute, let value): ["marked", attribute, value]
        case .unfold(let text): ["unfold", text]
        case .leave: ["leave"]
        case .paperLacks(let text): ["paperLacks", text]
        case .permit(let name, let setting): ["permit", name, setting]
        case .hit(let text): ["hit", text]
        case .hide: ["hide"]
        case .hears(let text): ["hears", text]
        case .isTold(let text): ["isTold", text]
        case .beginDeletion: ["beginDeletion"]
        case .shows(let text): ["shows", text]
        case .gets(let pattern, let name): ["gets", name, pattern]
        case .provider(let name, let answer): ["provider", name, OpenIDProvider.password, answer]
        case .glewlwyd(let name): ["glewlwyd", name, OpenIDProvider.password]
        case .leaveGlewlwyd(let provider): ["leaveGlewlwyd", provider.issuer]
        case .comeIn(let name): ["comeIn", name]
        case .plugIn(let name, let verifies): ["plugIn", name, verifies ? "yes" : "no"]
        case .pullOut(let name): ["pullOut", name]
        case .rewind(let name, let count): ["rewind", name, "\(count)"]
        case .letInInVain: ["letInInVain"]
        case .look(let name): ["look", name]
        case .looksLike(let name): ["compare", name]
        case .explore(let path): ["explore", path]
        }
    }

    func encode(to encoder: any Encoder) throws { try words.encode(to: encoder) }
}

/// How somebody uses a browser.
struct BrowserUse: Encodable, Sendable, CustomTestStringConvertible {
    var language = "en"
    var runsScripts = true
    /// Whether those run that send forms and load pages in place of the browser.
    var sendsByScript = true
    /// Whether they have the keys Tab, Enter and Space alone, and those for letters.
    var hasKeyboardOnly = false
    /// Whether the browser runs what a page's policy forbids, so that nothing but
    /// the page itself protects who looks.
    var isUnguarded = false
    /// Whether it has what only a desktop's has: a camera, and what a person may allow.
    var hasDesktop = false
    /// Whether it is compared with kept pictures: then there are tints in place of
    /// photographs, which would be megabytes.
    var isPictured = false
    /// What the browser calls itself; nil for the truth.
    var name: String?

    var testDescription: String {
        language + (runsScripts ? "" : ", no scripts") + (hasKeyboardOnly ? ", keyboard alone" : "")
    }
}

/// Somebody at a browser of their own, who goes where they are told.
struct Walker: Sendable {
    private let steersman: Steersman

    init(_ use: BrowserUse = BrowserUse(), at address: String) async throws {
        let plan = Plan(
            address: address, screenshots: Browser.screenshots, kept: Programs.root + "/Tests/Acceptance/Pictures",
            isWritten: Surroundings.number("ESSENTIAL_PICTURES") != nil, use: use)
        steersman = try await Steersman(
            "walk.py", try await SharedBrowser.address(hasDesktop: use.hasDesktop), for: plan)
    }

    /// Goes on; whatever is wrong is recorded, and a step that can't be taken thrown.
    ///
    /// - Returns: What the browser is asked to tell.
    @discardableResult
    func goes(_ steps: [WalkStep], _ location: SourceLocation = #_sourceLocation) async throws -> [String] {
        let report = try await takes(steps)
        for problem in report.problems {
            Issue.record("\(problem)", sourceLocation: location)
        }
        return report.told
    }

    /// Goes on where something has to be wrong, and tells what is.
    func finds(_ steps: [WalkStep]) async throws -> [String] { try await takes(steps).problems }

    private func takes(_ steps: [WalkStep]) async throws -> Report {
        steersman.order(String(decoding: try JSONEncoder().encode(steps), as: UTF8.self))
        let line = await steersman.lines().joined()
        guard let report = try? JSONDecoder().decode(Report.self, from: Data(line.utf8)) else {
            throw BrowserFailed(text: line + (await steersman.complaint()))
        }
        guard report.arrived else { throw BrowserFailed(text: report.problems.joined(separator: "\n")) }
        return report
    }

    /// Closes its windows.
    func leaves() async { await steersman.leave() }

    private struct Plan: Encodable {
        let address: String
        let screenshots: String
        let kept: String
        let isWritten: Bool
        let use: BrowserUse
    }

    private struct Report: Decodable {
        let arrived: Bool
        let problems: [String]
        let told: [String]
    }
}

/// A step could not be taken, or the program that steers the browser ended.
struct BrowserFailed: Error {
    let text: String
}

extension Browser {
    /// Walks through the pages of a server.
    static func walk(
        _ steps: [WalkStep], _ use: BrowserUse = BrowserUse(), at address: String,
        _ location: SourceLocation = #_sourceLocation
    ) async throws {
        let walker = try await Walker(use, at: address)
        try await walker.goes(steps, location)
        await walker.leaves()
    }
}
