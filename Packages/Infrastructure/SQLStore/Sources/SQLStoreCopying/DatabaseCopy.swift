public import CryptographyAPI
public import SQLStoreAPI
import SQLStoreCore
public import SQLStorePostgres
import SQLStoreSQLite
import Threads

/// Copies a whole database from one engine to another, for a server that moves.
///
/// The database that is copied isn't changed, and nobody else can change it meanwhile. The other one has to be
/// empty, or half a copy: of that, what is the same stays, and the copy goes on behind it. It is
/// complete at once, when all has been read again on both sides; until then no store opens it.
public struct DatabaseCopy: Sendable {
    /// Where a database is.
    public enum Place: Sendable {
        /// In a file of SQLite, at this path.
        case file(String)
        /// On a PostgreSQL server.
        case server(PostgresSettings)
    }

    /// How far it is.
    public enum Progress: Hashable, Sendable {
        /// So many of all rows are in the other database.
        case copying(rows: Int, of: Int)
        /// So many of all rows were read again there.
        case verifying(rows: Int, of: Int)
    }

    private let source: Place
    private let target: Place
    private let migrations: [Migration]
    private let knows: @Sendable (String) -> Bool
    private let hashing: any Hashing

    /// Describes a copy.
    ///
    /// - Parameters:
    ///   - source: What is copied.
    ///   - target: Where to; a file is made.
    ///   - migrations: All of which the program knows. The tables become those that the source has, be they older.
    ///   - knows: Whether an applied migration that isn't among them is known all the same.
    ///   - hashing: Computes the digests.
    public init(
        from source: Place, to target: Place, migrations: [Migration], knows: @escaping @Sendable (String) -> Bool,
        hashing: any Hashing
    ) {
        (self.source, self.target, self.migrations, self.knows) = (source, target, migrations, knows)
        self.hashing = hashing
    }

    /// Copies all, or what is still missing.
    ///
    /// Cancelling ends it as anything else does that cuts it short: it goes on when it is called again.
    ///
    /// - Parameter report: Hears how far it is, on a thread that waits for it.
    /// - Returns: What was copied.
    /// - Throws: `SQLError`, or an error that presents itself: the target isn't empty, is used by another
    ///   server, or can't keep what is in the source.
    public func run(_ report: @escaping @Sendable (Progress) -> Void) async throws -> CopiedDatabase {
        let cancellation = Cancellation()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                do throws(ThreadError) {
                    try BlockingThread.start(name: "sql-copy") {
                        continuation.resume(with: Result { try copy(cancellation, report) })
                    }
                } catch {
                    continuation.resume(throwing: error)
                }
            }
        } onCancel: {
            cancellation.cancel()
        }
    }

    private func copy(
        _ cancellation: Cancellation, _ report: @escaping @Sendable (Progress) -> Void
    ) throws -> CopiedDatabase {
        // The target first: who is refused there has held up nobody.
        let target = try target.openTarget()
        defer { _ = target.close() }
        let source = try source.openSource()
        defer { _ = source.close() }
        (source.cancellation, target.cancellation) = (cancellation, cancellation)
        let tables = TargetTables(target, known: migrations, knows)
        return try Copying(from: source, to: target, tables, hashing, report).run()
    }
}

extension DatabaseCopy.Place {
    fileprivate func openSource() throws -> any CopyableConnection {
        switch self {
        case .file(let path): try Connection.copySource(path)
        case .server(let settings): try settings.connectForCopying()
        }
    }

    fileprivate func openTarget() throws -> any CopyableConnection {
        switch self {
        case .file(let path): try Connection.copyTarget(path)
        case .server(let settings): try settings.connectForCopying()
        }
    }
}
