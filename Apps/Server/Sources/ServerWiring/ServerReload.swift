import ConfigurationAPI
import ConsoleAPI
import HTTPServingAPI
import Localization
import PluginKit
import ServiceNotification
import TelemetryAPI

/// Reads anew, in a server that runs, what may change without a start:
/// certificate and key of TLS, the templates of mail, the level of the log.
///
/// It does so when the operator says so (SIGHUP), and when the file of the
/// certificate has changed.
final class ServerReload: Sendable {
    private let loader: ServerConfigurationLoader
    private let configuration: Configuration
    private let plugins: Composition
    private let notifier: ServiceNotifier
    private let log: Logger
    private let clock: any Clock<Duration>

    init(
        loader: ServerConfigurationLoader, _ configuration: Configuration, _ composition: ServerComposition,
        notifier: ServiceNotifier, clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.loader = loader
        self.configuration = configuration
        self.notifier = notifier
        plugins = composition.plugins
        log = composition.log
        self.clock = clock
    }

    /// Works until it is cancelled.
    func run() async {
        await withDiscardingTaskGroup { group in
            group.addTask { await ReloadSignal.forEach { await self.perform() } }
            group.addTask { await self.followCertificate() }
        }
    }

    /// What can't be used as it is now, or not before a new start, is told, and what was there before goes
    /// on.
    ///
    /// - Returns: Whether all could be read.
    @discardableResult
    private func perform() async -> Bool {
        await notifier.tell(.reloading)
        let isRead = await readAnew()
        await notifier.tell(.ready)
        return isRead
    }

    private func readAnew() async -> Bool {
        var isRead = true
        do throws(CommandFailure) {
            let now = try loader.load()
            for follow in plugins.values(of: ConfigurationFollowers.self) { follow(now) }
            let reloaded = loader.declarations.keys.filter(\.isReloadable).map(\.name)
            let waiting = now.names(differingFrom: configuration).filter { !reloaded.contains($0) }
            if !waiting.isEmpty {
                log.warning("settings have changed that need a new start", ["keys": waiting.joined(separator: ", ")])
            }
        } catch {
            isRead = false
            log.error(
                "the configuration can't be read anew; what was there before goes on",
                ["reason": error.message.english])
        }
        let problems = await plugins.reload()
        for problem in problems {
            log.error(
                "something can't be read anew; what was there before goes on",
                ["plugin": problem.plugin, "reason": "\(problem.error)"])
        }
        log.notice("read anew", ["problems": problems.count + (isRead ? 0 : 1)])
        return isRead && problems.isEmpty
    }

    private func followCertificate() async {
        guard let certificate = configuration[HTTPServingSection.certificate] else { return }
        await FileWatch(path: certificate, clock: clock).run {
            log.notice("the file of the certificate has changed", ["path": certificate])
            // Its key may come a moment later.
            return await perform()
        }
    }
}
