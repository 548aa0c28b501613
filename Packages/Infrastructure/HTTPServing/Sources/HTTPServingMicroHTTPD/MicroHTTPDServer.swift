import Dispatch
import FoundationEssentials
import Glibc
import HTTPServingAPI
import Localization
import Locking
import PluginKit

/// Serves HTTP/1.1 with GNU libmicrohttpd, one event loop per processor.
final class MicroHTTPDServer: HTTPServer, PluginService {
    private struct Running {
        let acceptor: Acceptor
        let daemons: [Daemon]
        let sockets: [ListeningSocket]
    }

    private let settings: HTTPServerSettings
    /// The name by which people reach the server, if it is set.
    private let publicHost: String?
    /// Whether a server uses the data, this one or another.
    private let isServing: @Sendable () -> Bool
    private let makeContext: @Sendable () throws -> ServerContext
    private let clock: any Clock<Duration>
    private let running = Locked<Running?>(nil)

    /// How long cancelled handlers may take to notice.
    private static let cancellationGrace = Duration.milliseconds(250)

    init(_ dependencies: HTTPServingPlugin.Dependencies) {
        settings = dependencies.settings
        publicHost = dependencies.publicHost
        isServing = dependencies.isServing
        clock = dependencies.clock
        makeContext = {
            ServerContext(
                settings: dependencies.settings, responder: try dependencies.makeResponder(),
                observer: dependencies.observer, makeRequestID: dependencies.makeRequestID)
        }
    }

    var addresses: [SocketAddress] { running.withLock { $0?.sockets.map(\.address) ?? [] } }

    var isSecure: Bool { settings.tls != nil }

    // MARK: Before the start, and meanwhile

    func problems() async -> [any Error] {
        await problems { settings throws(HTTPServingError) in
            _ = try ListeningSocket.bind(host: settings.host, port: settings.port)
        }
    }

    func rehearse() async -> StartRehearsal {
        let place = "\(settings.host):\(settings.port)"
        return StartRehearsal(
            problems: await problems { settings throws(HTTPServingError) in
                try ListeningSocket.checkHost(settings.host, port: settings.port)
            },
            unchecked: [
                LocalizedText(
                    en: "Whether the server may listen on \(place), and nobody else does.",
                    es: "Si el servidor puede escuchar en \(place) y nadie más lo hace.")
            ])
    }

    func examine() async -> ServiceExamination {
        let certificate = settings.tls.map { CertificateFindings(path: $0.certificate, host: publicHost) }
        let address = AddressExamination(host: settings.host, port: settings.port, isSecure: isSecure)
        return await withCheckedContinuation { continuation in
            DispatchQueue.global().async { [isServing] in
                var examination = address.examine(isServing: isServing())
                examination.findings += certificate?.findings(at: Date()) ?? []
                continuation.resume(returning: examination)
            }
        }
    }

    /// - Parameter look: Looks at the address.
    private func problems(
        _ look: @escaping @Sendable (HTTPServerSettings) throws(HTTPServingError) -> Void
    ) async -> [any Error] {
        var problems: [any Error] = []
        if let files = settings.tls {
            do throws(HTTPServingError) { _ = try TLSCredentials(files) } catch { problems.append(error) }
        }
        // Looking up a name may block.
        let listening: Result<Void, HTTPServingError> = await withCheckedContinuation { continuation in
            DispatchQueue.global().async { [settings] in
                continuation.resume(returning: Self.result { () throws(HTTPServingError) in try look(settings) })
            }
        }
        do throws(HTTPServingError) { try listening.get() } catch { problems.append(error) }
        return problems
    }

    /// Reads certificate and key anew; connections that are there keep theirs.
    func reload() async throws {
        guard let files = settings.tls, let daemons = running.withLock({ $0?.daemons }) else { return }
        let credentials = try TLSCredentials(files)
        for daemon in daemons { await daemon.loop.perform { daemon.use(credentials) } }
    }

    // MARK: Starting

    func start() async throws {
        guard addresses.isEmpty else {
            throw HTTPServingError.system(
                reason: LocalizedText(en: "the server has started already", es: "el servidor ya está en marcha"))
        }
        DescriptorLimit.raise(for: settings.limits.connections)
        let context = try makeContext()
        let credentials = try settings.tls.map { files throws(HTTPServingError) in try TLSCredentials(files) }
        var daemons: [Daemon] = []
        do {
            for _ in 0..<loopCount {
                let daemon = Daemon(loop: try EventLoop(), context: context, credentials: credentials)
                try daemon.loop.start { _ in daemon }
                daemons.append(daemon)
                try await daemon.loop.perform { Self.result(daemon.start) }.get()
            }
            try await listen(daemons, context)
        } catch {
            for daemon in daemons { await daemon.loop.perform { daemon.stop {} } }
            throw error
        }
    }

    private func listen(_ daemons: [Daemon], _ context: ServerContext) async throws {
        let settings = settings
        guard let first = daemons.first else {
            throw HTTPServingError.system(reason: LocalizedText(en: "no event loop", es: "no hay bucle de sucesos"))
        }
        // On the loop's thread, since looking up a name may block.
        let sockets = try await first.loop.perform {
            Self.result { () throws(HTTPServingError) in
                try ListeningSocket.bind(host: settings.host, port: settings.port)
            }
        }.get()
        let acceptor = Acceptor(sockets, daemons: daemons, context: context, loop: first.loop)
        running.withLock { $0 = Running(acceptor: acceptor, daemons: daemons, sockets: sockets) }
        await first.loop.perform {
            first.onTick = { acceptor.tick() }
            acceptor.start()
        }
    }

    private var loopCount: Int { max(1, settings.eventLoops ?? Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }

    private static func result<Value>(
        _ body: () throws(HTTPServingError) -> Value
    ) -> Result<Value, HTTPServingError> {
        do throws(HTTPServingError) { return .success(try body()) } catch { return .failure(error) }
    }

    // MARK: Stopping

    func stop() async {
        let taken = running.withLock { running in
            defer { running = nil }
            return running
        }
        guard let taken else { return }
        await taken.daemons[0].loop.perform {
            taken.acceptor.stop()
            taken.daemons[0].onTick = nil
        }
        await within(settings.drainDeadline, taken.daemons) { daemon, completion in daemon.drain(completion) }
        await within(Self.cancellationGrace, taken.daemons) { daemon, completion in daemon.stop(completion) }
    }

    /// Has each daemon do something on its thread, and returns when all are
    /// done, or when the time is over and all have begun.
    private func within(
        _ time: Duration, _ daemons: [Daemon], _ action: @escaping @Sendable (Daemon, @escaping () -> Void) -> Void
    ) async {
        let clock = clock
        let latch = Latch(count: daemons.count)
        for daemon in daemons { await daemon.loop.perform { action(daemon) { latch.countDown() } } }
        let timer = Task {
            try await clock.sleep(for: time)
            latch.open()
        }
        await latch.wait()
        timer.cancel()
    }
}
