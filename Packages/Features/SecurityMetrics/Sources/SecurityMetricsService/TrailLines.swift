import CoreModels
import FoundationEssentials
package import SecurityMetricsContract

/// What an exported trail has beside its events.
package enum TrailLines {
    private struct Line: Encodable {
        let head: TreeHead
    }

    package static func line(of head: TreeHead) throws -> String {
        String(decoding: try WireCoding.encoder().encode(Line(head: head)), as: UTF8.self) + "\n"
    }
}

extension AuditRow {
    /// What stands for an event that isn't written: its hash, or the bytes that somebody has put in
    /// its place.
    package func withheldLine(asEvidence isEvidence: Bool) -> String {
        if isEvidence, let bytes { return "{\"bytes\":\"\(bytes.base64EncodedString())\"}\n" }
        return "{\"hash\":\"\(hash.base64EncodedString())\"}\n"
    }
}
