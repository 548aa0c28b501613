import CoreModels
import FoundationEssentials
import KernelTesting
import SecureDeliveryAPI
import SecureDeliveryTesting
import SecurityMetricsServiceAPI
import Testing

/// What a collector of syslog gets, octet by octet.
@Suite(.timeLimit(.minutes(2)))
struct SyslogTests {
    private let authority: TestAuthority

    init() async throws {
        authority = try await TestAuthority()
    }

    private func settings(_ receiver: TLSReceiver, _ others: [String: String] = [:]) -> [String: String] {
        others.merging([
            "metrics.forward.syslog.server": "127.0.0.1:\(receiver.port)",
            "metrics.forward.syslog.ca_file": authority.file,
        ]) { own, _ in own }
    }

    private func messages(
        _ events: [ForwardedEvent], _ others: [String: String] = [:]
    ) async throws -> [String] {
        let receiver = try await TLSReceiver(try await authority.issue())
        let plugins = try ForwardingPlugins(settings(receiver, others))
        #expect(await plugins.problems().isEmpty)
        try await plugins.forward(events)
        return try Self.messages(in: #require(receiver.received.first))
    }

    /// Those of frames (RFC 5425, section 4.3).
    static func messages(in stream: Data) throws -> [String] {
        var rest = stream, messages: [String] = []
        while !rest.isEmpty {
            let digits = rest.prefix { $0 != UInt8(ascii: " ") }
            let length = try #require(Int(String(decoding: digits, as: UTF8.self)))
            let message = rest.dropFirst(digits.count + 1).prefix(length)
            try #require(message.count == length && digits.first != UInt8(ascii: "0"))
            messages.append(try #require(String(validating: message, as: UTF8.self)))
            rest = rest.dropFirst(digits.count + 1 + length)
        }
        return messages
    }

    @Test(.requirement("METRIC-08", "D19")) func anEventIsAMessageWithStructuredData() async throws {
        let sent = try await messages([.sample(0), .sample(1, .critical, cause: nil, program: "curl/8", actor: "p77")])
        let head = "2023-11-14T22:13:20.123Z hst1 essentiald - login.refused [event@32473"
        let account = #"account="p00112233445566778899aabbccddeeff""#, from = #"address="203.0.113.0/24""#
        #expect(
            sent == [
                #"<84>1 \#(head) id="5d41402a-bc4b-8a76-b971-9d911017c500" position="0" kind="login.refused" "#
                    + #"severity="warning" outcome="refused" \#(account) \#(from) cause="invalid_credentials"] "#
                    + "login.refused: invalid_credentials",
                #"<82>1 \#(head) id="5d41402a-bc4b-8a76-b971-9d911017c501" position="1" kind="login.refused" "#
                    + #"severity="critical" outcome="refused" \#(account) actor="p77" \#(from) program="curl/8"] "#
                    + "login.refused",
            ])
    }

    @Test(.requirement("METRIC-08")) func whatOperatorsSetStandsInEachMessage() async throws {
        let own = [
            "metrics.forward.syslog.facility": "local3", "metrics.forward.syslog.hostname": "auth.example.org",
            "metrics.forward.syslog.enterprise": "54321",
        ]
        let severities: [(AuditSeverity, Int)] = [(.info, 158), (.notice, 157), (.warning, 156), (.critical, 154)]
        let sent = try await messages(severities.map { .sample(0, $0.0) }, own)
        for (message, (_, priority)) in zip(sent, severities) {
            #expect(message.hasPrefix("<\(priority)>1 2023-11-14T22:13:20.123Z auth.example.org essentiald - "))
            #expect(message.contains(" [event@54321 id="))
        }
    }

    /// A stranger's words end neither a value nor a message, and act on no screen.
    @Test(
        .requirement("METRIC-08", "AUDIT-06"),
        arguments: [
            ("a\"b]c\\d", #"a\"b\]c\\d"#, "a\"b]c\\d"), ("\n<1>1 - - - - - - fake", nil, nil),
            ("\r\n\0\u{1B}[31m", #"<U+000D><U+000A><U+0000><U+001B>[31m"#, "<U+000D><U+000A><U+0000><U+001B>[31m"),
            ("Ümläute 中文 русский", "Ümläute 中文 русский", "\u{FEFF}Ümläute 中文 русский"),
            ("a\u{202E}b\u{FEFF}\u{85}\u{2028}", "a<U+202E>b<U+FEFF><U+0085><U+2028>", nil),
            ("مرحبا\u{200D}👩‍👩‍👧", "مرحبا\u{200D}👩‍👩‍👧", "\u{FEFF}مرحبا\u{200D}👩‍👩‍👧"), ("\\\"]", #"\\\"\]"#, #"\"]"#),
        ] as [(String, String?, String?)])
    func strangersWordsStayWithinTheirValue(_ words: String, _ value: String?, _ text: String?) async throws {
        let sent = try await messages([.sample(0, cause: words, program: words), .sample(1)])
        #expect(sent.count == 2)
        let message = sent[0]
        #expect(!message.unicodeScalars.contains { $0.value < 0x20 || (0x7F...0x9F).contains($0.value) })
        if let value { #expect(message.contains(#" cause="\#(value)" program="\#(value)"] "#), "\(message)") }
        if let text {
            let mark = text.hasPrefix("\u{FEFF}") ? "\u{FEFF}" : ""
            #expect(message.hasSuffix("] \(mark)login.refused: \(text.dropFirst(mark.isEmpty ? 0 : 1))"), "\(message)")
        }
    }

    /// Each receiver takes 2048 octets (RFC 5425, section 4.3.1).
    @Test(.requirement("METRIC-08"), arguments: ["]", "\u{1}", "ß", "👩‍👩‍👧", "中"])
    func noMessageIsTooLong(_ character: String) async throws {
        let words = String(repeating: character, count: 5_000)
        let event = ForwardedEvent(
            id: UUID(), position: .max, date: .now, kind: words, severity: .critical, outcome: .refused, account: words,
            actor: words, session: words, address: words, cause: words, program: words, user: UserID(UUID()))
        let sent = try await messages(
            [event], ["metrics.forward.syslog.hostname": String(repeating: "h", count: 255)])
        #expect((1_000...2_048).contains(sent[0].utf8.count), "\(sent[0].utf8.count)")
    }

    @Test(.requirement("METRIC-08")) func aLongKindIsWholeBesideItsShortName() async throws {
        let kind = "operator.administrator-invitations-withdrawn"
        let sent = try await messages([.sample(0, kind: kind)])
        #expect(sent[0].contains(" essentiald - \(kind.prefix(32)) [") && sent[0].contains(#"kind="\#(kind)""#))
    }

    @Test(.requirement("METRIC-13"), arguments: TLSReceiver.Manner.allCases)
    func aBatchComesAgainUnlessItWasReadToItsEnd(_ manner: TLSReceiver.Manner) async throws {
        let receiver = try await TLSReceiver(try await authority.issue())
        let plugins = try ForwardingPlugins(settings(receiver), timeout: .seconds(2))
        try receiver.behave(manner)
        do {
            try await plugins.forward([.sample(0)])
            #expect(manner == .taking)
        } catch let error as ForwardingError {
            guard manner != .taking, case .unavailable(let reason, nil) = error else {
                Issue.record("\(error)")
                return
            }
            #expect(!reason.contains("login.refused"))
        }
    }

    @Test(
        .requirement("METRIC-08"),
        arguments: [
            "", ":6514", "siem example", "siem.example:0", "siem.example:65536", "siem.example:x", "siem.example:+1",
            "tls://siem.example", "2001:db8::1", "[2001:db8::1", "[siem.example]:1", "[::1]x", "ana@siem.example",
            "siem.example/x", "siem.example:", String(repeating: "a", count: 256),
        ])
    func aServerIsRefused(_ server: String) {
        #expect(throws: (any Error).self) { try ForwardingPlugins(["metrics.forward.syslog.server": server]) }
    }

    @Test(.requirement("METRIC-08"), arguments: ["siem.example", "siem.example:10514", "[2001:db8::1]", "[::1]:1"])
    func aServerIsTaken(_ server: String) throws {
        let plugins = try ForwardingPlugins(["metrics.forward.syslog.server": server])
        #expect(plugins.forwarders.map(\.name) == ["syslog"] && !plugins.forwarders[0].takesPersonalData)
    }

    @Test(.requirement("METRIC-08")) func filesThatCannotBeReadStopAStart() async throws {
        let folder = try TemporaryFolder(), other = folder.path(of: "other")
        try Data("no PEM".utf8).write(to: URL(filePath: other))
        for file in ["/nonexistent", other] {
            let plugins = try ForwardingPlugins([
                "metrics.forward.syslog.server": "siem.example", "metrics.forward.syslog.ca_file": file,
            ])
            #expect(await plugins.problems().count == 1)
        }
    }
}
