import FoundationEssentials
import SQLStoreAPI

/// Which reports were written.
///
/// A row is written with the letters, in one transaction, so that each report is written once, whatever the clock
/// does, however often the server starts and however many share the database.
enum ReportTable {
    static let migration = Migration(
        "incidents-0003",
        """
        CREATE TABLE incident_reports (
            cadence TEXT NOT NULL,
            first_day BIGINT NOT NULL,
            written_at BIGINT NOT NULL,
            PRIMARY KEY (cadence, first_day)
        );
        """)

    static func isWritten(_ period: ReportPeriod, _ cadence: ReportCadence, in db: any SQLReading) throws -> Bool {
        try db.value(
            """
            SELECT COUNT(*) FROM incident_reports
            WHERE cadence = \(cadence.rawValue) AND first_day = \(period.days.lowerBound)
            """, as: Int.self) != 0
    }

    /// Takes note that a report is written.
    ///
    /// - Returns: Whether it is to be: nobody did before, and somebody has wanted reports for as long.
    static func claim(
        _ period: ReportPeriod, _ cadence: ReportCadence, at now: Date, in db: any SQLWriting
    ) throws -> Bool {
        let isNew =
            try db.value(
                "SELECT COUNT(*) FROM incident_reports WHERE cadence = \(cadence.rawValue)", as: Int.self) == 0
        let outcome = try db.run(
            """
            INSERT INTO incident_reports (cadence, first_day, written_at)
            VALUES (\(cadence.rawValue), \(period.days.lowerBound), \(now))
            ON CONFLICT (cadence, first_day) DO NOTHING
            """)
        return outcome.rowsChanged == 1 && !isNew
    }
}
