public import CoreModels
public import FoundationEssentials
public import ScreensAPI

/// Opens screens and sends their forms, without a server and a browser.
///
/// ```swift
/// let screens = ScreenRunner(composition.values(of: Screens.self))
/// let outcome = try await screens.send("sign-in", to: "/sign-in", ["email": "ana@example.com"])
/// ```
public struct ScreenRunner: Sendable {
    /// There is no such screen, or no such form.
    public struct NotFound: Error {
        /// Creates the error.
        public init() {}
    }

    /// A screen shows something sensitive that it doesn't declare
    /// (``Screen/sensitive``), so that the inventory lacks it.
    public struct Undeclared: Error {
        /// Its name.
        public let name: String
    }

    /// A screen leads nowhere: there is neither a form, nor a link, nor a next step
    /// on it.
    public struct DeadEnd: Error {
        /// What it is called.
        public let title: ScreenText
    }

    private let screens: [Screen]
    private let person: User?
    private let preferences: ScreenPreferences
    private let reachedAt: String?
    private let now: Date

    /// Creates a runner.
    ///
    /// - Parameters:
    ///   - person: Who is signed in.
    ///   - preferences: How screens are wanted.
    ///   - reachedAt: At which scheme, host and port.
    ///   - now: The present time.
    public init(
        _ screens: [Screen], as person: User? = nil, preferring preferences: ScreenPreferences = ScreenPreferences(),
        reachedAt: String? = nil, now: Date = Date(timeIntervalSince1970: 1_800_000_000)
    ) {
        self.screens = screens
        self.person = person
        self.preferences = preferences
        self.reachedAt = reachedAt
        self.now = now
    }

    /// What is shown at an address below the root.
    public func show(_ address: String) async throws -> ScreenContents {
        let (screen, request) = try find(address)
        return try declared(try await screen.show(request), on: screen)
    }

    /// What becomes of a form.
    public func send(
        _ form: String, to address: String, _ values: [String: String] = [:], secrets: [String: Secret] = [:],
        files: [String: ReceivedFile] = [:]
    ) async throws -> ScreenOutcome {
        let (screen, request) = try find(address)
        guard let action = screen.actions.first(where: { $0.name == form }) else { throw NotFound() }
        let outcome = try await action.perform(
            ScreenSubmission(request, values: values, secrets: secrets, files: files))
        switch outcome {
        case .show(let contents), .again(let contents, _), .leave(_, let contents):
            _ = try declared(contents, on: screen)
        case .go, .prefer, .signedIn, .signedOut, .unlocked: break
        }
        return outcome
    }

    private func declared(_ contents: ScreenContents, on screen: Screen) throws -> ScreenContents {
        guard contents.leadsOn else { throw DeadEnd(title: contents.title) }
        guard let stray = contents.sensitivities.subtracting(screen.sensitive).first else { return contents }
        throw Undeclared(name: stray.name)
    }

    private func find(_ address: String) throws -> (Screen, ScreenRequest) {
        let parts = address.split(separator: "?", maxSplits: 1)
        let path = Place(segments: parts[0].split(separator: "/").map(String.init))
        let query = (parts.count > 1 ? parts[1] : "").split(separator: "&").map { pair in
            let pair = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return (name: String(pair[0]), value: pair.count > 1 ? String(pair[1]) : "")
        }
        let place = path.with(parameters: query)
        guard let screen = screens.first(where: { $0.route.values(of: place) != nil }),
            let values = screen.route.values(of: place)
        else { throw NotFound() }
        return (
            screen,
            ScreenRequest(
                place, values: values, query: place.parameters, person: person, preferences: preferences,
                reachedAt: reachedAt, now: now)
        )
    }
}
