import FoundationEssentials
import Glibc
import KernelTesting
import Testing

/// Somebody without a password, in `essential app` and in a browser, who logged in a while
/// ago and has to do so once more.
@Suite(.timeLimit(.minutes(10)))
struct AppOnceMoreTests {
    private static let way = "Log in at the server's page"
    private static let there: [WalkStep] = [
        .follow(way), .press("Go on"), .follow("To the server's page"),
    ]
    private static let byProvider: [WalkStep] = [.follow("Log in with Office"), .provider("leo", answering: "accept")]
    /// The browser's session at the server is as old.
    private static let onceMore: [WalkStep] =
        [.sees("log in once more to go on")] + there + [
            .press("Let it in"), .sees("log in once more to go on"),
        ] + byProvider

    @Test(.requirement("BROWSERLOGIN-18", "MFA-03", "EXT-06", "SESS-21", "TOKEN-23"))
    func theyGoOnWhereTheyWere() async throws {
        let folder = try TemporaryFolder(), clock = try await ShiftedClock()
        try await SeededData.shared.copy(to: folder.path(of: "data"))
        let port = Ports.next(), address = "http://localhost:\(port)"
        let provider = try await OpenIDProvider(for: address, clock: clock, in: folder)
        let server = try await Server(
            data: folder.path(of: "data"), ["--server.public-url", address] + provider.settings, port: port,
            clock: clock)
        let client = Client(home: folder.path(of: "home"), address: address)
        let (app, link) = try await AppVisitor.start(client), root = AppVisitor.root(of: link)
        let walker = try await Walker(at: address)
        try await walker.goes(
            [.open(link), .pictures(1), .open(root + "publish")] + Self.there + Self.byProvider + [
                .isAt("/authorize.*"), .press("Let it in"), .shows("Publish a picture"),
                .open(root + "account/factors"),
            ])
        try clock.pass(seconds: 330)
        // The authenticator goes by the machine's clock, eleven steps behind.
        try await walker.goes(
            [.press("Set up an authenticator")] + Self.onceMore + [
                .isAt("/authorize.*"), .press("Let it in"), .isAt(root + "account/factors.*"),
                .press("Set up an authenticator"), .unfold("Show the QR code"), .scan,
                .typeCode(into: "secret-code", steps: 11), .press("Turn it on"), .sees("The second factor is on."),
                .open(root + "account/address"),
            ])
        try clock.pass(seconds: 330)
        try await walker.goes(
            [.type("leo.new@example.com", into: "email"), .press("Send the code")] + Self.onceMore + [
                .sees("Your second factor"), .look("second-step-once-more"),
                .typeCode(into: "secret-code", steps: 22), .press("Log in"), .isAt("/authorize.*"),
                .press("Let it in"), .isAt(root + "account/address.*"), .holds("leo.new@example.com", in: "email"),
            ])
        await walker.leaves()
        // Each session took the place of the one before.
        let sessions = try await client.object("sessions")["items"]?.items ?? []
        #expect(sessions.count == 2, "\(sessions)")
        app.send(SIGINT)
        #expect(await app.outcome().exit == .status(0))
        #expect(Server.errors(of: server.data) == [])
        await provider.stops()
    }
}
