import KernelTesting
import Testing

/// From no account to being logged in, in a real browser.
struct AccountJourneyTests {
    private static let password = "seven blue coffee cups 42"
    private static let email = "ana@example.com"

    private static func visit(
        _ name: String, _ path: String, by: PageVisit.Means = .program, _ fill: [[String]],
        says texts: String...
    ) -> PageVisit {
        PageVisit(name: "journey-" + name, path: path, form: 0, fill: fill, by: by, says: texts)
    }

    private static func logIn(_ name: String, _ password: String, says texts: String...) -> PageVisit {
        PageVisit(
            name: "journey-" + name, path: "/sign-in", form: 0, fill: [["email", email], ["password", password]],
            by: .program, says: texts)
    }

    @Test(
        .requirement("REG-34", "REG-38", "REG-39", "REG-40", "NAV-02", "NAV-03", "NAV-05", "LOGIN-27", "LOGIN-29", "D3")
    )
    func whoRegistersGetsInAndWhoGuessesIsToldHowLongToWait() async throws {
        let folder = try TemporaryFolder()
        let server = try await Server(
            data: folder.path(of: "data"), ["--lockout.captcha-after", "0", "--lockout.window", "4h"])
        let account = [["name", "Ana"], ["email", Self.email], ["password", Self.password]]
        let registering = try await visit(
            [
                Self.visit(
                    "mismatch", "/register", account + [["password_again", "another"]], says: "The two passwords differ"
                ),
                Self.visit(
                    "registered", "/register", by: .keyboard, account + [["password_again", Self.password]],
                    says: "A message with a link and a code went to your address", Self.email),
            ], server)
        #expect(registering == [422, 200])

        let link = try await Outbox(data: server.data).newestLink(for: Self.email, to: "verify")
        let path = String(link.dropFirst(server.address.count))
        let wrong = (1...5).map { number in
            Self.logIn("wrong-\(number)", "wrong \(number) password", says: "Forgot your password?")
        }
        let entering = try await visit(
            [
                Self.visit(
                    "taken", "/register", account + [["password_again", Self.password]], says: "Email already in use",
                    "Forgot your password?", "Log in"),
                Self.visit("confirmed", path, [["password", Self.password]], says: "Your address is confirmed"),
                Self.logIn("in", Self.password),
                Self.visit("out", "/sign-out", [], says: "Log in"),
            ] + wrong + [Self.logIn("locked", Self.password, says: " min", "Forgot your password?")], server)
        #expect(entering == [422, 200, 200, 200, 422, 422, 422, 422, 422, 422])
    }

    /// What each visit is answered with; nothing else may be wrong with any.
    private func visit(_ visits: [PageVisit], _ server: Server) async throws -> [Int] {
        let reports = try await Browser.visit(visits, in: "en", at: server.address)
        for report in reports { #expect(report.problems == [], "\(report.name)") }
        return reports.map(\.status)
    }
}
