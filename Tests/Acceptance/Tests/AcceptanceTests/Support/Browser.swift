import FoundationEssentials
import KernelTesting
import Testing

/// A look at a page, with a form of it filled in and sent if it says so.
struct PageVisit: Encodable, Sendable {
    /// Who fills in the form and presses its button.
    enum Means: String, Encodable, Sendable {
        /// A program, which sends what a browser would hold back.
        case program
        /// The keys Tab and Enter alone, from the top of the page.
        case keyboard
        /// A browser that runs no scripts; no more is looked at then.
        case form
    }

    let name: String
    let path: String
    /// Which of the page's forms is meant, from the top.
    let form: Int
    /// The fields' names and what is typed into them, in their order; nil to
    /// look only.
    let fill: [[String]]?
    let by: Means
    /// Passwords that are typed one after another instead of sending the form;
    /// nil for none.
    var typed: [String]?
    /// What has to be read there in the end.
    var says: [String] = []
    /// Whether it promises what screens do: nothing moves while it comes, and it
    /// is fit for more contrast and forced colours.
    var isScreen = false
}

/// What was found.
struct PageReport: Decodable, Sendable {
    let name: String
    let status: Int
    /// What axe-core objects to, what has to be scrolled sideways, what the
    /// browser complains of, and where the keyboard doesn't come to.
    let problems: [String]
    /// What was shown of each password that was typed.
    let typed: [Marks]?
    /// The addresses of what was asked for while they were typed.
    let asked: [String]?

    /// How the rules were marked, by name, and what a screen reader was told.
    struct Marks: Decodable, Equatable {
        let states: [String: String]
        let said: String
    }
}

/// Who looks at pages with Debian's Chromium, without a window; see `browse.py` for what it does.
enum Browser {
    /// Where the screenshots are of what is wrong, in a folder that git ignores.
    static let screenshots = Programs.root + "/.build/pages"

    /// Visits pages of a server one after another.
    static func visit(_ visits: [PageVisit], in language: String, at address: String) async throws -> [PageReport] {
        let plan = Plan(address: address, language: language, screenshots: screenshots, visits: visits)
        let steersman = try await Steersman("browse.py", try await SharedBrowser.address(), for: plan)
        let lines = await steersman.lines(visits.count)
        guard lines.count == visits.count else {
            throw BrowserFailed(text: lines.joined(separator: "\n") + (await steersman.complaint()))
        }
        await steersman.leave()
        return try lines.map { try JSONDecoder().decode(PageReport.self, from: Data($0.utf8)) }
    }

    private struct Plan: Encodable {
        let address: String
        let language: String
        let screenshots: String
        let visits: [PageVisit]
    }

    /// The interpreter of what steers browsers.
    static func python() async throws -> String { try await Python.ofTests.value }
}

/// Interpreters, each in an environment that is made when it is missing; each is looked for once.
enum Python {
    static let ofTests = Task { try await interpreter() }
    /// That of the provider that isn't ours.
    static let ofProvider = Task {
        try await interpreter(
            Programs.root + "/Tools/setup/provider-requirements.txt", Programs.root + "/.build/provider-python")
    }
    /// That of clients that others wrote, and of what makes one.
    static let ofClients = Task {
        try await interpreter(
            Programs.root + "/Tools/setup/client-requirements.txt", Programs.root + "/.build/client-python")
    }

    private static func interpreter(_ environment: String...) async throws -> String {
        let outcome = try await ChildProcess.run(Programs.root + "/Tools/setup/python.sh", environment)
        try #require(outcome.exit == .status(0), "\(outcome.errorText)")
        return outcome.outputText.split(separator: "\n").last.map(String.init) ?? ""
    }
}
