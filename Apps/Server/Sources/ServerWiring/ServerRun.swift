import AtomicFiles
import ConfigurationAPI
import ConsoleAPI
import CryptographyAPI
import FoundationEssentials
import HTTPServingAPI
import Localization
import PluginKit
import SQLStoreAPI
import ServerKeysAPI
import TelemetryAPI

/// One run of the server, from its start to the signal that ends it.
struct ServerRun: Sendable {
    let configuration: Configuration
    let data: String

    func run(_ terminal: any Terminal) async throws(CommandFailure) -> CommandOutput {
        do {
            let composition = try ServerComposition(configuration, data: data)
            let report = composition.cryptography.process.harden()
            if !report.isComplete { composition.log.warning("memory dumps could not be switched off") }
            let server = composition.server, log = composition.log, data = data
            let address = configuration[ServerSettings.publicURL]?.absoluteString
            try await composition.host.run(reporter: { Self.log($0, log) }) {
                TerminationSignal.observe()
                StartUpMemory.giveBack()
                terminal.write(.line(ServerTexts.listening(Self.address(of: server)), .success))
                if let address { terminal.write(.line(ServerTexts.reached(address))) }
                terminal.write(.line(ServerTexts.dataFolder(data), .faint))
                let signal = await TerminationSignal.first()
                log.notice("stopping", ["signal": signal.map { Int($0) }])
            }
            return CommandOutput(json: Stopped())
        } catch let failure as CommandFailure {
            throw failure
        } catch {
            throw CommandFailure(starting: error, database: DataFolderPlugin.database(in: data))
        }
    }

    private struct Stopped: Encodable, Sendable {
        let stopped = true
    }

    private static func address(of server: any HTTPServer) -> String {
        let scheme = server.isSecure ? "https" : "http"
        return server.addresses.first.map { "\(scheme)://\($0)" } ?? scheme
    }

    private static func log(_ event: LifeCycleEvent, _ log: Logger) {
        switch event {
        case .started(let plugin): log.debug("started", ["plugin": plugin])
        case .stopped(let plugin): log.debug("stopped", ["plugin": plugin])
        case .missedStopDeadline(let plugin): log.error("still busy at its deadline", ["plugin": plugin])
        }
    }
}
