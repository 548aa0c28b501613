import FoundationEssentials
import KernelTesting
import Testing

/// What `essentiald` makes of a device or a program that was tampered with.
struct ServerIntegrityTests {
    private let folder: TemporaryFolder
    private var data: String { folder.path(of: "data") }

    init() throws {
        folder = try TemporaryFolder()
    }

    private func serve(
        _ program: String? = nil, _ arguments: String..., environment: [String: String] = [:]
    ) async throws -> ChildProcess.Outcome {
        try await ChildProcess.run(
            program ?? Programs.essentiald, ["serve", "--data", data, "--integrity.enforced", "true"] + arguments,
            environment: Surroundings.variables.merging(["HOME": folder.path(of: "home")]) { $1 }
                .merging(environment) { $1 })
    }

    @Test(.requirement("DEVINT-02", "START-05"))
    func whereTestsRunItStarts() async throws {
        _ = try await Server(
            data: data,
            ["--integrity.enforced", "true", "--integrity.device", "deny", "--integrity.debugger", "deny"])
        #expect(
            folder.contents(of: "data.log").map { String(decoding: $0, as: UTF8.self) }?
                .contains("Security checks passed") == true)
    }

    @Test(.requirement("START-04", "START-06", "D23"))
    func whereThePolicyDeniesNothingIsMade() async throws {
        let library = try await PreloadedLibrary("injected-map.c", in: folder)
        let outcome = try await serve(nil, "--integrity.device", "deny", environment: library.environment)
        #expect(outcome.exit == .status(5) && outcome.errorText.contains("jailbreak_detected"))
        #expect(outcome.errorText.contains(library.path))
        #expect(!FileManager.default.fileExists(atPath: data))
    }

    @Test(.requirement("DEVINT-03", "TAMPER-04"))
    func whereItWarnsItStartsAndSaysSo() async throws {
        let library = try await PreloadedLibrary("injected-map.c", in: folder)
        _ = try await Server(data: data, ["--integrity.enforced", "true"], environment: library.environment)
        let log = folder.contents(of: "data.log").map { String(decoding: $0, as: UTF8.self) } ?? ""
        #expect(log.contains("CRITICAL") && log.contains("preloaded_library") && log.contains("reaction=warn"))
    }

    @Test(.requirement("TAMPER-03", "START-03"))
    func aChangedByteOfTheProgramIsNoServer() async throws {
        let program = try await TamperedProgram(Programs.essentiald, named: "essentiald")
        try await program.change("Look for signs that the device", to: "Look for signs that the debice")
        let outcome = try await serve(program.path, "--integrity.key=\(program.key)")
        #expect(outcome.exit == .status(5) && outcome.errorText.contains("integrity_compromised"))
        #expect(!FileManager.default.fileExists(atPath: data))
        let report = try await ChildProcess.run(
            program.path, ["integrity", "--json", "--data", data, "--integrity.key=\(program.key)"],
            environment: Surroundings.variables.merging(["HOME": folder.path(of: "home")]) { $1 })
        #expect(report.exit == .status(5) && report.outputText.contains("program_changed"))
        let doctor = try await ChildProcess.run(
            program.path, ["doctor", "--json", "--data", data, "--integrity.key=\(program.key)"],
            environment: Surroundings.variables.merging(["HOME": folder.path(of: "home")]) { $1 })
        #expect(doctor.exit == .status(1) && doctor.outputText.contains("program_changed"))
    }

    @Test(.requirement("DEVINT-01"))
    func aConfigurationThatEverybodyWritesIsNoticed() async throws {
        let file = folder.path(of: "essentiald.json5")
        try Data("{integrity: {enforced: true, device: \"deny\"}}".utf8).write(to: URL(filePath: file))
        try FileManager.default.setAttributes([.posixPermissions: 0o666], ofItemAtPath: file)
        let outcome = try await serve(nil, "--config", file)
        #expect(outcome.exit == .status(5) && outcome.errorText.contains(file))
    }

    @Test(.requirement("START-04"))
    func aServerHasNoVaultToEmpty() async throws {
        let outcome = try await serve(nil, "--integrity.device", "wipe")
        #expect(outcome.exit == .status(2) && outcome.errorText.contains("integrity.device"))
    }
}
