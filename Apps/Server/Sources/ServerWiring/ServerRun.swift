import ConfigurationAPI
import ConfigurationSources
import ConsoleAPI
import CryptographyAPI
import DataFolderDisk
import FoundationEssentials
import HTTPServingAPI
import MailFolder
import PluginKit
import SQLStorePostgres
import ServiceNotification
import TelemetryAPI

/// One run of the server, from its start to the signal that ends it.
struct ServerRun: Sendable {
    let loader: ServerConfigurationLoader

    func run(_ terminal: any Terminal) async throws(CommandFailure) -> CommandOutput {
        // A wish to read files anew that comes early isn't a reason to end.
        ReloadSignal.observe()
        let reading = try loader.read()
        try await ServerIntegrity(reading.configuration, file: loader.file).require(telling: terminal)
        let review = await StartReview(reading, of: loader)
        guard review.problems.isEmpty, let composition = review.composition else {
            throw CommandFailure(review.problems)
        }
        let data = review.configuration[loader.settings.data]
        do {
            try await serve(composition, review.configuration, data: data, terminal)
            return CommandOutput(json: Stopped())
        } catch let failure as CommandFailure {
            throw failure
        } catch {
            let isElsewhere = PostgresSettings.areChosen(in: review.configuration)
            throw CommandFailure(
                starting: error, database: isElsewhere ? nil : DataFolderPlugin.database(in: data))
        }
    }

    private func serve(
        _ composition: ServerComposition, _ configuration: Configuration, data: String, _ terminal: any Terminal
    ) async throws {
        let report = composition.cryptography.process.harden()
        if !report.isComplete { composition.log.warning("memory dumps could not be switched off") }
        let server = composition.server, log = composition.log
        let passwords = composition.cryptography.passwords
        let address = configuration[HTTPServingSection.publicURL]?.absoluteString
        let notifier = ServiceNotifier(environment: loader.environment, log: log)
        let reload = ServerReload(loader: loader, configuration, composition, notifier: notifier)
        // Beyond its deadline the server of HTTP needs a moment to break off.
        let patience = max(.seconds(10), configuration[HTTPServingSection.shutdownDeadline] + .seconds(2))
        try await composition.plugins.run(stopDeadline: patience, reporter: { Self.log($0, log) }) {
            TerminationSignal.observe()
            StartUpMemory.giveBack()
            terminal.write(.line(ServerTexts.listening(Self.address(of: server)), .success))
            if let address { terminal.write(.line(ServerTexts.reached(address))) }
            if let folder = MailFolderPlugin.folder(chosenIn: configuration, data: data) {
                let isForOthers = Self.isForOthers(server, configuration)
                terminal.write(
                    .line(ServerTexts.mailFolder(folder, isForOthers: isForOthers), isForOthers ? .warning : .faint))
            }
            let hasKeys = terminal.capabilities(of: .output).isInteractive
            terminal.write(.line(ServerTexts.dataFolder(data, hasKeys: hasKeys), .faint))
            let reloading = Task { await reload.run() }
            let living = Task { await notifier.giveSignsOfLife() }
            await notifier.tell(.ready)
            let signal = await TerminationSignal.first()
            for task in [reloading, living] { task.cancel() }
            await notifier.tell(.stopping)
            // Whoever waits to have a password hashed is told to come again;
            // all that has begun is answered.
            passwords.close()
            log.notice("stopping", ["signal": signal.map { Int($0) }])
        }
    }

    private struct Stopped: Encodable, Sendable {
        let stopped = true
    }

    /// Whether people on other machines can reach it.
    private static func isForOthers(_ server: any HTTPServer, _ configuration: Configuration) -> Bool {
        if server.addresses.contains(where: { !$0.ip.isLoopback }) { return true }
        // A proxy of this machine is there for others.
        if !configuration[HTTPServingSection.trustedProxies].isEmpty { return true }
        guard let name = configuration[HTTPServingSection.publicURL]?.host() else { return false }
        return name != "localhost" && IPAddress(name)?.isLoopback != true
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
