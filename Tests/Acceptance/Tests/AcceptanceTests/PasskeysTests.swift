import FoundationEssentials
import KernelTesting
import Testing

/// Passkeys in Chromium, with authenticators that are plugged in and pulled out.
@Suite(.timeLimit(.minutes(10)))
struct PasskeysTests {
    private struct Stage: Sendable {
        let folder: TemporaryFolder
        let server: Server
        /// Browsers have passkeys for names, not for numbers.
        let address: String

        init(clock: ShiftedClock? = nil) async throws {
            folder = try TemporaryFolder()
            try await SeededData.shared.copy(to: folder.path(of: "data"))
            let port = Ports.next()
            address = "http://localhost:\(port)"
            server = try await Server(
                data: folder.path(of: "data"), ["--server.public-url", address], port: port, clock: clock)
        }

        func walk(_ steps: [WalkStep], _ use: BrowserUse = BrowserUse()) async throws {
            try await Browser.walk(steps, use, at: address)
        }
    }

    private static let ana = Person.ana
    private static let byPassword: [WalkStep] = [
        .open("/sign-in"), .type(ana.email, into: "email"), .type(ana.password, into: "secret-password"),
        .press("Log in"),
    ]
    private static let out: [WalkStep] = [.open("/sign-out"), .press("Log out")]
    /// Pressed where nothing is offered beside the address: the authenticator comes
    /// afterwards.
    private static func byPasskey(of name: String) -> [WalkStep] { [.open("/sign-in"), .comeIn(name)] }

    private static func making(_ name: String) -> [WalkStep] {
        [.open("/account/passkeys"), .press("Make a passkey"), .type(name, into: "name"), .press("Make it")]
    }

    @Test(.requirement("PASSKEY-01", "PASSKEY-02", "D8", "L10N-01"))
    func aPasskeyIsMadeAndLogsInWithAndWithoutAPress() async throws {
        let stage = try await Stage()
        try await stage.walk(
            Self.byPassword + [
                .open("/account"), .follow("Passkeys"), .sees("You have no passkeys."), .look("passkeys-none"),
                .press("Make a passkey"), .look("passkeys-making"), .plugIn("laptop"), .type("Laptop", into: "name"),
                .press("Make it"), .isAt("/account/passkeys.done=added"), .sees("It is made."), .sees("Laptop"),
                .sees("Never used"), .look("passkeys"), .pullOut("laptop"),
            ] + Self.out + Self.byPasskey(of: "laptop") + [
                .isAt("/"), .open("/account"), .sees("Ana"), .open("/account/passkeys"), .sees("Last used on"),
            ] + Self.out + [
                // What the browser offers beside the address is taken, and leads where one wanted to.
                .open("/publish"), .shows("Publish a picture"), .isAt("/publish"),
            ])
        #expect(Server.errors(of: stage.server.data) == [])
        _ = try await Outbox(data: stage.server.data).message(to: Self.ana.email, containing: "a new passkey")
        let log = Server.log(of: stage.server.data)
        #expect(log.contains("passkeys: logged in"))
    }

    @Test(.requirement("PASSKEY-02")) func twoDevicesOfWhichOneIsLost() async throws {
        let stage = try await Stage()
        try await stage.walk(
            Self.byPassword + [.plugIn("laptop")] + Self.making("Laptop") + [
                // What has one already makes no other.
                .open("/account/passkeys"), .press("Make a passkey"), .hit("Make it"),
                .shows("This device has a passkey of your account already"), .pullOut("laptop"), .plugIn("telephone"),
            ] + Self.making("Telephone") + [.sees("Laptop"), .sees("Telephone"), .pullOut("telephone")] + Self.out
                + Self.byPasskey(of: "telephone") + [
                    .isAt("/"), .pullOut("telephone"), .open("/account/passkeys"), .send("remove"),
                    .sees("It is removed."), .lacks("Laptop"), .sees("Telephone"),
                ] + Self.out + Self.byPasskey(of: "laptop") + [
                    .sees("This passkey isn't known here"), .look("passkey-refused"), .pullOut("laptop"),
                ] + Self.byPasskey(of: "telephone") + [.isAt("/")])
        _ = try await Outbox(data: stage.server.data).message(to: Self.ana.email, containing: "a passkey less")
    }

