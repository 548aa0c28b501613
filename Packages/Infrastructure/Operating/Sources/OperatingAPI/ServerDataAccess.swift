public import ConfigurationAPI
public import ConsoleAPI
public import CoreModels
public import CryptographyAPI
public import FoundationEssentials
public import PluginKit
public import SQLStoreAPI
public import ServerKeysAPI

/// Gives an operator's command the data of a server, also beside one that runs.
///
/// Calls may come from any task.
public protocol ServerDataAccess: Sendable {
    /// How the server is configured.
    ///
    /// - Throws: All that is wrong with the configuration, code
    ///   `invalid_configuration`.
    func configuration() throws(CommandFailure) -> Configuration

    /// What the plugins declare that are switched on, for commands whose work goes
    /// across features.
    ///
    /// - Throws: As ``configuration()``.
    func declarations() throws(CommandFailure) -> Contributions

    /// What commands do with digests and keys where they open no data.
    ///
    /// - Throws: That the library can't be used, code `start_failed`.
    func cryptography() throws(CommandFailure) -> Cryptography

    /// The keys of the server's file and the folder that it is in, without a look at the database: for what has to be
    /// done where that is damaged, or its disk full.
    ///
    /// A key that isn't there is never made.
    ///
    /// - Throws: As ``configuration()`` and ``cryptography()``; code `data_folder` where the folder isn't safe.
    func serverKeys() throws(CommandFailure) -> (folder: String, keys: any ServerKeyProviding)

    /// The program and its version, such as `essentiald 1.0.0`.
    var program: String { get }

    /// Opens the data for as long as `body` works.
    ///
    /// - Parameters:
    ///   - migrations: The tables that the command needs. Those of an older
    ///     server become the newest.
    ///   - body: Does the work. What it throws is what the person sees; an error
    ///     other than `CommandFailure` in the words of a failed start.
    /// - Throws: Code `no_database` where no server has been, `file` where this user
    ///   may not look, `data_folder` where the folder isn't safe, `database` when it can't be read or written.
    func withData(
        _ migrations: [Migration], _ body: @escaping @Sendable (ServerData) async throws -> CommandOutput
    ) async throws(CommandFailure) -> CommandOutput

    /// Opens a copy of a server's data, in a file, to see whether a server would take it: the database is sound,
    /// this program knows its tables, and its key opens what it has sealed.
    ///
    /// - Parameters:
    ///   - folder: Has copies of the database and the key, for this alone: the database gets the newest tables of
    ///     all plugins, also of those that are switched off.
    ///   - name: Where the copies are from; errors name that.
    ///   - body: Looks into it, or records there what is done with it.
    /// - Throws: Code `database`, `database_damaged` where it isn't sound, `server_keys`, or that of another part that
    ///   doesn't fit; what `body` throws.
    func withCopy<Value: Sendable>(
        in folder: String, of name: String, _ body: @escaping @Sendable (ServerData) async throws -> Value
    ) async throws(CommandFailure) -> Value

    /// Starts a server on a copy of all of a server's data, and signs in to it with an account that is made for that, in
    /// the copy alone.
    ///
    /// The server listens nowhere and asks nobody: of the configuration only the plugins count that are switched off.
    ///
    /// - Parameters:
    ///   - folder: Has the copy, for this alone; the server changes it.
    ///   - name: Where the database in it is from; errors name that.
    /// - Throws: What keeps a server from starting with it; code `sign_in_failed` where the account isn't let in.
    func signIn(toCopyIn folder: String, of name: String) async throws(CommandFailure)
}

/// The data of a server, open.
public struct ServerData: Sendable {
    /// The server's folder, which holds the database and the keys.
    public let folder: String
    /// The database.
    public let database: any SQLDatabase
    /// The server's time, which the machine's clock doesn't change at will.
    public let now: @Sendable () -> Date
    /// The server's keys, of the file beside the database; one that isn't there is never made.
    public let keys: any ServerKeyProviding
    /// What is done with keys.
    public let cryptography: Cryptography
    /// What is done with the database as a whole; nil where it isn't a file of this server's.
    public let maintenance: (any SQLMaintaining)?
    /// What files rows name, also those of plugins that are switched off.
    public let files: [NamedFiles]
    private let recorders: [OperatorDeedRecording]

    /// Creates a description of open data.
    ///
    /// - Parameter recorders: Those who keep a record of what is done, whose tables are there.
    public init(
        folder: String, database: any SQLDatabase, now: @escaping @Sendable () -> Date,
        keys: any ServerKeyProviding, cryptography: Cryptography, maintenance: (any SQLMaintaining)? = nil,
        files: [NamedFiles] = [], recorders: [OperatorDeedRecording] = []
    ) {
        self.maintenance = maintenance
        self.files = files
        self.recorders = recorders
        self.folder = folder
        self.database = database
        self.now = now
        self.keys = keys
        self.cryptography = cryptography
    }

    /// Has it kept what the command does, in the transaction that does it.
    ///
    /// - Parameters:
    ///   - account: To whose account; nil for none.
    ///   - detail: To what else, in a word for programs that names no person.
    /// - Throws: What undoes the transaction: both are on disk, or neither is.
    public func record(
        _ deed: OperatorDeed, to account: UserID? = nil, _ detail: String? = nil, in transaction: any SQLWriting
    ) throws {
        for recorder in recorders { try recorder.record(deed, account, detail, now(), transaction) }
    }
}
