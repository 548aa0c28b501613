import CoreModels
package import FoundationEssentials
package import SecurityMetricsServiceAPI

/// An event as it stands in the trail.
///
/// Its bytes are a leaf of the tree, and a line of what is exported, so that nobody has to agree
/// on how to write it once more.
package struct AuditRecord: Codable, Hashable, Sendable {
    package let at: String
    package let kind: String
    package let severity: String
    package let outcome: String
    /// What the trail calls the account; see ``AuditNames``.
    package var account: String?
    /// What the trail calls the administrator who did it.
    package var actor: String?
    package var session: String?
    package var address: String?
    package var program: String?
    package var cause: String?

    /// The most scalars of what others say of themselves: a character may have any number.
    private static let longestText = 160

    /// Writes an event as one line of JSON, its members by name, but for the account.
    ///
    /// What strangers say of themselves acts on no screen that shows the line, wherever it gets to.
    ///
    /// - Parameter actor: What the trail calls the administrator who did it; nil for nobody.
    package static func write(
        _ event: AuditEvent, from address: String?, by actor: String? = nil, at date: Date
    ) -> String {
        var writer = JSONWriter(capacity: 384)
        writer.object { writer in
            if let actor { writer.member("actor"); writer.write(actor) }
            if let address { writer.member("address"); writer.write(address) }
            writer.member("at")
            writer.write(text(of: date))
            if let cause = event.cause { writer.member("cause"); writer.write(shortened(cause)) }
            writer.member("kind")
            writer.write(event.kind.name)
            writer.member("outcome")
            writer.write(event.outcome.rawValue)
            if let program = event.program { writer.member("program"); writer.write(shortened(program)) }
            if let session = event.session { writer.member("session"); writer.write(session) }
            writer.member("severity")
            writer.write(event.kind.severity.rawValue)
        }
        return WireCoding.visible(String(decoding: writer.data, as: UTF8.self))
    }

    /// Puts the name of the account before all other members of a line.
    static func naming(_ name: String, in line: String) -> String {
        "{\"account\":\"\(name)\"," + line.dropFirst()
    }

    /// Reads an event; nil for what isn't one.
    package init?(_ text: String) {
        guard let record = try? WireCoding.decoder().decode(AuditRecord.self, from: Data(text.utf8)) else { return nil }
        self = record
    }

    /// The bytes of an event as its line; nil for what the server never writes: a line is one, and
    /// isn't taken for a head or a hash among those of an exported trail.
    package static func line(of bytes: Data) -> String? {
        guard bytes.starts(with: "{\"a".utf8), !bytes.contains(where: { $0 < 0x20 }) else { return nil }
        return String(validating: bytes, as: UTF8.self)
    }

    /// When it was; nil for what isn't a time.
    package var date: Date? { Self.date(of: at) }

    /// The time of a text; nil for what isn't one.
    static func date(of text: String) -> Date? {
        try? Date.ISO8601FormatStyle(includingFractionalSeconds: true).parse(text)
    }

    /// The time with milliseconds, as `Date.ISO8601FormatStyle` has it; made of whole numbers,
    /// since each event has one.
    package static func text(of date: Date) -> String {
        let milliseconds = Int((date.timeIntervalSince1970 * 1_000).rounded())
        let (days, time) = milliseconds.quotientAndRemainder(dividingBy: 86_400_000)
        guard milliseconds >= 0, days < 2_932_897 else {
            return date.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
        }
        // Years that begin in March end with the day that some of them lack.
        let day = days + 719_468, era = day / 146_097, dayOfEra = day % 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let month = (5 * dayOfYear + 2) / 153, isNextYear = month >= 10
        let fields = [
            (era * 400 + yearOfEra + (isNextYear ? 1 : 0), 4, "-"), (month + (isNextYear ? -9 : 3), 2, "-"),
            (dayOfYear - (153 * month + 2) / 5 + 1, 2, "T"), (time / 3_600_000, 2, ":"), (time / 60_000 % 60, 2, ":"),
            (time / 1_000 % 60, 2, "."), (time % 1_000, 3, "Z"),
        ]
        return fields.reduce(into: "") { text, field in
            let digits = String(field.0)
            text += String(repeating: "0", count: max(0, field.1 - digits.utf8.count)) + digits + field.2
        }
    }

    private static func shortened(_ text: String) -> String {
        text.utf8.count <= longestText
            ? text : String(String.UnicodeScalarView(text.unicodeScalars.prefix(longestText)))
    }
}
