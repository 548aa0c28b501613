import FoundationEssentials
package import Localization
package import SecurityMetricsAPI
import SecurityMetricsServiceAPI

/// What events look like in each form.
extension EventFormat {
    /// What stands before all events.
    package var beginning: String {
        self == .csv ? "position,at,kind,severity,outcome,account,session,address,program,cause,actor\r\n" : ""
    }

    /// An event that is wanted.
    package func line(
        _ event: String, _ record: AuditRecord?, at position: Int, titles: [String: LocalizedText]
    ) -> String {
        switch self {
        case .jsonl: event + "\n"
        case .csv: record.map { Self.csv($0, position) } ?? ""
        case .cef: record.map { Self.cef($0, position, titles[$0.kind]?.english ?? $0.kind) } ?? ""
        }
    }

    // MARK: Tables

    private static func csv(_ record: AuditRecord, _ position: Int) -> String {
        let cells = [
            "\(position)", record.at, record.kind, record.severity, record.outcome, record.account, record.session,
            record.address, record.program, record.cause, record.actor,
        ]
        return cells.map { $0.map(cell) ?? "" }.joined(separator: ",") + "\r\n"
    }

    /// A cell that no spreadsheet takes for a formula: what begins like one, in the cell or behind what
    /// some take for the end of one, begins with an apostrophe (OWASP, CSV Injection).
    private static func cell(_ text: String) -> String {
        var cell = "", isAtBeginning = true
        for scalar in text.unicodeScalars {
            if isAtBeginning, "=+-@＝＋－＠−".unicodeScalars.contains(scalar) { cell += "'" }
            // Blanks before a formula are left out by some.
            isAtBeginning =
                ",;|\t\r\n\"".unicodeScalars.contains(scalar)
                || isAtBeginning && (scalar.properties.isWhitespace || scalar == "\u{FEFF}")
            cell += visible(scalar) ?? String(scalar)
        }
        guard cell.unicodeScalars.contains(where: { ",\"; '|".unicodeScalars.contains($0) }) else { return cell }
        return "\"" + cell.replacing("\"", with: "\"\"") + "\""
    }

    /// What would act on a screen, end a line or turn text around, spelled out; nil for the rest.
    private static func visible(_ scalar: Unicode.Scalar) -> String? {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned: break
        default: return nil
        }
        switch scalar {
        case "\n": return "\\n"
        case "\r": return "\\r"
        case "\t": return "\\t"
        default: return "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
        }
    }

    // MARK: Common Event Format

    private static func cef(_ record: AuditRecord, _ position: Int, _ title: String) -> String {
        var members = [("externalId", "\(position)"), ("outcome", record.outcome)]
        if let date = record.date {
            members.insert(("rt", "\(Int((date.timeIntervalSince1970 * 1_000).rounded()))"), at: 0)
        }
        if let account = record.account { members.append(("duid", account)) }
        if let actor = record.actor { members.append(("suid", actor)) }
        if let address = record.address {
            if address.contains("/") {
                members += [("cs1Label", "network"), ("cs1", address)]
            } else if address.contains(":") {
                members += [("c6a2Label", "address"), ("c6a2", address)]
            } else {
                members.append(("src", address))
            }
        }
        if let session = record.session { members += [("cs2Label", "session"), ("cs2", session)] }
        if let program = record.program { members.append(("requestClientApplication", program)) }
        if let cause = record.cause { members.append(("reason", cause)) }
        let head = ["CEF:0", "Essential", "essentiald", "1", record.kind, title, level(record.severity)].map(header)
        let tail = members.map { "\($0.0)=\(value($0.1))" }.joined(separator: " ")
        return head.joined(separator: "|") + "|" + tail + "\n"
    }

    /// A field before the extension: what would end it is escaped, and a line stays one.
    private static func header(_ text: String) -> String { escaped(text, "\\|") { _ in " " } }

    private static func value(_ text: String) -> String {
        escaped(text, "\\=") { scalar in
            switch scalar {
            case "\n": "\\n"
            case "\r": "\\r"
            // A backslash that stands for itself.
            default: visible(scalar).map { "\\" + $0 } ?? ""
            }
        }
    }

    private static func escaped(
        _ text: String, _ special: String, invisible: (Unicode.Scalar) -> String
    ) -> String {
        text.unicodeScalars.reduce(into: "") { result, scalar in
            if visible(scalar) != nil {
                result += invisible(scalar)
            } else {
                if special.unicodeScalars.contains(scalar) { result += "\\" }
                result.unicodeScalars.append(scalar)
            }
        }
    }

    /// From 0 to 10, as the format has it.
    private static func level(_ severity: String) -> String {
        switch AuditSeverity(rawValue: severity) {
        case .info: "2"
        case .notice: "4"
        case .warning: "7"
        case .critical: "10"
        case nil: "5"
        }
    }
}
