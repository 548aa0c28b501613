import ConfigurationAPI
import ConfigurationSources
import ConsoleAPI
import CryptographyAPI
import CryptographyOpenSSL
import DeviceIntegrityAPI
import DeviceIntegrityConsole
import DeviceIntegrityLinux
import FoundationEssentials
import PluginKit
import TelemetryAPI
import TelemetryOutput

/// Looks whether the device or the program was tampered with, before anything of the client is made.
struct ClientIntegrity: Sendable {
    /// The policy of whoever looks after the machine.
    private static let systemPolicy = "/etc/essential/integrity.json5"
    /// What puts things in order, and works where a policy limits the program.
    private static let remedies: Set<String> = ["integrity", "logout", "plugins", "vault"]

    private let policy: IntegrityPolicy
    private let check: IntegrityCheck

    /// - Parameter isJSON: Whether a script reads standard error, line by line.
    /// - Throws: `invalid_configuration` for a policy that can't be read: who wrote one doesn't want to go on without.
    init(_ options: ClientOptions, _ places: ClientPlaces, isJSON: Bool) throws(CommandFailure) {
        let files = [Self.systemPolicy, options.home + "/integrity.json5"].filter(FileManager.default.fileExists)
        policy = try Self.policy(in: files)
        let log: Logger, cryptography: Cryptography
        do throws(PluginHostError) {
            var host = PluginHost()
            let telemetry = try host.install(
                TelemetryPlugin.self,
                .init(level: options.logLevel, format: isJSON ? .json : .text, destination: .standardError))
            let library = try host.install(CryptographyPlugin.self, .init())
            let parts = try host.composed()
            log = try parts[telemetry].logger
            cryptography = try parts[library].cryptography
        } catch {
            throw CommandFailure(code: "invalid_composition", message: error.text)
        }
        let subject = LinuxIntegrity.Subject(
            program: "essential", configuration: files.map(Self.absolute), vault: Self.absolute(places.vault))
        check = IntegrityCheck(
            LinuxIntegrity.detectors(
                for: subject, key: ProgramBuild.releaseKey ?? policy.key, cryptography: cryptography),
            policy: policy, isRelease: ProgramBuild.isRelease, log: log.labelled("device-integrity"))
    }

    /// The hardest of what the files say; where there is none, what nobody chose.
    private static func policy(in files: [String]) throws(CommandFailure) -> IntegrityPolicy {
        var policy: IntegrityPolicy?
        for file in files {
            let next: IntegrityPolicy
            do throws(ConfigurationError) {
                let settings = IntegritySettings.client
                next = settings.policy(
                    in: try ConfigurationLoader(file: file).load(settings.section.declarations))
            } catch {
                throw CommandFailure(exit: .usage, code: "invalid_configuration", message: error.text)
            }
            policy = policy?.and(next) ?? next
        }
        return policy ?? IntegrityPolicy()
    }

    private static func absolute(_ path: String) -> String {
        path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
    }

    /// Does what the policy says about the first violation.
    ///
    /// - Parameters:
    ///   - word: The command that was called; nil for none.
    ///   - warn: Tells the person and goes on.
    ///   - wipe: Empties the vault.
    /// - Throws: The violation, where the command isn't to run.
    func require(
        for word: String?, warn: (IntegrityNotice) -> Void, wipe: () async throws -> Void
    ) async throws(CommandFailure) {
        guard word != IntegrityReport.name,
            case .violated(let violation, let findings, let reaction?) = await check.verdict()
        else { return }
        let notice = IntegrityNotice(violation, findings)
        switch reaction {
        case .ignore: return
        case .warn: warn(notice)
        case .limit:
            guard word.map(Self.remedies.contains) == true else { throw notice.limitation }
            warn(notice)
        case .deny: throw notice.refusal
        case .wipe:
            do {
                try await wipe()
            } catch {
                throw notice.failedDeparture("\(error)")
            }
            throw notice.departure
        }
    }

    /// The command as help shows it, which looks at nothing.
    static var described: Command {
        command(of: IntegrityPolicy(), [])
    }

    /// The command `integrity`, with what there is to tell: a hardened process sees less of itself.
    func command(_ word: String?) async -> Command {
        let findings = word == IntegrityReport.name ? await check.findings() : []
        return Self.command(of: policy, findings)
    }

    private static func command(of policy: IntegrityPolicy, _ findings: [IntegrityFinding]) -> Command {
        let build = IntegrityReport.Build(
            isRelease: ProgramBuild.isRelease, isSigned: (ProgramBuild.releaseKey ?? policy.key) != nil)
        return IntegrityReport.command(of: "essential") { () throws(CommandFailure) in (build, policy, findings) }
    }
}
