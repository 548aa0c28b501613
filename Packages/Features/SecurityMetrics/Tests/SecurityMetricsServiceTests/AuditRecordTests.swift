import CoreModels
import FoundationEssentials
import KernelTesting
import Localization
import SecurityMetricsService
import SecurityMetricsServiceAPI
import Testing

/// The bytes of an event.
struct AuditRecordTests {
    @Test func timesAreWrittenAsFoundationWritesThem() {
        var generator = SeededGenerator(seed: 20)
        let edges = [0, 951_782_400_000, 951_868_799_999, 1_709_164_800_000, 253_402_300_799_999]
        let others = (0..<2_000).map { _ in Int.random(in: 0..<253_402_300_800_000, using: &generator) }
        for milliseconds in edges + others {
            let date = Date(timeIntervalSince1970: Double(milliseconds) / 1_000)
            // Foundation cuts what a Double can't hold down to the millisecond before.
            let seconds = Date(timeIntervalSince1970: Double(milliseconds / 1_000)).formatted(.iso8601)
            let fraction = String("\(1_000 + milliseconds % 1_000)".dropFirst())
            #expect(AuditRecord.text(of: date) == "\(seconds.dropLast()).\(fraction)Z")
        }
        #expect(AuditRecord.text(of: Date(timeIntervalSince1970: -1)) == "1969-12-31T23:59:59.000Z")
    }

    /// Whoever logs in says what their program is called: in any alphabet, and at any length.
    @Test(
        .requirement("AUDIT-01"),
        arguments: [
            "essential/1.0", "Анна", "アナのノート", "نوت بوك", "a\u{202E}b", "\"}\n{\"kind\":\"x\"", "\u{1B}[2J", "👩‍👩‍👧‍👦",
            "e" + String(repeating: "\u{301}", count: 5_000), String(repeating: "x", count: 16_000),
        ])
    func whatStrangersSayIsOneLineOfBoundedLength(text: String) throws {
        let kind = AuditKind("door.knocked", .info, LocalizedText(en: "Somebody knocked", es: "Alguien llamó"))
        let line = AuditRecord.write(
            AuditEvent(kind, with: text, because: text), from: nil, at: Date(timeIntervalSince1970: 0))
        #expect(line.utf8.count < 1_600 && !line.utf8.contains(UInt8(ascii: "\n")))
        let record = try #require(AuditRecord(line))
        #expect(record.kind == "door.knocked" && record.program == record.cause)
        #expect(record.program.map { text.unicodeScalars.starts(with: $0.unicodeScalars) } == true)
        if text.unicodeScalars.count <= 160 { #expect(record.program == text) }
    }
}
