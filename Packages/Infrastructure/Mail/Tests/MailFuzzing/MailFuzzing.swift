import CoreModels
import FoundationEssentials
public import KernelTesting
import MailAPI
import MailOutbox

/// What fuzzers try of the package.
public enum MailFuzzing {
    /// Letters, made of texts that somebody else wrote.
    public static let readers: [FuzzedReader] = [letter]

    /// The first line is the subject and the name of the sender, the rest the
    /// text.
    private static let letter = FuzzedReader("letter") { bytes in
        let text = String(decoding: bytes, as: UTF8.self)
        let lines = text.split(maxSplits: 1, omittingEmptySubsequences: false) { $0 == "\n" }.map(String.init)
        guard let recipient = EmailAddress("ana@example.com"),
            let sender = MailSender("\(lines[0]) <essential@example.com>")
        else { return }
        let message = MailMessage(recipient: recipient, subject: lines[0], text: lines.last ?? "")
        let wording = MailWording(subject: lines[0], text: lines.last ?? "")
        let letter = Letter(
            message: message, wordings: [wording, wording], sender: sender,
            date: Date(timeIntervalSince1970: 1_700_000_000), id: UUID())
        check([UInt8](letter.data))
    }

    /// RFC 5322, section 2.1.1 and 2.2: ASCII in lines of at most 998 characters
    /// that end with CR LF, and the fields that the letter is made with, no more.
    private static func check(_ letter: [UInt8]) {
        var line: [UInt8] = [], isInHead = true, names: [String] = []
        for (index, byte) in letter.enumerated() {
            precondition(byte < 0x80 && byte != 0, "a byte that mail servers don't take")
            if byte == UInt8(ascii: "\r") {
                precondition(index + 1 < letter.count && letter[index + 1] == UInt8(ascii: "\n"), "a lone CR")
                continue
            }
            guard byte == UInt8(ascii: "\n") else {
                line.append(byte)
                continue
            }
            precondition(index > 0 && letter[index - 1] == UInt8(ascii: "\r"), "a lone LF")
            precondition(line.count <= 998, "a line that is too long")
            if line.isEmpty { isInHead = false }
            if isInHead, line[0] != UInt8(ascii: " ") {
                let name = line.prefix { $0 != UInt8(ascii: ":") }
                names.append(String(decoding: name, as: UTF8.self))
            }
            line = []
        }
        precondition(
            names == [
                "Date", "From", "To", "Message-ID", "Subject", "MIME-Version", "Content-Language", "Content-Type",
                "Auto-Submitted",
            ], "a field that somebody smuggled in")
    }
}
