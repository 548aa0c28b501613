package import FoundationEssentials

/// Takes a `text/event-stream` apart, piece by piece (HTML Living Standard,
/// section 9.2.6); a value without input or output.
package struct EventStreamParser: Sendable {
    /// One event, or a word about reconnecting.
    package struct Event: Hashable, Sendable {
        package var name: String
        package var data: String
        /// The identifier of the latest event that had one.
        package var lastID: String?
    }

    /// The bytes that a line and an event may have; a server that sends more
    /// is none of ours.
    package static let limit = 256 * 1_024

    private var line: [UInt8] = []
    private var name = ""
    private var data: [String] = []
    private var size = 0
    private var pendingID: String?
    private var endedWithReturn = false
    private var isAtStart = true
    /// How long to wait before connecting again, if the server said so.
    package private(set) var retry: Duration?

    package init() {}

    /// Takes the next piece.
    ///
    /// - Returns: The events that are complete; nil when the limit is exceeded.
    package mutating func consume(_ piece: Data) -> [Event]? {
        var events: [Event] = []
        for byte in piece {
            // CR, LF and CR LF each end a line.
            defer { endedWithReturn = byte == UInt8(ascii: "\r") }
            if byte == UInt8(ascii: "\n"), endedWithReturn { continue }
            if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") {
                if let event = endLine() { events.append(event) }
            } else {
                line.append(byte)
                size += 1
                guard size <= Self.limit else { return nil }
            }
        }
        return events
    }

    private mutating func endLine() -> Event? {
        defer { line.removeAll(keepingCapacity: true) }
        if isAtStart, line.starts(with: [0xEF, 0xBB, 0xBF]) { line.removeFirst(3) }
        isAtStart = false
        guard !line.isEmpty else { return dispatch() }
        guard let text = String(validating: line, as: UTF8.self), !text.hasPrefix(":") else { return nil }
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let value = parts.dropFirst().first.map { $0.hasPrefix(" ") ? String($0.dropFirst()) : String($0) } ?? ""
        switch parts[0] {
        case "event": name = value
        case "data": data.append(value)
        case "id": if !value.contains("\0") { pendingID = value }
        case "retry":
            if !value.isEmpty, value.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let milliseconds = Int(value) {
                retry = .milliseconds(milliseconds)
            }
        default: break
        }
        return nil
    }

    private mutating func dispatch() -> Event? {
        defer { (name, data, size) = ("", [], 0) }
        guard !data.isEmpty else { return nil }
        return Event(
            name: name.isEmpty ? "message" : name, data: data.joined(separator: "\n"), lastID: pendingID)
    }
}
