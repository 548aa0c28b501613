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

/// Looks whether the device or the program was tampered with, before anything of the server is made.
struct ServerIntegrity: Sendable {
    private let policy: IntegrityPolicy
    private let check: IntegrityCheck

    /// - Parameters:
    ///   - configuration: What operators have set, as far as it can be read.
    ///   - file: Where most of that stands; nil if nowhere.
    init(
        _ configuration: Configuration, file: String?, _ cryptography: Cryptography, _ log: Logger
    ) {
        policy = IntegritySettings.server.policy(in: configuration)
        let path = file.map { $0.hasPrefix("/") ? $0 : FileManager.default.currentDirectoryPath + "/" + $0 }
        let subject = LinuxIntegrity.Subject(program: "essentiald", configuration: [path].compactMap { $0 })
        check = IntegrityCheck(
            LinuxIntegrity.detectors(
                for: subject, key: ProgramBuild.releaseKey ?? policy.key, cryptography: cryptography),
            policy: policy, isRelease: ProgramBuild.isRelease, log: log.labelled("device-integrity"))
    }

    /// The same for a program of which nothing is composed yet.
    init(_ configuration: Configuration, file: String?) throws(PluginHostError) {
        var host = PluginHost()
        let telemetry = try host.install(TelemetryPlugin.self, .init(configuration))
        let cryptography = try host.install(CryptographyPlugin.self, .init())
        let parts = try host.composed()
        self.init(
            configuration, file: file, try parts[cryptography].cryptography, try parts[telemetry].logger)
    }

    /// Does what the policy says about the first violation.
    ///
    /// - Throws: The violation, where the server isn't to start.
    func require(telling terminal: any Terminal) async throws(CommandFailure) {
        guard case .violated(let violation, let findings, let reaction?) = await check.verdict() else { return }
        let notice = IntegrityNotice(violation, findings)
        guard reaction < .limit else { throw notice.refusal }
        terminal.write(.line(notice.warning, .warning))
    }

    /// All that counts.
    func findings() async -> [IntegrityFinding] { await check.findings() }

    /// The command `integrity`.
    static func command(_ loader: ServerConfigurationLoader) -> Command {
        IntegrityReport.command(of: "essentiald") { () async throws(CommandFailure) in
            let configuration = try loader.loadUnchecked(), integrity: ServerIntegrity
            do throws(PluginHostError) {
                integrity = try ServerIntegrity(configuration, file: loader.file)
            } catch {
                throw CommandFailure(composing: error, database: "")
            }
            let build = IntegrityReport.Build(
                isRelease: ProgramBuild.isRelease,
                isSigned: (ProgramBuild.releaseKey ?? integrity.policy.key) != nil)
            return (build, integrity.policy, await integrity.findings())
        }
    }

    /// Installs what operators set of it, and what examines it.
    static func install(
        _ host: inout PluginHost, _ configuration: Configuration, _ cryptography: Installed<Cryptography>,
        _ log: Installed<Logger>
    ) throws(PluginHostError) {
        try host.install(DeviceIntegrityPlugin.self) { scope in
            let integrity = ServerIntegrity(configuration, file: nil, try scope[cryptography], try scope[log])
            return .init(findings: { await integrity.findings() })
        }
    }
}
