import AtomicFiles
import FoundationEssentials
import Localization

/// Leads browsers to the program.
struct WayIn: Sendable {
    let origin: AppOrigin
    let tokens: LaunchTokens
    /// Opens the browser; nil where there is none, or none is wanted.
    let desktop: Desktop?
    let clock: any Clock<Duration>

    /// For how long a token is good that goes by a file, and one that a person
    /// carries.
    private static let byFile = Duration.seconds(30), byHand = Duration.seconds(300)
    private static let pause = Duration.milliseconds(200)

    /// A link for one use.
    func link() throws -> String {
        origin.address("\(AppDoor.path)?\(AppDoor.token)=\(try tokens.issue(for: Self.byHand))")
    }

    /// Opens the browser, and returns when it has come, or comes no more.
    ///
    /// - Parameter onOpening: Is told whether a browser is being opened.
    func open(in language: Language, onOpening: (Bool) -> Void) async throws {
        let token = try tokens.issue(for: Self.byFile)
        let file = try desktop?.open(origin.address(AppDoor.path), sending: token, in: language)
        onOpening(file != nil)
        guard let file else { return }
        defer { file.remove() }
        for _ in 0..<Int(Self.byFile / Self.pause) where tokens.isOpen(token) {
            try? await clock.sleep(for: Self.pause)
            if Task.isCancelled { return }
        }
    }
}
