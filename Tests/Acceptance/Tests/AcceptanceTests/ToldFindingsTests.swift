import FoundationEssentials
import Glibc
import KernelTesting
import Testing

/// What a client found wrong with its device is told to its server, by both programs.
@Suite(.timeLimit(.minutes(5)))
struct ToldFindingsTests {
    private let stage: Stage
    private let attacked: Client
    /// The two things that the library is noticed by.
    private static let found = ["injected_code", "preloaded_library"]

    init() async throws {
        stage = try await Stage()
        let library = try await PreloadedLibrary("injected-map.c", in: stage.folder)
        var client = stage.client
        client.environment = library.environment
        attacked = client
    }

    /// The same, by another clock.
    private func attacked(by clock: ShiftedClock) -> Client {
        var client = attacked
        let libraries = [clock.environment["LD_PRELOAD"], attacked.environment["LD_PRELOAD"]].compactMap(\.self)
        client.environment = clock.environment.merging(attacked.environment) { $1 }
        client.environment["LD_PRELOAD"] = libraries.joined(separator: ":")
        return client
    }

    /// Writes the policy of the device, which a development build obeys as a release does.
    private func obey(_ device: String, tells: Bool = true) throws {
        try write(#"{integrity: {enforced: true, tell: \#(tells), device: "\#(device)"}}"#)
    }

    private func write(_ policy: String) throws {
        try FileManager.default.createDirectory(atPath: stage.client.home, withIntermediateDirectories: true)
        try Data(policy.utf8).write(to: URL(filePath: stage.client.home + "/integrity.json5"))
    }

    private struct Event: Hashable {
        let account: String?
        let session: String?
        let cause: String?
        let severity: String?
    }

    /// What the audit trail has of it, the causes without the violation.
    private func events() async throws -> [Event] {
        let outcome = try await Server.run(
            "audit", "show", "--kind", "device.tampered", "--json", data: stage.server.data)
        #expect(outcome.exit == .status(0), "\(outcome.errorText)")
        let items = try JSON(parsing: outcome.outputText)["events"]?.items ?? []
        return items.map { item in
            let event = item["event"]
            return Event(
                account: item["account"]?.text, session: event?["session"]?.text, cause: event?["cause"]?.text,
                severity: event?["severity"]?.text)
        }
    }

    private func causes() async throws -> [String] { try await events().compactMap(\.cause).sorted() }

    private static let causes = found.map { "jailbreak_detected \($0)" }

    @Test(.requirement("DEVINT-03", "START-04", "TAMPER-04", "D23"))
    func aWarningIsToldOnceInASessionAndSeenByOperators() async throws {
        try obey("warn")
        let login = try await attacked.logIn(as: .ana)
        let session = try #require(try await attacked.object("whoami")["session"]?["id"]?.text)
        for _ in 0..<2 { #expect(try await attacked.run("feed").exit == .status(0)) }
        let events = try await events()
        #expect(events.compactMap(\.cause).sorted() == Self.causes)
        #expect(Set(events.map(\.session)) == [session] && Set(events.map(\.severity)) == ["critical"])
        #expect(Set(events.map(\.account)).count == 1 && login["user"] != nil)
        // Nothing of the device but the code.
        let shown = try await Server.run("audit", "show", "--json", data: stage.server.data).outputText
        #expect(!shown.contains(stage.folder.path))
        // Whoever runs the server is told by an incident, and whoever has the device by its command.
        while try await !Server.run("incidents", "list", "--json", data: stage.server.data).outputText
            .contains("tampered-device")
        {}
        let report = try JSON(parsing: try await attacked.run("integrity", "--json").outputText)
        #expect(report["tells"] == .bool(true) && report["waiting"]?.items == [])
        #expect(report["told"]?.items.compactMap { $0["code"]?.text } == Self.found)
        #expect(try await attacked.run("integrity").outputText.contains("The server was told of preloaded_library"))

        // Another session is another event.
        _ = try await attacked.logIn(as: .ana)
        #expect(try await attacked.run("whoami").exit == .status(0))
        #expect(try await causes().count == 4)
        #expect(await stage.server.stop() == .status(0))
        #expect(try await Server.run("audit", "verify", data: stage.server.data).exit == .status(0))
    }

    @Test(.requirement("DEVINT-03")) func withoutThePolicyNothingIsTold() async throws {
        try obey("warn", tells: false)
        _ = try await attacked.logIn(as: .ana)
        #expect(try await attacked.run("feed").exit == .status(0))
        // A development build that obeys nothing does nothing.
        try write("{integrity: {tell: true}}")
        #expect(try await attacked.run("feed").exit == .status(0))
        #expect(try await events().isEmpty)
        #expect(await stage.server.stop() == .status(0))
    }

    @Test(.requirement("DEVINT-03", "START-04", "D23"), arguments: ["deny", "limit", "wipe"])
    func itIsToldBeforeTheProgramEnds(_ reaction: String) async throws {
        _ = try await stage.client.logIn(as: .ana)
        try obey(reaction)
        let outcome = try await attacked.run("feed")
        #expect(outcome.exit == .status(5) && outcome.outputText.isEmpty, "\(outcome.errorText)")
        if reaction != "wipe" { #expect(outcome.errorText.contains("but to tell the server of it")) }
        #expect(try await causes() == Self.causes)
        #expect(await stage.server.stop() == .status(0))
    }

    /// What a program couldn't say before it ended is said by the next start that is allowed.
    @Test(.requirement("DEVINT-03", "START-04"))
    func withoutAConnectionItWaitsSealedAndIsToldByTheNextStart() async throws {
        _ = try await stage.client.logIn(as: .ana)
        try obey("deny")
        #expect(await stage.server.stop() == .status(0))
        for _ in 0..<2 { #expect(try await attacked.run("feed").exit == .status(5)) }
        let report = try JSON(parsing: try await attacked.run("integrity", "--json").outputText)
        #expect(report["waiting"]?.items.compactMap(\.text).sorted() == Self.found)
        let files = stage.folder.files().filter { $0.hasPrefix("home/") }
        let contents = files.compactMap { stage.folder.contents(of: $0) }
        #expect(!contents.contains { $0.holds(Array("preloaded_library".utf8)) })

        let server = try await Server(data: stage.server.data, port: stage.server.port)
        #expect(try await stage.client.run("whoami").exit == .status(0))
        #expect(try await causes() == Self.causes)
        _ = try await stage.client.run("whoami")
        #expect(try await causes() == Self.causes)
        #expect(await server.stop() == .status(0))
    }

    /// Also where the tokens have to be renewed before.
    @Test(.requirement("DEVINT-03"), arguments: [0, 400])
    func aServerThatHangsIsWaitedForAShortTime(_ seconds: Int) async throws {
        let clock = try await ShiftedClock()
        _ = try await stage.client.logIn(as: .ana)
        try obey("deny")
        #expect(await stage.server.stop() == .status(0))
        let silent = try BrokenServer(port: stage.server.port, answering: nil)
        try clock.pass(seconds: seconds)
        let begin = ContinuousClock.now
        #expect(try await attacked(by: clock).run("feed").exit == .status(5))
        // Two seconds, and what a debug build under load takes to start.
        #expect(ContinuousClock.now - begin < .seconds(15))
        try await silent.firstRequest()
        silent.stop()
        let server = try await Server(data: stage.server.data, port: stage.server.port)
        #expect(try await stage.client.run("whoami").exit == .status(0))
        #expect(Set(try await causes()).isSuperset(of: Self.causes))
        #expect(await server.stop() == .status(0))
    }

    /// Whatever the program was doing when it was killed, the finding isn't lost.
    @Test(.requirement("DEVINT-03")) func aProgramThatIsKilledWhileItTellsLosesNothing() async throws {
        _ = try await stage.client.logIn(as: .ana)
        try obey("warn")
        #expect(await stage.server.stop() == .status(0))
        let silent = try BrokenServer(port: stage.server.port, answering: nil)
        let child = try attacked.spawn(["feed"])
        try await silent.firstRequest()
        child.send(SIGKILL)
        _ = await child.outcome()
        silent.stop()
        let server = try await Server(data: stage.server.data, port: stage.server.port)
        #expect(try await stage.client.run("whoami").exit == .status(0))
        #expect(try await causes() == Self.causes)
        #expect(await server.stop() == .status(0))
    }

    @Test(.requirement("DEVINT-03")) func whatIsFoundBeforeALoginIsToldByTheLogin() async throws {
        try obey("warn")
        #expect(try await attacked.run("feed").exit == .status(0))
        #expect(try await events().isEmpty)
        _ = try await attacked.logIn(as: .ana)
        #expect(try await causes() == Self.causes)
        #expect(await stage.server.stop() == .status(0))
    }

    /// Two people of one device, the first without a connection.
    @Test(.requirement("DEVINT-03")) func whatWasFoundForOnePersonIsNotToldAsAnothers() async throws {
        let ben = Person.ben
        _ = try await stage.client.logIn(as: .ana)
        try obey("deny")
        #expect(await stage.server.stop() == .status(0))
        #expect(try await attacked.run("feed").exit == .status(5))
        let server = try await Server(data: stage.server.data, port: stage.server.port)
        try obey("deny", tells: false)
        try await stage.client.object(
            "register", "--name", ben.name, "--email", ben.email, "--password-stdin", input: ben.password + "\n")
        try obey("deny")
        for _ in 0..<2 { #expect(try await stage.client.run("whoami").exit == .status(0)) }
        #expect(try await events().isEmpty)
        _ = try await stage.client.logIn(as: .ana)
        _ = try await stage.client.run("whoami")
        let events = try await events()
        #expect(events.compactMap(\.cause).sorted() == Self.causes)
        let session = try await stage.client.object("whoami")["session"]?["id"]?.text
        #expect(Set(events.map(\.session)) == [session])
        #expect(await server.stop() == .status(0))
    }

    @Test(.requirement("DEVINT-03")) func programsAtOnceTellItOnce() async throws {
        _ = try await stage.client.logIn(as: .ana)
        try obey("warn")
        let programs = try (0..<4).map { _ in try attacked.spawn(["whoami"]) }
        for program in programs { #expect(await program.outcome().exit == .status(0)) }
        #expect(try await causes() == Self.causes)
        #expect(await stage.server.stop() == .status(0))
    }

    /// A proof is good at the server's time, whatever the device takes the time for.
    @Test(.requirement("DEVINT-03"), arguments: [-400, 400])
    func aClockThatIsWrongKeepsNothingFromBeingTold(_ days: Int) async throws {
        let clock = try await ShiftedClock()
        _ = try await stage.client.logIn(as: .ana)
        try obey("warn")
        try clock.setTimeOfDay(daysOff: days)
        #expect(try await attacked(by: clock).run("feed").exit == .status(0))
        let causes = try await causes()
        #expect(Set(causes).isSuperset(of: Self.causes), "\(causes)")
        #expect(await stage.server.stop() == .status(0))
    }

    @Test(.requirement("DEVINT-03")) func aServerWithoutThePluginIsNamedOnceAndTheProgramGoesOn() async throws {
        _ = try await stage.client.logIn(as: .ana)
        try obey("warn")
        #expect(await stage.server.stop() == .status(0))
        let server = try await Server(
            data: stage.server.data, ["--plugins.disabled", "device-findings"], port: stage.server.port)
        let first = try await attacked.run("feed", "--verbose"), second = try await attacked.run("feed", "--verbose")
        #expect(first.exit == .status(0) && first.errorText.contains("this server can't be told what a start found"))
        #expect(second.exit == .status(0) && !second.errorText.contains("this server can't be told"))
        #expect(try await attacked.run("integrity").outputText.contains("This server can't be told of such things."))
        #expect(await server.stop() == .status(0))
    }

    /// Nobody is asked for the pass phrase, and a file that has it isn't read for this.
    @Test(.requirement("DEVINT-03")) func aVaultWithAPassPhraseIsNotOpenedForIt() async throws {
        let file = stage.folder.path(of: "phrase")
        #expect(
            FileManager.default.createFile(
                atPath: file, contents: Data("unmistakable vault phrase 4417\n".utf8),
                attributes: [.posixPermissions: 0o600]))
        var person = attacked
        person.environment["ESSENTIAL_PASSPHRASE_FILE"] = file
        _ = try await person.logIn(as: .ana)
        try obey("deny")
        #expect(try await person.run("feed").exit == .status(5))
        #expect(try await events().isEmpty)
        try obey("warn")
        // The command opens it, and so it is told after.
        #expect(try await person.run("feed").exit == .status(0))
        #expect(try await causes() == Self.causes)
        #expect(await stage.server.stop() == .status(0))
    }
}
