import SQLStoreAPI
import SQLStoreCore

/// The right of one server to work on a database alone, kept by locks of sessions: nothing is
/// stored, and whatever ends a connection ends what it holds.
///
/// The connection that hears signals holds the lock of the server, and one that only this process
/// takes. Each other connection holds the work of this process, with whoever shares it, and is good
/// only if that connection was there after it had it. Who takes the lock of the server afterwards
/// waits until nobody else holds any work. So nothing that a server does once it lost the database
/// comes after the first that the next one does, however late it hears of that.
struct Tenure {
    /// The kind of locks that hold work; their numbers are those of processes.
    private static let work = number(of: "work")
    /// Of who is cut off the server takes the locks within half a minute.
    private static let watch =
        "SET tcp_keepalives_idle = 10; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 3"
    /// Longer than whoever comes next waits for what it finds held.
    private static let patience = Duration.seconds(5)

    private let process: String

    init(process: String) {
        self.process = process
    }

    /// Takes the database, on the connection that hears signals.
    ///
    /// - Throws: `busy` if another server has it, or may still be at work.
    func claim(_ connection: Connection) throws(SQLError) {
        try connection.script(
            """
            \(Self.watch); SET lock_timeout = '3s'; SELECT pg_advisory_lock(\(AdvisoryLock.key(of: "server")));
            SELECT pg_advisory_lock(\(own))
            """)
        // The work of others, who get none from here on: given back at once.
        try connection.script(
            """
            SELECT pg_advisory_xact_lock(\(Self.work), process) FROM (
                SELECT DISTINCT CAST(CAST(objid AS bigint) AS integer) AS process FROM pg_locks
                WHERE locktype = 'advisory' AND classid = \(Self.work) AND objsubid = 2
                    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
                    AND objid <> \(Self.number(of: process))
            ) AS others
            """)
    }

    /// Has a connection work for the server.
    ///
    /// - Throws: `unavailable` if the database may be another server's by now.
    func join(_ connection: Connection) throws(SQLError) {
        let isLost = try connection.script(
            """
            \(Self.watch); SELECT pg_advisory_lock_shared(\(Self.work), \(Self.number(of: process)));
            SELECT pg_try_advisory_xact_lock_shared(\(own))
            """, timeout: Self.patience)
        guard isLost.text == "f" else {
            throw SQLError(
                .unavailable, "another server uses the database, or may: the connection that keeps it was lost")
        }
    }

    /// The lock of this process.
    private var own: Int64 { AdvisoryLock.key(of: "server \(process)") }

    /// One that stands for itself in each of the server's types of integers.
    private static func number(of text: String) -> Int64 {
        Int64(FNV.hash(of: "essential \(text)") & 0x7FFF_FFFF)
    }
}
