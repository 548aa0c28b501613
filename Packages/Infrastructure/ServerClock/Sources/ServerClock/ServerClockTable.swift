import CoreModels
import FoundationEssentials
package import SQLStoreAPI

/// What runs of the server tell the next one of the time, in one row.
package enum ServerClockTable {
    package static let migration = Migration(
        "server-clock-0001",
        """
        CREATE TABLE server_clock (
            name TEXT PRIMARY KEY,
            time BIGINT NOT NULL,
            boot TEXT NOT NULL,
            uptime BIGINT NOT NULL,
            is_provisional INTEGER NOT NULL,
            is_accepted INTEGER NOT NULL
        );
        """)

    package static func record(in db: any SQLReading) throws -> ServerTimeline.Record? {
        try db.first(
            "SELECT time, boot, uptime, is_provisional, is_accepted FROM server_clock WHERE name = 'server'"
        ) { row in
            ServerTimeline.Record(
                time: try row[0], boot: BootTime(boot: try row[1], uptime: .milliseconds(try row[2, as: Int64.self])),
                isProvisional: try row[3], isAccepted: try row[4])
        }
    }

    static func save(
        _ record: ServerTimeline.Record, forgetsAcceptance: Bool, in db: any SQLWriting
    ) throws {
        let uptime = Int64(record.boot.uptime / .milliseconds(1))
        try db.run(
            """
            INSERT INTO server_clock (name, time, boot, uptime, is_provisional, is_accepted)
            VALUES ('server', \(record.time), \(record.boot.boot), \(uptime), \(record.isProvisional), \(false))
            ON CONFLICT (name) DO UPDATE SET time = excluded.time, boot = excluded.boot, uptime = excluded.uptime,
                is_provisional = excluded.is_provisional
            """)
        if forgetsAcceptance {
            try db.run("UPDATE server_clock SET is_accepted = \(false) WHERE name = 'server'")
        }
    }

    /// Notes that the machine's time of day is right.
    ///
    /// - Returns: Whether there was anything to note: no server ever ran here
    ///   otherwise.
    package static func accept(in db: any SQLWriting) throws -> Bool {
        try db.run("UPDATE server_clock SET is_accepted = \(true) WHERE name = 'server'").rowsChanged > 0
    }
}
