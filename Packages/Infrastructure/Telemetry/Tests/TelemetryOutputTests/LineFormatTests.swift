import FoundationEssentials
import KernelTesting
import TelemetryAPI
import TelemetryOutput
import Testing

struct LineFormatTests {
    private let time = Date(timeIntervalSince1970: 1_767_322_845.678_4)

    private func record(_ fields: LogFields, message: String = "answered", requestID: String? = nil) -> LogRecord {
        LogRecord(level: .info, label: "http", message: message, fields: fields, requestID: requestID)
    }

    @Test func writesObjects() {
        let line = LogLineFormat.json.line(
            record(
                ["route": "/feed", "status": 200, "seconds": 0.25, "ok": true, "n": LogValue.absent, "l": ["a", "b"]],
                requestID: "r1"),
            at: time)
        #expect(
            line
                == #"{"time":"2026-01-02T03:00:45.678Z","level":"info","label":"http","message":"answered","#
                + #""request_id":"r1","fields":{"route":"/feed","status":200,"seconds":0.25,"ok":true,"n":null,"l":["a","b"]}}"#
                + "\n")
        #expect(LogLineFormat.json.line(record([:]), at: time).hasSuffix(#""message":"answered"}"# + "\n"))
    }

    @Test func timesAreThoseOfTheCalendar() {
        var generator = SeededGenerator(seed: 3)
        // From the year 1600 to 9999, and the ends of some February.
        var times = (0..<2_000).map { _ in Int.random(in: -11_676_096_000_000...253_402_300_799_999, using: &generator)
        }
        times += [0, -1, 951_782_400_000, 951_868_799_999, 1_709_164_800_000, 4_107_542_399_999, 4_107_542_400_000]
        for time in times {
            let date = Date(timeIntervalSince1970: Double(time / 1_000) + Double(time % 1_000) / 1_000)
            // Foundation cuts off what a binary fraction lacks of a millisecond.
            let expected = (date + 0.000_1).formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
            #expect(LogLineFormat.text.line(record([:]), at: date).hasPrefix(expected + " "))
        }
    }

    @Test func writesTextForPeople() {
        let line = LogLineFormat.text.line(
            record(
                [
                    "route": "/feed", "status": 200, "agent": "curl \"x\"", "empty": "", "pair": "a=b", "es": "ñ",
                    "list": ["a", "b"], "nan": Double.nan, "off": LogValue.redacted,
                ], requestID: "r1"), at: time)
        #expect(
            line
                == #"2026-01-02T03:00:45.678Z INFO     http: answered request_id=r1 route=/feed status=200 "#
                + #"agent="curl \"x\"" empty="" pair="a=b" es="ñ" list=["a","b"] nan="nan" off=<redacted>"# + "\n")
    }

    @Test(arguments: [
        (Duration.zero, "0.000000"), (.nanoseconds(999), "0.000000"), (.microseconds(21), "0.000021"),
        (.milliseconds(1_500), "1.500000"), (.seconds(86_400), "86400.000000"), (.microseconds(-1), "-0.000001"),
        (.milliseconds(-1_500), "-1.500000"),
    ])
    func showsTimesInSeconds(_ time: Duration, _ shown: String) {
        let fields: LogFields = ["seconds": time]
        #expect(LogLineFormat.text.line(record(fields), at: self.time).hasSuffix(" seconds=\(shown)\n"))
        #expect(LogLineFormat.json.line(record(fields), at: self.time).hasSuffix("{\"seconds\":\(shown)}}\n"))
    }

    @Test func writesWholeNumbers() {
        for number in [Int64.min, -1_000, -10, -1, 0, 9, 10, 99, 100, 65_535, .max] {
            let line = LogLineFormat.text.line(record(["n": number]), at: time)
            #expect(line.hasSuffix(" n=\(String(number))\n"))
        }
    }

    // OWASP ASVS 5.0, 16.4.1.
    @Test(.requirement("SANIT-03"), arguments: [LogLineFormat.json, .text])
    func nothingCanForgeALineOrActOnATerminal(format: LogLineFormat) {
        let hostile = "a\r\n2026-01-02T03:00:45.678Z ERROR x\u{1B}[2J\u{9B}31m\u{85}\u{2028}\u{202E}\u{0}\u{7F}\u{FEFF}"
        let record = LogRecord(
            level: .info, label: hostile, message: hostile, fields: ["k": hostile, "l": [hostile]], requestID: hostile)
        let line = format.line(record, at: time)
        #expect(line.unicodeScalars.filter { $0 == "\n" }.count == 1)
        let dangerous = line.unicodeScalars.dropLast().filter { scalar in
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator: true
            default: false
            }
        }
        #expect(dangerous.isEmpty)
        #expect(line.contains(#"a\r\n2026"#))
    }

    @Test func hostileFieldNamesAreReduced() {
        let fields: LogFields = ["a b=\"c\"\n": 1, "": 2, "ok-1.x_y": 3, "ñ": 4]
        let text = LogLineFormat.text.line(record(fields), at: time)
        #expect(text.hasSuffix(" a_b__c__=1 _=2 ok-1.x_y=3 _=4\n"))
    }

    @Test func jsonStaysJSONWhateverTheTextIs() throws {
        struct Line: Decodable {
            let message: String
            let fields: [String: String]
        }
        var generator = SeededGenerator(seed: 7)
        for _ in 0..<300 {
            let scalars = (0..<40).compactMap { _ in Unicode.Scalar(UInt32.random(in: 0...0x2FFF, using: &generator)) }
            var text = ""
            text.unicodeScalars.append(contentsOf: scalars)
            let line = LogLineFormat.json.line(record(["k": text], message: text), at: time)
            let read = try JSONDecoder().decode(Line.self, from: Data(line.utf8))
            #expect(read.message == text)
            #expect(read.fields == ["k": text])
        }
    }

    @Test(arguments: [LogLineFormat.json, .text])
    func boundsTheLengthOfALine(format: LogLineFormat) throws {
        let long = String(repeating: "\u{1B}ñ", count: 5_000)
        var fields: LogFields = [:]
        for index in 0..<100 { fields["field_\(index)_\(long.prefix(100))"] = .string(long) }
        fields["list"] = .list(Array(repeating: .string(long), count: 1_000))
        let line = format.line(
            LogRecord(level: .critical, label: long, message: long, fields: fields, requestID: long), at: time)
        #expect(line.utf8.count <= LogLineFormat.maximumBytes)
        #expect(line.contains("truncated"))
        #expect(line.contains("…"))
        #expect(line.hasSuffix("\n"))
        if case .json = format {
            struct Line: Decodable { let truncated: Bool }
            #expect(try JSONDecoder().decode(Line.self, from: Data(line.utf8)).truncated)
        }
    }
}
