import CoreModels
import FoundationEssentials
import MailAPI

/// A message in the form in which it travels (RFC 5322 and RFC 2045).
struct InternetMessage {
    let message: MailMessage
    let sender: String
    let date: Date
    let id: UUID

    var data: Data {
        let head = [
            "Date: \(Self.format(date))",
            "From: \(sender)",
            "To: \(message.recipient)",
            "Message-ID: <\(id.uuidString.lowercased())@essential.invalid>",
            "Subject: \(Self.encodeWord(message.subject))",
            "MIME-Version: 1.0",
            "Content-Type: text/plain; charset=utf-8",
            "Content-Transfer-Encoding: 8bit",
            "Auto-Submitted: auto-generated",
        ]
        let body = message.text.split(separator: "\n", omittingEmptySubsequences: false)
        return Data((head + [""] + body.map(String.init)).map { $0 + "\r\n" }.joined().utf8)
    }

    /// `Sat, 21 Nov 2026 08:15:00 +0000` (RFC 5322, section 3.3).
    private static func format(_ date: Date) -> String {
        let seconds = Int(date.timeIntervalSince1970.rounded(.down))
        let days = Int((Double(seconds) / 86_400).rounded(.down)), time = seconds - days * 86_400
        let parts = date.formatted(.iso8601).prefix(10).split(separator: "-").compactMap { Int($0) }
        let names = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        let weekday = names[((days % 7) + 7) % 7]
        let clock = [time / 3_600, time / 60 % 60, time % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
        guard parts.count == 3, months.indices.contains(parts[1] - 1) else { return "Thu, 1 Jan 1970 00:00:00 +0000" }
        return "\(weekday), \(parts[2]) \(months[parts[1] - 1]) \(parts[0]) \(clock.joined(separator: ":")) +0000"
    }

    /// Text that isn't ASCII as encoded words of at most 75 characters, each
    /// with whole characters (RFC 2047, sections 2 and 5).
    private static func encodeWord(_ text: String) -> String {
        guard !text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) else { return text }
        var words: [Data] = [Data()]
        for character in text {
            let bytes = Data(String(character).utf8)
            // 45 bytes are 60 characters of base64, and the frame has 12.
            if let last = words.last, last.count + bytes.count > 45 { words.append(Data()) }
            words[words.count - 1].append(bytes)
        }
        return words.map { "=?utf-8?B?\($0.base64EncodedString())?=" }.joined(separator: "\r\n ")
    }
}
