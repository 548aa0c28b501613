public import ConfigurationAPI
public import ConsoleAPI
public import CryptographyAPI
import CryptographyTesting
public import FoundationEssentials
import Localization
public import OperatingAPI
public import PluginKit
public import SQLStoreAPI
import SQLStoreTesting
public import ServerKeysAPI
import ServerKeysTesting

/// The data of a server in a new file, for tests of operators' commands.
public struct TemporaryServerData: ServerDataAccess {
    private let store: TemporaryDatabase
    private let configured: Configuration
    private let declared: Contributions
    private let now: @Sendable () -> Date
    private let keys: InMemoryServerKeys
    private let library: Cryptography

    /// The folder that the database is in.
    public var folder: String {
        String(store.path.prefix(upTo: store.path.lastIndex(of: "/") ?? store.path.startIndex))
    }

    /// The database, which a test fills and looks into.
    public var database: any SQLDatabase { store.database }

    /// Creates the data of a server that has these tables.
    ///
    /// - Parameters:
    ///   - migrations: The tables.
    ///   - configuration: How the server is configured; as it comes, if left out.
    ///   - declarations: What its plugins declare.
    ///   - now: The server's time.
    public init(
        _ migrations: [Migration], configuration: Configuration = .defaults,
        declarations: Contributions = Contributions(), now: @escaping @Sendable () -> Date = { Date() }
    ) async throws {
        store = try await TemporaryDatabase(migrations)
        configured = configuration
        declared = declarations
        self.now = now
        keys = try InMemoryServerKeys()
        library = try .real()
    }

    /// A name for tests.
    public let program = "tests 1.0"

    /// Has no server.
    public func signIn(toCopyIn folder: String, of name: String) async throws(CommandFailure) {
        throw CommandFailure(code: "no_copy", message: LocalizedText(verbatim: name))
    }

    /// How the server is configured.
    public func configuration() throws(CommandFailure) -> Configuration { configured }

    /// What its plugins declare.
    public func declarations() throws(CommandFailure) -> Contributions { declared }

    /// What commands do with digests and keys.
    public func cryptography() throws(CommandFailure) -> Cryptography { library }

    /// Its keys, which are in no file.
    public func serverKeys() throws(CommandFailure) -> (folder: String, keys: any ServerKeyProviding) {
        (folder, keys)
    }

    /// Has `body` work on the database.
    ///
    /// - Parameter migrations: Are there already.
    public func withData(
        _ migrations: [Migration], _ body: @escaping @Sendable (ServerData) async throws -> CommandOutput
    ) async throws(CommandFailure) -> CommandOutput {
        do {
            return try await body(
                ServerData(
                    folder: folder, database: store.database, now: now, keys: keys, cryptography: library,
                    recorders: declared.values(of: OperatorDeedRecorders.self)))
        } catch let failure as CommandFailure {
            throw failure
        } catch {
            throw CommandFailure(code: "start_failed", message: LocalizedText(verbatim: "\(error)"))
        }
    }

    /// Throws: there is this one database and no copy of it.
    public func withCopy<Value: Sendable>(
        in folder: String, of name: String, _ body: @escaping @Sendable (ServerData) async throws -> Value
    ) async throws(CommandFailure) -> Value {
        throw CommandFailure(code: "no_copy", message: LocalizedText(verbatim: "\(name) has no copy"))
    }
}
