import CommentsService
public import CommentsServiceAPI
import ConfigurationAPI
import ConfigurationSources
import CryptographyAPI
import CryptographyTesting
import FeedService
public import FeedServiceAPI
public import HTTPServingAPI
public import HTTPServingLoopback
import HTTPServingRouting
public import HTTPTransportAPI
public import KernelTesting
import Localization
public import MailTesting
public import PluginKit
public import SQLStoreAPI
public import SQLStoreTesting
import ServerWiring

/// The server as `essentiald` composes it, but for what a test wants to have in
/// its hands: the time, mail, pictures, a database that rehearses each write and
/// fails when told, and a loopback transport in place of a socket.
///
/// Hashes of passwords are cheap.
public struct ComposedServer {
    /// Where it believes to be.
    public static let address = "http://localhost:8080"

    /// Asks it.
    public let transport: LoopbackTransport
    /// Answers for it, to put it behind a socket.
    public let responder: any HTTPResponding
    /// What it would have mailed.
    public let mail: MailSpy
    /// Puts pictures into its feed.
    public let images: any ImagePublishing
    /// Adds comments to them.
    public let comments: any CommentPublishing
    /// Its database, which fails when told.
    public let database: FailingDatabase
    /// Verifies the file of the database.
    public let maintenance: any SQLMaintaining
    /// All of its plugins; they are started by ``run(_:)``.
    public let plugins: Composition

    /// Composes a server.
    ///
    /// - Parameters:
    ///   - folder: Its data; those of another run, or nothing.
    ///   - date: The time.
    ///   - settings: The keys of the configuration that aren't as they come, as
    ///     they stand in a file.
    ///   - transport: By what it asks others, such as providers; nil for the real one.
    public init(
        folder: String, date: ManualDate, settings: [String: String] = [:], transport: (any HTTPTransport)? = nil
    ) throws {
        let configuration = try Self.configuration(settings)
        var host = PluginHost(disabled: Set(configuration[ServerSettings.disabledPlugins]))
        let mail = MailSpy()
        let (base, database, maintenance) = try ServerInfrastructure.forTests(
            &host, configuration, folder: folder, mail: mail, date: date, transport: transport)
        let features = try ServerFeatures(on: base, &host)
        try ServerHTTP.installOwnRoutes(on: base, &host, features.web, clock: ManualClock())
        let door = try host.install(LoopbackPlugin.self) { scope in
            try ServerHTTP.router(
                on: base, in: scope, features.web,
                RequestTelemetry(logger: scope[base.log], metrics: scope[base.metrics]))
        }
        plugins = try host.composed()
        responder = try plugins[door]()
        self.transport = LoopbackTransport(to: responder)
        images = try plugins[features.feed].publishing
        comments = try plugins[features.comments].publishing
        self.database = try plugins[database]
        self.maintenance = try plugins[maintenance]
        self.mail = mail
    }

    /// Runs the services while `body` asks.
    public func run<Value: Sendable>(_ body: @escaping @Sendable () async throws -> Value) async throws -> Value {
        let (answers, continuation) = AsyncStream.makeStream(of: Value.self)
        try await plugins.run { continuation.yield(try await body()) }
        continuation.finish()
        var iterator = answers.makeAsyncIterator()
        guard let value = await iterator.next() else { throw CancellationError() }
        return value
    }

    private static func configuration(_ settings: [String: String]) throws -> Configuration {
        let flags = settings.merging(["server.listen": String(address.dropFirst("http://".count))]) { own, _ in own }
            .map { ConfigurationLoader.Flag(name: $0.key.replacing("_", with: "-"), value: $0.value) }
        return try ConfigurationLoader(flags: flags)
            .load(ServerDeclarations(ServerSettings(environment: [:])).keys)
    }
}

/// Makes the router for who asks without a socket.
private enum LoopbackPlugin: Plugin {
    static let manifest = PluginManifest(id: "loopback", summary: LocalizedText(verbatim: "Asks without a socket"))

    static func assemble(_ makeRouter: @escaping @Sendable () throws -> Router) -> Assembly<
        @Sendable () throws -> Router
    > {
        Assembly(exports: makeRouter)
    }
}