    @Test(.requirement("PASSKEY-02")) func aCopyThatCountsBehindLetsNobodyInAndThePersonIsTold() async throws {
        let stage = try await Stage()
        try await stage.walk(
            Self.byPassword + [.plugIn("stick")] + Self.making("Stick") + [.pullOut("stick")] + Self.out
                + Self.byPasskey(of: "stick") + [.isAt("/"), .pullOut("stick")] + Self.out
                + [.rewind("stick", to: 0)] + Self.byPasskey(of: "stick") + [
                    .sees("This passkey answered as an older copy of it would"), .look("passkey-copied"),
                    .pullOut("stick"), .open("/account"),
                    .isAt("/sign-in.*"),
                ] + Self.byPassword + [
                    .open("/account/passkeys"), .sees("It lets nobody in: remove it."), .look("passkeys-copied"),
                ])
        _ = try await Outbox(data: stage.server.data).message(
            to: Self.ana.email, containing: "there may be a copy of a passkey")
    }

    @Test(.requirement("PASSKEY-01")) func whoIsNotMadeSureOfDoesNotComeIn() async throws {
        let stage = try await Stage()
        try await stage.walk(
            Self.byPassword + [.plugIn("stick")] + Self.making("Stick") + [.pullOut("stick")] + Self.out + [
                .open("/sign-in"), .plugIn("stick", verifies: false), .hit("Log in with a passkey"),
                .shows("No passkey was chosen"), .look("passkey-stopped"), .open("/account"), .isAt("/sign-in.*"),
            ])
    }

    /// The server is reached there as well, but its passkeys are for its name.
    @Test(.requirement("PASSKEY-01")) func atAnotherAddressThereAreNone() async throws {
        let stage = try await Stage()
        try await Browser.walk(
            [
                .plugIn("laptop"), .open("/sign-in"), .hit("Log in with a passkey"),
                .shows("Browsers have no passkeys for the address"), .look("passkey-elsewhere"),
            ], at: "http://127.0.0.1:\(stage.server.port)")
    }

    @Test(.requirement("PASSKEY-01", "D1"), arguments: ["en", "es"])
    func withoutScriptsThePageSaysThatPasskeysNeedThem(language: String) async throws {
        let stage = try await Stage(), isSpanish = language == "es"
        let text = isSpanish ? "las llaves de acceso los necesitan" : "passkeys need them"
        let told = isSpanish ? "Las llaves de acceso necesitan scripts" : "Passkeys need scripts"
        try await stage.walk(
            [.open("/sign-in"), .sees(text), .send("passkey"), .sees(told), .isAt("/sign-in/passkey")],
            BrowserUse(language: language, runsScripts: false))
    }

    /// It is two factors, so no code is asked for; and it proves once more who one is.
    @Test(.requirement("PASSKEY-01", "MFA-03")) func aPasskeyStandsForTheSecondFactorToo() async throws {
        let clock = try await ShiftedClock(), stage = try await Stage(clock: clock)
        let walker = try await Walker(at: stage.address)
        try await walker.goes(
            Self.byPassword + [.plugIn("laptop")] + Self.making("Laptop") + [
                .pullOut("laptop"), .open("/account/factors"), .press("Set up an authenticator"),
                .unfold("Show the QR code"), .scan,
                .typeCode(into: "secret-code", steps: 0), .press("Turn it on"),
            ] + Self.out + Self.byPasskey(of: "laptop") + [.isAt("/"), .open("/account"), .sees("Ana")])
        try clock.pass(seconds: 600)
        try await walker.goes([
            .open("/account/factors"), .press("Make new recovery codes"), .sees("Is it you?"),
            .look("again-with-passkey"), .press("Show it with a passkey"), .sees("shown this once"),
        ])
        await walker.leaves()
        #expect(Server.errors(of: stage.server.data) == [])
    }

    @Test(.requirement("PASSKEY-02")) func aTerminalShowsRenamesAndRemoves() async throws {
        let stage = try await Stage()
        try await stage.walk(Self.byPassword + [.plugIn("laptop")] + Self.making("Laptop"))
        let client = Client(home: stage.folder.path(of: "home"), address: stage.address)
        _ = try await client.logIn(as: Self.ana)
        #expect(try await client.run("passkeys").outputText.contains("Laptop"))
        let renamed = try await client.run("passkeys", "rename", "1", "Old laptop")
        #expect(renamed.exit == .status(0) && renamed.outputText.contains("Old laptop"), "\(renamed.errorText)")
        let removed = try await client.run("passkeys", "remove", "1", "--yes")
        #expect(removed.exit == .status(0) && removed.outputText.contains("It is removed."), "\(removed.errorText)")
        #expect(try await client.run("passkeys").outputText.contains("You have no passkeys."))
    }
}
