import FoundationEssentials
import KernelTesting
import Testing

/// What `essential` makes of a device or a program that was tampered with, each done to the built program.
struct IntegrityTests {
    private let folder: TemporaryFolder
    private let client: Client

    init() throws {
        folder = try TemporaryFolder()
        client = Client(home: folder.path(of: "home"), address: "http://127.0.0.1:1")
        try FileManager.default.createDirectory(atPath: client.home, withIntermediateDirectories: true)
    }

    /// Writes the policy of the person, which a development build obeys as a release does.
    private func obey(_ policy: String = "", in home: String? = nil) throws {
        let text = "{integrity: {enforced: true, \(policy)}}"
        try Data(text.utf8).write(to: URL(filePath: (home ?? client.home) + "/integrity.json5"))
    }

    private func run(
        _ program: String? = nil, _ arguments: [String] = ["status"], _ environment: [String: String] = [:]
    ) async throws -> ChildProcess.Outcome {
        try await ChildProcess.run(
            program ?? Programs.essential, arguments, environment: client.variables.merging(environment) { $1 })
    }

    private func tracer() async throws -> String {
        let path = folder.path(of: "tracer")
        let outcome = try await ChildProcess.run(
            "clang",
            ["-O1", "-Wall", "-Werror", "-o", path, Programs.root + "/Tests/Acceptance/Support/tracer.c"])
        try #require(outcome.exit == .status(0), "\(outcome.errorText)")
        return path
    }

    /// The codes of what `essential integrity` finds.
    private func codes(_ program: String? = nil, _ environment: [String: String] = [:]) async throws -> [String] {
        let outcome = try await run(program, ["integrity", "--json"], environment)
        let report = try JSON(parsing: outcome.outputText)
        let codes = report["findings"]?.items.compactMap { $0["code"]?.text } ?? []
        #expect(outcome.exit == .status(codes.isEmpty ? 0 : 5))
        #expect(report["sound"] == .bool(codes.isEmpty))
        return codes
    }

