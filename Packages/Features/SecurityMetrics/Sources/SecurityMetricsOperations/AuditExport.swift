import AtomicFiles
import CoreModels
import FoundationEssentials
import Localization
import SQLStoreAPI
import SecurityMetricsAPI
import SecurityMetricsService

/// Writes all events of the trail that have a place into a file, one by one, and the heads.
struct AuditExport: Sendable {
    let format: EventFormat
    /// Which events are wanted; nil for all.
    let filter: AuditFilter?
    /// What people call the kinds of events.
    var titles: [String: LocalizedText] = [:]

    private static let piece = 256 * 1_024

    /// - Returns: How many events were written, and of how many only the hash is known or wanted.
    func write(to file: AtomicFile, in db: any SQLReading) throws -> (events: Int, withheld: Int) {
        var counts = (events: 0, withheld: 0)
        try file.replace(durability: .power) { write in counts = try self.write(write, in: db) }
        return counts
    }

    /// - Parameter write: Writes the next bytes.
    func write(
        _ write: (Data) throws(FileError) -> Void, in db: any SQLReading
    ) throws -> (events: Int, withheld: Int) {
        var events = 0, withheld = 0
        var text = format.beginning
        try AuditRow.scanTree(in: db) { row in
            let record = row.event.flatMap(AuditRecord.init)
            if let event = row.event, let record, filter?.matches(record, of: nil) ?? true {
                text += format.line(event, record, at: row.position, titles: titles)
                events += 1
            } else {
                if format == .jsonl { text += row.withheldLine(asEvidence: record == nil && filter?.isEmpty ?? true) }
                withheld += 1
            }
            if text.utf8.count > Self.piece {
                try write(Data(text.utf8))
                text = ""
            }
            return .next
        }
        if format == .jsonl {
            for head in try HeadRow.all(in: db) { text += try TrailLines.line(of: head) }
            if filter?.isEmpty ?? true {
                for bytes in try WaitingEvent.unreadable(in: db) {
                    text += "{\"unreadable\":\"\(bytes.base64EncodedString())\"}\n"
                }
            }
        }
        try write(Data(text.utf8))
        return (events, withheld)
    }
}
