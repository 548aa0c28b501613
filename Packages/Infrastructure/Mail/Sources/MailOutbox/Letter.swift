import CoreModels
package import FoundationEssentials
import Localization
package import MailAPI

/// A message in the form in which it travels (RFC 5322, RFC 2045 to 2047): text
/// and HTML, all of it ASCII, so that every mail server takes it.
package struct Letter {
    let message: MailMessage
    /// What it says, for each of the message's languages.
    let wordings: [MailWording]
    let sender: MailSender
    let date: Date
    let id: UUID

    package init(message: MailMessage, wordings: [MailWording], sender: MailSender, date: Date, id: UUID) {
        self.message = message
        self.wordings = wordings
        self.sender = sender
        self.date = date
        self.id = id
    }

    package var data: Data {
        let boundary = "=_\(id.uuidString.lowercased())"
        let head = [
            "Date: \(Self.format(date))",
            "From: \(Self.mailbox(sender.name, sender.address, in: "From: "))",
            "To: \(Self.mailbox(message.name ?? "", message.recipient, in: "To: "))",
            "Message-ID: <\(id.uuidString.lowercased())@\(Self.domain(of: sender.address))>",
            "Subject: \(HeaderText.encoded(MailMessage.subject(of: wordings), after: "Subject: ".count))",
            "MIME-Version: 1.0",
            "Content-Language: \(message.languages.map(\.rawValue).joined(separator: ", "))",
            "Content-Type: multipart/alternative;\r\n boundary=\"\(boundary)\"",
            // So that nobody's absence is told to nobody (RFC 3834).
            "Auto-Submitted: auto-generated",
        ]
        let parts = [
            ("text/plain", MailMessage.text(of: wordings)),
            ("text/html", HTMLBody(wordings: wordings, languages: message.languages).text),
        ]
        var lines = head + [""]
        for (type, content) in parts {
            lines += [
                "--\(boundary)", "Content-Type: \(type); charset=utf-8",
                "Content-Transfer-Encoding: quoted-printable", "",
            ]
            lines += QuotedPrintable.lines(of: content)
        }
        lines.append("--\(boundary)--")
        return Data(lines.map { $0 + "\r\n" }.joined().utf8)
    }

    /// The right side of message identifiers.
    private static func domain(of address: EmailAddress) -> Substring {
        address.description[address.localPart.endIndex...].dropFirst()
    }

    private static func mailbox(_ name: String, _ address: EmailAddress, in field: String) -> String {
        name.isEmpty ? "\(address)" : "\(HeaderText.phrase(name, in: field)) <\(address)>"
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
}