    @Test(.requirement("DEVINT-02", "START-05"))
    func whereTestsRunAllIsSound() async throws {
        try obey(#"device: "deny", debugger: "deny""#)
        #expect(try await codes() == [])
        let outcome = try await run(nil, ["status", "--verbose"])
        #expect(outcome.exit == .status(0) && outcome.errorText.contains("Security checks passed"))
    }

    @Test(.requirement("START-01"))
    func aDevelopmentBuildTellsTheLogAndGoesOn() async throws {
        let library = try await PreloadedLibrary("injected-map.c", in: folder)
        let quiet = try await run(nil, ["status"], library.environment)
        #expect(quiet.exit == .status(0) && !quiet.errorText.contains(library.path))
        let verbose = try await run(nil, ["status", "--verbose"], library.environment)
        #expect(verbose.exit == .status(0) && verbose.errorText.contains("jailbreak_detected"))
    }

    @Test(.requirement("DEVINT-01", "DEVINT-03", "START-03", "START-04", "D23"))
    func aPreloadedLibraryIsNoticed() async throws {
        let library = try await PreloadedLibrary("injected-map.c", in: folder)
        // What a program was started with stays to be seen.
        let hiding = library.environment.merging(["INJECTED_MAP_HIDES": "1"]) { $1 }
        #expect(try await codes(nil, hiding).contains("preloaded_library"))
        try obey()
        let warned = try await run(nil, ["status"], library.environment)
        #expect(warned.exit == .status(0) && warned.errorText.contains(library.path))
        #expect(warned.errorText.contains("CRITICAL") && warned.errorText.contains("reaction=warn"))
        try obey(#"device: "deny""#)
        for (language, words) in [("en", "Whoever started the program"), ("es", "Quien arrancó el programa")] {
            let denied = try await run(nil, ["status", "--language", language], library.environment)
            #expect(denied.exit == .status(5) && denied.outputText.isEmpty && denied.errorText.contains(words))
        }
        let script = try await run(nil, ["status", "--json"], library.environment)
        let last = script.errorText.split(separator: "\n").last.map(String.init) ?? ""
        #expect(try JSON(parsing: last)["error"]?["code"]?.text == "jailbreak_detected")
        // How to use it is told all the same.
        #expect(try await run(nil, ["help"], library.environment).exit == .status(0))
        try obey(#"device: "deny", ignored: ["injected_code"], libraries: ["\#(library.path)"]"#)
        #expect(try await run(nil, ["status"], library.environment).exit == .status(0))
    }

    @Test(.requirement("DEVINT-01", "TAMPER-06"))
    func codeThatIsInNoFileIsNoticed() async throws {
        let library = try await PreloadedLibrary("injected-map.c", in: folder)
        #expect(try await codes(nil, library.environment).contains("injected_code"))
        try obey(#"device: "deny", libraries: ["\#(library.path)"]"#)
        let denied = try await run(nil, ["status"], library.environment)
        #expect(denied.exit == .status(5) && denied.errorText.contains("ñ with blanks"))
    }

    @Test(.requirement("TAMPER-02", "START-02", "START-03"))
    func aTracerIsNoticed() async throws {
        let tracer = try await tracer()
        try obey(#"debugger: "deny""#)
        let outcome = try await run(tracer, [Programs.essential, "status"])
        #expect(outcome.exit == .status(5) && outcome.errorText.contains("violation=debugger_attached"))
        #expect(outcome.errorText.contains("tracer ("))
    }

    @Test(.requirement("DEVINT-01"))
    func aFolderInWhichEverybodyWritesIsNoticed() async throws {
        let program = try await TamperedProgram(Programs.essential, named: "essential")
        #expect(try await codes(program.path) == [])
        try await program.openFolder()
        #expect(try await codes(program.path) == ["writable_program"])
    }

    @Test(.requirement("TAMPER-03", "TAMPER-06", "START-03", "D23"))
    func aChangedByteOfTheProgramEndsIt() async throws {
        let program = try await TamperedProgram(Programs.essential, named: "essential")
        try obey(#"key: "\#(program.key)""#)
        #expect(try await codes(program.path) == [])
        #expect(try await run(program.path).exit == .status(0))
        try await program.change("Look for signs that the device", to: "Look for signs that the debice")
        #expect(try await codes(program.path) == ["program_changed"])
        let denied = try await run(program.path)
        #expect(denied.exit == .status(5) && denied.errorText.contains("integrity_compromised"))
        #expect(denied.errorText.contains("Install the program again"))
        try obey(#"key: "\#(program.key)", program: "warn""#)
        #expect(try await run(program.path).exit == .status(0))
    }

    @Test(.requirement("TAMPER-03", "START-03"))
    func theManifestOfAnotherBuildEndsIt() async throws {
        let program = try await TamperedProgram(Programs.essential, named: "essential")
        try await program.takeManifestOfAnotherBuild()
        try obey(#"key: "\#(program.key)""#)
        #expect(try await codes(program.path) == ["program_changed"])
        #expect(try await run(program.path).exit == .status(5))
        // A build that nobody signed isn't what this key signed.
        #expect(try await codes() == ["manifest_missing"])
    }

    @Test(.requirement("START-02"))
    func theFirstViolationCounts() async throws {
        let tracer = try await tracer(), library = try await PreloadedLibrary("injected-map.c", in: folder)
        let program = try await TamperedProgram(Programs.essential, named: "essential")
        try await program.change("Look for signs that the device", to: "Look for signs that the debice")
        for (passed, violation) in [
            ("", "jailbreak_detected"), (#", device: "ignore""#, "debugger_attached"),
            (#", device: "ignore", debugger: "ignore""#, "integrity_compromised"),
        ] {
            try obey(#"key: "\#(program.key)"\#(passed)"#)
            let outcome = try await run(tracer, [program.path, "status", "--json"], library.environment)
            let lines = outcome.errorText.split(separator: "\n").map { String($0) }
            #expect(lines.first { $0.contains("critical") }?.contains(violation) == true, "\(outcome.errorText)")
        }
    }

    @Test(.requirement("START-04", "DEVINT-03", "DEVINT-05"))
    func theVaultIsEmptiedOnlyWhereThePolicySaysSo() async throws {
        let stage = try await Stage(), library = try await PreloadedLibrary("injected-map.c", in: folder)
        _ = try await stage.client.logIn(as: .ana)
        let vault = try #require(stage.client.folder) + "/vault"
        var attacked = stage.client
        attacked.environment = library.environment
        for reaction in ["warn", "limit", "deny"] {
            try obey("device: \"\(reaction)\"", in: stage.client.home)
            #expect(try await attacked.run("feed").exit == .status(reaction == "warn" ? 0 : 5))
            #expect(try await attacked.run("vault", "check").exit == .status(reaction == "deny" ? 5 : 0))
            #expect(FileManager.default.fileExists(atPath: vault + "/header"))
        }
        #expect(try await stage.client.object("status")["session"]?["user"] != nil)
        try obey(#"device: "wipe""#, in: stage.client.home)
        let outcome = try await attacked.run("status")
        #expect(outcome.exit == .status(5) && outcome.errorText.contains("its vault was emptied"))
        let left = try FileManager.default.subpathsOfDirectory(atPath: stage.client.home)
        #expect(!left.contains { $0.hasSuffix("/header") }, "\(left)")
        #expect(try await stage.client.run("feed").exit != .status(5))
        _ = try await stage.client.logIn(as: .ana)
    }

    @Test(.requirement("DEVINT-03"))
    func aPolicyThatCannotBeReadLetsNothingPass() async throws {
        try Data("{integrity: {device: \"perhaps\"}}".utf8).write(
            to: URL(filePath: client.home + "/integrity.json5"))
        let outcome = try await run()
        #expect(outcome.exit == .status(2) && outcome.errorText.contains("integrity.device"))
        #expect(try await run(nil, ["help"]).exit == .status(0))
    }

    /// Whoever takes a policy's file away from behind its link doesn't take the policy away.
    @Test(.requirement("DEVINT-03"), arguments: ["/nowhere/integrity.json5", "integrity.json5"])
    func aPolicyThatCannotBeReachedLetsNothingPass(_ target: String) async throws {
        try FileManager.default.createSymbolicLink(
            atPath: client.home + "/integrity.json5", withDestinationPath: target)
        let outcome = try await run()
        #expect(outcome.exit == .status(2) && outcome.errorText.contains("integrity.json5"), "\(outcome.errorText)")
    }
}
