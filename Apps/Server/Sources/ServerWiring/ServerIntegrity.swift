import ConfigurationAPI
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
    private let integrity: DeviceIntegrityPlugin.Exports

    /// - Parameters:
    ///   - configuration: What operators have set, as far as it can be read.
    ///   - file: Where most of that stands; nil if nowhere.
    init(_ configuration: Configuration, file: String?) throws(CommandFailure) {
        policy = IntegritySettings.server.policy(in: configuration)
        do throws(PluginHostError) {
            var host = PluginHost()
            let log = try host.install(TelemetryPlugin.self, .init(configuration)).map(\.logger)
            let cryptography = try host.install(CryptographyPlugin.self, .init()).map(\.cryptography)
            let integrity = try Self.install(&host, configuration, file: file, cryptography, log)
            self.integrity = try host.composed()[integrity]
        } catch {
            throw CommandFailure(composing: error, database: "")
        }
    }

    /// Installs it, for a start before all else, and among the other plugins for its settings and operators.
    @discardableResult
    static func install(
        _ host: inout PluginHost, _ configuration: Configuration, file: String? = nil,
        _ cryptography: Installed<Cryptography>, _ log: Installed<Logger>
    ) throws(PluginHostError) -> Installed<DeviceIntegrityPlugin.Exports> {
        let path = file.map { $0.hasPrefix("/") ? $0 : FileManager.default.currentDirectoryPath + "/" + $0 }
        return try host.install(DeviceIntegrityPlugin.self) { scope in
            try .init(
                program: "essentiald", configuration: [path].compactMap { $0 },
                policy: IntegritySettings.server.policy(in: configuration), cryptography: scope[cryptography],
                log: scope[log])
        }
    }

    /// Does what the policy says about the first violation.
    ///
    /// - Throws: The violation, where the server isn't to start.
    func require(telling terminal: any Terminal) async throws(CommandFailure) {
        guard case .violated(let violation, let findings, let reaction?) = await integrity.check.verdict() else {
            return
        }
        let notice = IntegrityNotice(violation, findings)
        guard reaction < .limit else { throw notice.refusal }
        terminal.write(.line(notice.warning, .warning))
    }

    /// The command `integrity`.
    static func command(_ loader: ServerConfigurationLoader) -> Command {
        IntegrityReport.command(of: "essentiald") { () async throws(CommandFailure) in
            let integrity = try ServerIntegrity(try loader.loadUnchecked(), file: loader.file)
            return (integrity.integrity.build, integrity.policy, await integrity.integrity.check.findings())
        }
    }
}
