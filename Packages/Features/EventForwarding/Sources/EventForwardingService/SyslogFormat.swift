import CoreModels
import FoundationEssentials
import SecurityMetricsServiceAPI

/// Writes events as messages of syslog (RFC 5424), none longer than each receiver takes (2048 octets; RFC 5425,
/// section 4.3.1).
struct SyslogFormat: Sendable {
    private static let appName = "essentiald"
    /// How many octets of a value stand in a message: of what strangers write, of why, and of any other.
    private static let longest = (program: 400, cause: 320, other: 64)
    /// What a message begins with that isn't of ASCII alone (RFC 5424, section 6.4).
    private static let mark = "\u{FEFF}"

    let facility: SyslogFacility
    /// As ``hostname(_:)`` makes it.
    let hostname: String
    /// A private enterprise number.
    let enterprise: Int

    /// A message behind the number of its octets, so that no line in it is taken for another one (RFC 5425, section
    /// 4.3; the octet counting of RFC 6587).
    func frame(_ event: ForwardedEvent) -> Data {
        let message = message(event)
        return Data("\(message.utf8.count) \(message)".utf8)
    }

    /// The name of a machine as it may stand in a message (RFC 5424, section 6.2.4); `-` for none.
    static func hostname(_ name: String) -> String {
        let name = String(
            name.unicodeScalars.filter { (0x21...0x7E).contains($0.value) }.prefix(255).map(Character.init))
        return name.isEmpty ? "-" : name
    }

    private func message(_ event: ForwardedEvent) -> String {
        let head =
            "<\(facility.code * 8 + Self.code(of: event.severity))>1 \(event.time) \(hostname) \(Self.appName) - "
            // Of 32 characters at most; all of it is beside.
            + Self.hostname(event.kind).prefix(32)
        let elements = parameters(of: event).map { name, value, limit in
            " \(name)=\"\(Self.visible(value, limit, escaping: "\"\\]"))\""
        }
        let text =
            Self.visible(event.kind, Self.longest.other)
            + (event.cause.map { ": " + Self.visible($0, Self.longest.cause) } ?? "")
        return "\(head) [event@\(enterprise)\(elements.joined())] "
            + (text.utf8.allSatisfy { $0 < 0x80 } ? text : Self.mark + text)
    }

    private func parameters(of event: ForwardedEvent) -> [(String, String, Int)] {
        let longest = Self.longest
        let parameters: [(String, String?, Int)] = [
            ("id", event.id.lowercaseText, longest.other), ("position", "\(event.position)", longest.other),
            ("kind", event.kind, longest.other), ("severity", event.severity.rawValue, longest.other),
            ("outcome", event.outcome.rawValue, longest.other), ("account", event.account, longest.other),
            ("actor", event.actor, longest.other), ("session", event.session, longest.other),
            ("address", event.address, longest.other), ("user", event.user.map { "\($0)" }, longest.other),
            ("cause", event.cause, longest.cause), ("program", event.program, longest.program),
        ]
        return parameters.compactMap { name, value, limit in value.map { (name, $0, limit) } }
    }

    /// As much of a text as has room, of which nothing acts on a screen or ends a line: that is told by its number.
    ///
    /// - Parameter special: What a backslash is put before (RFC 5424, section 6.3.3).
    private static func visible(_ text: String, _ limit: Int, escaping special: String = "") -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            let piece: String
            switch scalar.value {
            case 0...0x1F, 0x7F...0x9F, 0x061C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF:
                piece = "<U+\(String(0x1_0000 + scalar.value, radix: 16, uppercase: true).dropFirst())>"
            default: piece = special.unicodeScalars.contains(scalar) ? "\\\(scalar)" : "\(scalar)"
            }
            guard result.utf8.count + piece.utf8.count <= limit else { break }
            result += piece
        }
        return result
    }

    /// Those of the same names (RFC 5424, table 2).
    private static func code(of severity: AuditSeverity) -> Int {
        switch severity {
        case .info: 6
        case .notice: 5
        case .warning: 4
        case .critical: 2
        }
    }
}
