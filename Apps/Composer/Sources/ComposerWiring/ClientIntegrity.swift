import ComposerFlows
import ConfigurationAPI
import ConfigurationSources
import ConsoleAPI
import CryptographyOpenSSL
import DeviceFindingsAPI
import DeviceIntegrityAPI
import DeviceIntegrityConsole
import DeviceIntegrityLinux
import FoundationEssentials
import Glibc
import PluginKit
import TelemetryOutput

/// Looks whether the device or the program was tampered with, before anything of the client is made.
struct ClientIntegrity: Sendable {
    /// The policy of whoever looks after the machine.
    private static let systemPolicy = "/etc/essential/integrity.json5"
    /// What puts things in order, and works where a policy limits the program.
    private static let remedies: Set<String> = ["integrity", "logout", "plugins", "vault"]

    private let policy: IntegrityPolicy
    private let integrity: DeviceIntegrityPlugin.Exports

    /// - Parameter isJSON: Whether a script reads standard error, line by line.
    /// - Throws: `invalid_configuration` for a policy that can't be read: who wrote one doesn't want to go on without.
    init(_ options: ClientOptions, _ places: ClientPlaces, isJSON: Bool) throws(CommandFailure) {
        let files = [Self.systemPolicy, options.home + "/integrity.json5"].filter(Self.mayBeThere)
        policy = try Self.policy(in: files)
        do throws(PluginHostError) {
            integrity = try Self.compose(policy, files: files, options, places, isJSON: isJSON)
        } catch {
            throw CommandFailure(code: "invalid_composition", message: error.text)
        }
    }

    /// Whether it is there, or nobody can tell: a link that leads nowhere, a folder that can't be entered.
    private static func mayBeThere(_ path: String) -> Bool {
        var status = stat()
        return unsafe lstat(path, &status) == 0 || ![ENOENT, ENOTDIR].contains(errno)
    }

    private static func compose(
        _ policy: IntegrityPolicy, files: [String], _ options: ClientOptions, _ places: ClientPlaces, isJSON: Bool
    ) throws(PluginHostError) -> DeviceIntegrityPlugin.Exports {
        var host = PluginHost()
        let telemetry = try host.install(
            TelemetryPlugin.self,
            .init(level: options.logLevel, format: isJSON ? .json : .text, destination: .standardError))
        let library = try host.install(CryptographyPlugin.self, .init())
        let integrity = try host.install(DeviceIntegrityPlugin.self) { scope in
            try .init(
                program: "essential", configuration: files.map(absolute), vault: absolute(places.vault),
                policy: policy, cryptography: scope[library].cryptography, log: scope[telemetry].logger)
        }
        return try host.composed()[integrity]
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
    ///   - tell: Tells the server, before the program ends.
    ///   - wipe: Empties the vault.
    /// - Returns: What the server is to be told of as the program goes on; nil where the policy doesn't have it told.
    /// - Throws: The violation, where the command isn't to run.
    func require(
        for word: String?, warn: (IntegrityNotice) -> Void, tell: ([IntegrityFinding.Kind]) async -> Void,
        wipe: () async throws -> Void
    ) async throws(CommandFailure) -> [IntegrityFinding.Kind]? {
        guard word != IntegrityReport.name else { return nil }
        let isTold = policy.tellsServer && (integrity.build.isRelease || policy.isEnforced)
        guard case .violated(let violation, let findings, let reaction?) = await integrity.check.verdict() else {
            return isTold ? [] : nil
        }
        let notice = IntegrityNotice(violation, findings, isTold: isTold), kinds = findings.map(\.kind)
        let goesOn = reaction <= .warn || reaction == .limit && word.map(Self.remedies.contains) == true
        if isTold, !goesOn { await tell(kinds) }
        switch reaction {
        case .ignore: break
        case .warn: warn(notice)
        case .limit:
            guard goesOn else { throw notice.limitation }
            warn(notice)
        case .deny: throw notice.refusal
        // Told before, since the session goes with the vault.
        case .wipe:
            do {
                try await wipe()
            } catch {
                throw notice.failedDeparture("\(error)")
            }
            throw notice.departure
        }
        return isTold ? kinds : nil
    }

    /// The command as help shows it, which looks at nothing.
    static var described: Command {
        IntegrityReport.command(of: "essential") { () throws(CommandFailure) in
            (ProgramBuild(isRelease: false, isSigned: false), IntegrityPolicy(), [])
        }
    }

    /// Makes the command `integrity`, with what there is to tell: a hardened process sees less of itself.
    func command(_ word: String?) async -> @Sendable (FindingsWatch) -> Command {
        let findings = word == IntegrityReport.name ? await integrity.check.findings() : []
        return { [policy, build = integrity.build] watch in
            IntegrityReport.command(of: "essential") { () throws(CommandFailure) in
                (build, policy, findings)
            } telling: {
                let told = await watch.told()
                return IntegrityTelling(
                    isAsked: policy.tellsServer, told: told?.told ?? [:], waiting: told?.waiting ?? [],
                    isOffered: told?.isOffered ?? true)
            }
        }
    }
}
