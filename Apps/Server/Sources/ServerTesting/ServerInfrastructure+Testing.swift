import ConfigurationAPI
import CryptographyAPI
import CryptographyTesting
import DataFolderAPI
import DataFolderDisk
import DeferredWorkAPI
import DeferredWorkTesting
import FoundationEssentials
import HTTPTransportAPI
import HTTPTransportCurl
import KernelTesting
import Localization
import MailAPI
import MailTesting
import PicturesAPI
import PicturesTesting
import PluginKit
import SQLStoreAPI
import SQLStoreSQLite
import SQLStoreTesting
import ServerKeysFile
import ServerWiring
import TelemetryOutput

/// Offers something that a test brings.
private enum Given<Value>: Plugin {
    static var manifest: PluginManifest {
        PluginManifest(id: "\(Value.self)", summary: LocalizedText(verbatim: "A test brings it"))
    }

    static func assemble(_ value: Value) -> Assembly<Value> { Assembly(exports: value) }
}

extension ServerInfrastructure {
    /// Installs real infrastructure, but for what a test has in its hands.
    static func forTests(
        _ host: inout PluginHost, _ configuration: Configuration, folder: String, mail: MailSpy, date: ManualDate,
        transport: (any HTTPTransport)?
    ) throws -> (ServerInfrastructure, Installed<FailingDatabase>, Installed<any SQLMaintaining>) {
        let telemetry = try host.install(TelemetryPlugin.self, .init(destination: .nowhere))
        let cryptography = try host.install(Given<Cryptography>.self, .realWithCheapPasswords())
        let data = try host.install(DataFolderPlugin.self) { scope in
            .init(path: folder, parts: scope.collector(of: DataFolderParts.self))
        }
        let store = try host.install(SQLStorePlugin.self) { scope in
            .init(
                settings: SQLStoreSettings(path: folder + "/essentiald.sqlite"),
                migrations: scope.collector(of: Migrations.self), sweeps: scope.collector(of: Sweeps.self),
                clock: ManualClock())
        }
        let failing = try host.install(Given<FailingDatabase>.self) {
            FailingDatabase(RehearsingDatabase(try $0[store].database))
        }
        let keys = try host.install(ServerKeysPlugin.self) { scope in
            try .init(path: folder + "/server.key", cryptography: scope[cryptography])
        }
        let work = try host.install(Given<any WorkDeferring>.self) { scope in
            ImmediateWork(scope.collector(of: DeferredWorkHandlers.self))
        }
        let base = ServerInfrastructure(
            configuration: configuration, address: PublicAddress(configuration), log: telemetry.map(\.logger),
            metrics: telemetry.map(\.metrics), cryptography: cryptography,
            folder: data,
            database: failing.map { $0 as any SQLDatabase }, keys: keys.map(\.keys),
            now: try host.install(Given<@Sendable () -> Date>.self, date.now),
            isTimeDisputed: try host.install(Given<@Sendable () -> Bool>.self, { false }),
            mail: try host.install(Given<any MailSending>.self, mail),
            transport: try transport.map { try host.install(Given<any HTTPTransport>.self, $0) }
                ?? host.install(HTTPTransportPlugin.self, .init(userAgent: "essentiald")).map(\.transport),
            work: work, pictures: try host.install(Given<any PictureProcessing>.self, PictureProcessingStub()))
        return (base, failing, store.map(\.maintenance))
    }
}
