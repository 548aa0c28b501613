import FoundationEssentials
import KernelTesting
import Testing

/// How screens look, compared pixel by pixel with kept pictures.
///
/// `make screens-pictures` keeps new ones, 360 and 1280 pixels wide, light and dark. They are the same on every machine: the clock stands, the demo is as old as it is
/// here, the fonts are those of `Support/fonts.conf`, and there are tints in place of
/// photographs.
struct ScreenPicturesTests {
    /// Far ahead of any clock, whose data are then old.
    private static let now = Date(timeIntervalSince1970: 2_215_339_200)
    /// Each screen that somebody sees in each of its states; it joins by a line.
    private static let ofStrangers: [[WalkStep]] = [
        [.open("/"), .looksLike("feed")],
        [.open("/sign-in"), .type("nobody", into: "email"), .send("sign-in"), .looksLike("sign-in-refused")],
        [.open("/register"), .looksLike("register")],
        [.open("/recover"), .looksLike("recover")],
        [.open("/p/none"), .looksLike("nothing")],
    ]
    private static let ofPeople: [[WalkStep]] = [
        [.open("/"), .looksLike("feed-of-people")],
        [.go(to: "/p/.*"), .looksLike("picture")],
        [.open("/publish"), .looksLike("publish")],
        [.open("/account"), .looksLike("account")],
        [.open("/sign-out"), .looksLike("sign-out")],
    ]

    @Test(.requirement("THEME-01")) func screensLookAsTheyDid() async throws {
        let folder = try TemporaryFolder(), data = folder.path(of: "data"), clock = try await ShiftedClock()
        try await SeededData.shared.copy(to: data)
        let now = Int(Self.now.timeIntervalSince1970) * 1_000, hour = 3_600_000
        let statements = [
            // Two of today, some of this week, and others before.
            "UPDATE images SET created_at = \(now) - \(9 * hour) * ((SELECT max(position) FROM images) - position + 1)",
            "UPDATE comments SET created_at = \(now) - \(2 * hour)",
            "UPDATE accounts SET created_at = \(now) - \(99 * 24 * hour)",
        ]
        let sql = try await ChildProcess.run(
            "sqlite3", [data + "/essentiald.sqlite", statements.joined(separator: ";")])
        try #require(sql.exit == .status(0), "\(sql.errorText)")
        // As if the machine had run until then.
        try clock.pass(seconds: Int(Self.now.timeIntervalSince(Date())))
        let server = try await Server(data: data, clock: clock)
        let ana = Person.ana, use = BrowserUse(hasDesktop: true, isPictured: true)
        let walker = try await Walker(use, at: server.address)
        let login: [WalkStep] = [
            .open("/sign-in"), .type(ana.email, into: "email"), .type(ana.password, into: "secret-password"),
            .send("sign-in"),
        ]
        try await walker.goes(Self.ofStrangers.flatMap(\.self) + login + Self.ofPeople.flatMap(\.self))
        await walker.leaves()
        #expect(await server.stop() == .status(0))
    }
}
