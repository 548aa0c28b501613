import AtomicFiles
import CoreModels
package import FoundationEssentials
import Glibc
import SQLStoreAPI

/// Which database is used, and how.
public struct PostgresSettings: Sendable {
    /// How many connections there are at most; one more hears signals.
    public var connections: Int
    /// How long to wait for one that is free.
    package var patience: Duration
    /// Whether a database without tables may be begun, and one that has some may be
    /// joined, asked as it is opened: for an owner who keeps something beside it that
    /// belongs to it.
    public var mayUse: @Sendable (_ hasTables: Bool) -> Bool
    /// Whether a migration that was applied, and whose owner has none among those of the
    /// store, belongs to a plugin that is left out on purpose; else a newer program
    /// made its tables, and the store doesn't open.
    public var knows: @Sendable (_ migration: String) -> Bool = { _ in true }
    /// Whether no other server may use the database meanwhile: what a server holds in
    /// memory, another one wouldn't know.
    public var servesAlone = false
    /// Tells the time, for the record of migrations.
    package var now: @Sendable () -> Date

    private let address: PostgresAddress
    private let passwordFile: String?

    /// Creates settings.
    ///
    /// - Parameters:
    ///   - url: Where the database is, as `postgresql://USER@HOST/DATABASE`; several
    ///     hosts, with commas between them, are tried in their order.
    ///   - passwordFile: A file whose first line is the password; read for each
    ///     connection, so that another password counts at once.
    /// - Throws: Why the URL can't be used.
    package init(
        url: String, passwordFile: String? = nil, connections: Int = 16, patience: Duration = .seconds(5),
        mayUse: @escaping @Sendable (_ hasTables: Bool) -> Bool = { _ in true },
        now: @escaping @Sendable () -> Date = { Date() }
    ) throws(PostgresAddressError) {
        address = try PostgresAddress(url)
        self.passwordFile = passwordFile
        self.connections = max(connections, 1)
        self.patience = patience
        self.mayUse = mayUse
        self.now = now
    }

    /// Where the database is, for logs.
    package var name: String { address.name }

    func connect() throws(SQLError) -> Connection {
        let password = try passwordFile.map(Self.password)
        do throws(ConnectionFailure) {
            return try Connection(parameters, password: password)
        } catch {
            throw error.sqlError
        }
    }

    /// What libpq is told; what it would take from files of the user's is said here, or
    /// is nothing, and the environment it doesn't see (`cpostgresql_load`).
    private var parameters: [String: String] {
        var parameters = [
            "host": address.hosts.map(\.name).joined(separator: ","),
            "port": address.hosts.map { String($0.port) }.joined(separator: ","),
            "dbname": address.database,
            "passfile": Self.nothing, "sslcert": Self.nothing, "sslkey": Self.nothing, "sslcrl": Self.nothing,
            "application_name": "essentiald", "client_encoding": "UTF8",
            "gssencmode": "disable", "connect_timeout": "5",
            // Whatever the database, its user or its server prefer: how bytes are written, and that what is committed stays.
            "options": "-c bytea_output=hex -c synchronous_commit=on",
            // A peer that is gone without a word is noticed in half a minute.
            "keepalives_idle": "10", "keepalives_interval": "5", "keepalives_count": "3", "tcp_user_timeout": "20000",
        ]
        parameters["user"] = address.user
        if address.hosts.count > 1 { parameters["target_session_attrs"] = "read-write" }
        let isFar = address.hosts.contains { !$0.isThisMachine }
        let mode = address.options["sslmode"] ?? (isFar ? "verify-full" : "prefer")
        parameters["sslmode"] = mode
        parameters["sslrootcert"] = mode.hasPrefix("verify") ? Self.authorities : Self.nothing
        return parameters.merging(address.options) { $1 }
    }

    private static let authorities = "/etc/ssl/certs/ca-certificates.crt"
    /// A file that nobody can make: the library takes it for missing, where it would look in
    /// the user's folder for none.
    private static let nothing = "/dev/null/none"

    private static func password(in path: String) throws(SQLError) -> Secret {
        do throws(FileError) {
            guard let data = try AtomicFile(path: path).contents(limit: 4_096) else {
                throw FileError(call: "open", path: path, code: ENOENT)
            }
            // With the NUL at which the library finds its end.
            return Secret(data.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") } + [0])
        } catch {
            throw SQLError(.cannotOpen, "the file of the database's password can't be read: \(error)")
        }
    }
}
