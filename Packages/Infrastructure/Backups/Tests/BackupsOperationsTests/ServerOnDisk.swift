import ConfigurationAPI
import ConsoleAPI
import CoreModels
import CryptographyAPI
import CryptographyTesting
import DataFolderAPI
import FoundationEssentials
import KernelTesting
import Localization
import Locking
import OperatingAPI
import PluginKit
import SQLStoreAPI
import SQLStoreSQLite
import ServerKeysAPI
import ServerKeysFile

/// The data of a server that keeps pictures and seals something, in a folder, and what its operators get.
struct ServerOnDisk: ServerDataAccess {
    static let pictures = Migration("shelf-0001", "CREATE TABLE pictures (digest TEXT NOT NULL);")
    static let seals = Migration("seals-0001", "CREATE TABLE seals (box BLOB NOT NULL);")
    static let deeds = Migration("deeds-0001", "CREATE TABLE deeds (name TEXT NOT NULL, detail TEXT);")
    private static let recorder = OperatorDeedRecording([deeds]) { deed, _, detail, _, db in
        try db.run("INSERT INTO deeds VALUES (\(deed.name), \(detail))")
    }
    static let newer = Migration("shelf-0002", "ALTER TABLE pictures ADD COLUMN title TEXT;")
    private static let purpose = ServerKeyPurpose("tests.backup.1")

    let folder: String
    /// The tables that this program knows.
    var migrations = [Self.pictures, Self.seals, Self.deeds]
    /// Makes of the database's maintenance what commands get; nil for none.
    var maintaining: @Sendable (any SQLMaintaining, any SQLDatabase) -> (any SQLMaintaining)? = { maintenance, _ in
        maintenance
    }
    /// What operators set.
    var settings = Configuration.defaults
    let date = ManualDate()
    private let library: Cryptography

    init(_ folder: String) throws {
        self.folder = folder
        library = try .real()
    }

    /// What becomes of who signs in to a server on a copy in a folder.
    var signingIn: @Sendable (String) throws(CommandFailure) -> Void = { _ throws(CommandFailure) in }
    /// What becomes of a copy that is opened in a folder.
    var openingCopy: @Sendable (String) throws(CommandFailure) -> Void = { _ throws(CommandFailure) in }
    let program = "tests 1.0"

    func signIn(toCopyIn folder: String, of name: String) async throws(CommandFailure) { try signingIn(folder) }

    /// The keys of its file.
    var keys: any ServerKeyProviding {
        ServerKeysPlugin.assemble(.init(path: folder + "/" + DataFolder.keyName, cryptography: library)).exports.keys
    }

    func serverKeys() throws(CommandFailure) -> (folder: String, keys: any ServerKeyProviding) { (folder, keys) }

    func configuration() throws(CommandFailure) -> Configuration { settings }

    func declarations() throws(CommandFailure) -> Contributions { Contributions() }

    func cryptography() throws(CommandFailure) -> Cryptography { library }

    func withData(
        _ migrations: [Migration], _ body: @escaping @Sendable (ServerData) async throws -> CommandOutput
    ) async throws(CommandFailure) -> CommandOutput {
        try await open(folder, self.migrations, body)
    }

    func withCopy<Value: Sendable>(
        in folder: String, of name: String, _ body: @escaping @Sendable (ServerData) async throws -> Value
    ) async throws(CommandFailure) -> Value {
        try openingCopy(folder)
        return try await open(folder, migrations) { data in
            let key = try await data.keys.key(for: Self.purpose)
            for box in try await data.database.read({ try $0.values("SELECT box FROM seals", as: Data.self) }) {
                do {
                    _ = try data.cryptography.encryption.open(
                        SealedBox(combined: box), using: key, authenticating: Data())
                } catch { throw ServerKeyError.foreign }
            }
            return try await body(data)
        }
    }

    private func open<Value: Sendable>(
        _ folder: String, _ migrations: [Migration], _ body: @escaping @Sendable (ServerData) async throws -> Value
    ) async throws(CommandFailure) -> Value {
        var settings = SQLStoreSettings(path: folder + "/" + DataFolder.databaseName)
        settings.knows = { id in self.migrations.contains { $0.id == id } }
        let store = SQLStorePlugin.assemble(.init(settings: settings, migrations: { migrations }))
        let keys = ServerKeysPlugin.assemble(.init(path: folder + "/" + DataFolder.keyName, cryptography: library))
        do {
            for service in store.services { try await service.start() }
            let database = store.exports.database
            let data = ServerData(
                folder: folder, database: database, now: date.now, keys: keys.exports.keys, cryptography: library,
                maintenance: maintaining(store.exports.maintenance, database),
                files: [NamedFiles("images") { try $0.values("SELECT digest FROM pictures", as: String.self) }],
                recorders: [Self.recorder])
            let value = try await body(data)
            for service in store.services { await service.stop() }
            return value
        } catch {
            for service in store.services { await service.stop() }
            throw error as? CommandFailure
                ?? CommandFailure(code: Self.code(of: error), message: LocalizedText(verbatim: "\(error)"))
        }
    }

    private static func code(of error: any Error) -> String {
        switch error {
        case let error as SQLError where error.code == .damaged: "database_damaged"
        case is SQLError: "database"
        case is ServerKeyError: "server_keys"
        default: "start_failed"
        }
    }

    // MARK: A server at work

    /// Does something with the data, as a server would.
    func work(_ body: @escaping @Sendable (ServerData) async throws -> Void) async throws {
        _ = try await open(folder, migrations) { data in try await body(data) }
    }

    /// Makes the key, and seals something with it.
    func seal() async throws {
        try await work { data in
            let key = try await data.keys.key(for: Self.purpose)
            let box = try data.cryptography.encryption.seal(Secret("sealed"), using: key, authenticating: Data())
            _ = try await data.database.write { db in try db.run("INSERT INTO seals VALUES (\(box.combined))") }
        }
    }

    /// Publishes a picture.
    ///
    /// - Returns: Its digest.
    @discardableResult
    func publish(_ text: String) async throws -> String {
        let digest = try library.hashing.sha256(Data(text.utf8)).hexadecimal
        try FileManager.default.createDirectory(
            atPath: folder + "/images/\(digest.prefix(2))", withIntermediateDirectories: true)
        try Data(text.utf8).write(to: URL(filePath: file(digest)))
        try await work { data in
            _ = try await data.database.write { db in try db.run("INSERT INTO pictures VALUES (\(digest))") }
        }
        return digest
    }

    /// Where the file of a picture is.
    func file(_ digest: String) -> String { folder + "/images/\(digest.prefix(2))/\(digest)" }

    /// What operators did, each with what to.
    func deeds() async throws -> [String] {
        let found = Locked<[String]>([])
        try await work { data in
            let deeds = try await data.database.read { db in
                try db.values("SELECT name || ' ' || COALESCE(detail, '') FROM deeds", as: String.self)
            }
            found.withLock { $0 = deeds }
        }
        return found.current
    }

    /// The digests that rows name.
    func pictures() async throws -> Set<String> {
        let found = Locked<Set<String>>([])
        try await work { data in
            let digests = try await data.database.read { try $0.values("SELECT digest FROM pictures", as: String.self) }
            found.withLock { $0 = Set(digests) }
        }
        return found.current
    }
}
