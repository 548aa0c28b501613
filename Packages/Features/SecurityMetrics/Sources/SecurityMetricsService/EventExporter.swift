import CoreModels
import FoundationEssentials
package import Localization
package import SQLStoreAPI
package import SecurityMetricsAPI
import SecurityMetricsContract

/// Writes events for administrators, some at a time: no reader holds the database while somebody's connection is
/// slow, and nothing but one part is in memory.
package struct EventExporter: Sendable {
    /// How many events are looked at for a part.
    package static let batch = 2_000

    private let query: EventQuery
    private let format: EventFormat
    private let titles: [String: LocalizedText]

    /// - Parameter titles: What people call the kinds of events.
    package init(_ query: EventQuery, as format: EventFormat, titles: [String: LocalizedText]) {
        self.query = query
        self.format = format
        self.titles = titles
    }

    /// - Parameter place: Where the part before ended; nil for the first.
    package func part(from place: EventExport.Place?, in db: any SQLReading) throws -> EventExport {
        // What is signed meanwhile isn't in it, so that its last head is that of its last event.
        let end = try place?.end ?? HeadRow.latest(in: db)?.head.size ?? 0
        let first = place?.position ?? 0, last = min(first + Self.batch, end)
        let name = try query.account.map { account in
            try UserID(account).map { try AuditNames.known(of: $0, in: db) ?? "" } ?? account
        }
        var text = place == nil ? format.beginning : ""
        try AuditRow.scanTree(from: first, before: last, in: db) { row in
            let record = row.event.flatMap(AuditRecord.init)
            if let event = row.event, let record, matches(record, named: name) {
                text += format.line(event, record, at: row.position, titles: titles)
            } else if format == .jsonl {
                text += row.withheldLine(asEvidence: record == nil && query == EventQuery())
            }
            return .next
        }
        guard last >= end else {
            return EventExport(Data(text.utf8), next: EventExport.Place(position: last, end: end))
        }
        if format == .jsonl {
            for head in try HeadRow.all(in: db) where head.size <= end { text += try TrailLines.line(of: head) }
        }
        return EventExport(Data(text.utf8), next: nil)
    }

    private func matches(_ record: AuditRecord, named name: String?) -> Bool {
        if let name, record.account != name, record.actor != name { return false }
        if let kind = query.kind, record.kind != kind { return false }
        if let severity = query.severity, severity != .info,
            !severity.andWorse.contains(where: { $0.rawValue == record.severity })
        {
            return false
        }
        return query.day.map { record.at.hasPrefix($0.description) } ?? true
    }
}
