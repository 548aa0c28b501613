import CoreModels
import CryptographyAPI
import FoundationEssentials
import HTTPTransportTesting
import HTTPTypes
import KernelTesting
import SecurityMetricsServiceAPI
import Testing

/// What a webhook gets, and what becomes of what it answers.
@Suite(.timeLimit(.minutes(2)))
struct WebhookTests {
    private static let secrets = [Data(repeating: 7, count: 24), Data(repeating: 9, count: 64)]
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        let lines = Self.secrets.map { "whsec_\($0.base64EncodedString())\n" }.joined()
        try Data("# the second one is new\n\n\(lines)".utf8).write(to: URL(filePath: folder.path(of: "secrets")))
    }

    private func plugins(to url: URL, timeout: Duration = .seconds(30)) throws -> ForwardingPlugins {
        try ForwardingPlugins(
            [
                "metrics.forward.webhook.url": "\(url)",
                "metrics.forward.webhook.secret_file": folder.path(of: "secrets"),
            ], timeout: timeout)
    }

    private static func answer(_ status: String, _ fields: String = "", _ body: String = "") -> String {
        "HTTP/1.1 \(status)\r\n\(fields)Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
    }

    /// What forwarding to a peer fails with.
    private func failure(_ peer: LoopbackPeer, timeout: Duration = .seconds(30)) async throws -> ForwardingError? {
        let plugins = try plugins(to: peer.url("/hook?key=1"), timeout: timeout)
        do {
            try await plugins.forward([.sample()])
            return nil
        } catch {
            return try #require(error as? ForwardingError)
        }
    }

    @Test(.requirement("METRIC-08", "D19")) func aBatchIsSignedWithEachSecret() async throws {
        let peer = try LoopbackPeer(answering: Self.answer("204 No Content"))
        let plugins = try plugins(to: peer.url("/hook?key=1"))
        try await plugins.forward([.sample(0, actor: "p77"), .sample(1)])
        let request = try #require(peer.requests.first)
        #expect(request.method == .post && request.target == "/hook?key=1")
        let id = try #require(request.fields["webhook-id"])
        #expect(id == "5d41402a-bc4b-8a76-b971-9d911017c500-2" && !id.contains("."))
        #expect(request.fields["webhook-timestamp"] == "1700000000")
        let signed = Data("\(id).1700000000.".utf8) + request.body
        let signatures = try #require(request.fields["webhook-signature"]).split(separator: " ")
        #expect(signatures.count == 2)
        for (signature, secret) in zip(signatures, Self.secrets) {
            let code = try #require(Data(base64Encoded: String(signature.dropFirst(3))))
            let key = try plugins.cryptography.keys.makeKey(copying: Secret(secret))
            #expect(signature.hasPrefix("v1,"))
            #expect(try plugins.cryptography.authentication.isValid(code, for: signed, using: key))
        }
        let expected = [
            #"{"data":{"events":["#,
            #"{"account":"p00112233445566778899aabbccddeeff","actor":"p77","address":"203.0.113.0/24","#,
            #""at":"2023-11-14T22:13:20.123Z","cause":"invalid_credentials","#,
            #""id":"5d41402a-bc4b-8a76-b971-9d911017c500","kind":"login.refused","outcome":"refused","#,
            #""position":0,"severity":"warning"},"#,
            #"{"account":"p00112233445566778899aabbccddeeff","address":"203.0.113.0/24","#,
            #""at":"2023-11-14T22:13:20.123Z","cause":"invalid_credentials","#,
            #""id":"5d41402a-bc4b-8a76-b971-9d911017c501","kind":"login.refused","outcome":"refused","#,
            #""position":1,"severity":"warning"}]},"#,
            #""timestamp":"2023-11-14T22:13:20.123Z","type":"security.events"}"#,
        ].joined()
        #expect(String(decoding: request.body, as: UTF8.self) == expected)
    }

    /// The vector of the specification's own libraries.
    @Test(.requirement("METRIC-08")) func theCodeIsThatOfTheSpecification() throws {
        let cryptography = try ForwardingPlugins([:]).cryptography
        let secret = try #require(Data(base64Encoded: "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"))
        let key = try cryptography.keys.makeKey(copying: Secret(secret))
        let signed = Data(#"msg_p5jXN8AQM9LWM0D4loKWxJek.1614265330.{"test": 2432232314}"#.utf8)
        let code = try cryptography.authentication.authenticationCode(for: signed, using: key)
        #expect(code.base64EncodedString() == "g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=")
    }

    @Test(
        .requirement("METRIC-13"),
        arguments: [
            ("500 Internal Server Error", ""), ("404 Not Found", ""), ("401 Unauthorized", ""), ("410 Gone", ""),
            ("503 Service Unavailable", "Retry-After: 77\r\n"), ("429 Too Many Requests", "Retry-After: 77\r\n"),
            ("503 Service Unavailable", "Retry-After: -1\r\n"),
        ])
    func whatIsNothingOfTheEventsComesAgain(_ status: String, _ fields: String) async throws {
        let failure = try await failure(try LoopbackPeer(answering: Self.answer(status, fields)))
        let wait = fields.contains("77") ? Duration.seconds(77) : nil
        #expect(failure == .unavailable(reason: "it answers \(status.prefix(3))", retryAfter: wait))
    }

    @Test(.requirement("METRIC-13"), arguments: ["400 Bad Request", "403 Forbidden", "413 Content Too Large"])
    func whatMayBeTheEventsIsRefused(_ status: String) async throws {
        let failure = try await failure(try LoopbackPeer(answering: Self.answer(status)))
        #expect(failure == .refused(reason: "it answers \(status.prefix(3))"))
    }

    /// A receiver that was taken over learns nothing by sending the events on.
    @Test(.requirement("METRIC-08")) func aRedirectIsNotFollowed() async throws {
        let other = try LoopbackPeer(answering: Self.answer("204 No Content"))
        for status in ["302 Found", "307 Temporary Redirect", "308 Permanent Redirect"] {
            let peer = try LoopbackPeer(answering: Self.answer(status, "Location: \(other.url("/"))\r\n"))
            guard case .unavailable(let reason, nil) = try await failure(peer) else {
                Issue.record("\(status)")
                continue
            }
            #expect(reason.contains("redirect"))
        }
        #expect(other.connectionCount == 0)
    }

    @Test(.requirement("METRIC-13")) func aHostileOrBrokenReceiverCostsLittle() async throws {
        let endless = try LoopbackPeer { connection in
            try connection.readRequest()
            try connection.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
            let chunk = "1000\r\n" + String(repeating: "x", count: 4_096) + "\r\n"
            _ = try connection.sendUntilBlocked(Array(chunk.utf8), limit: 1 << 30)
        }
        let half = try LoopbackPeer { connection in
            try connection.readRequest()
            try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf")
            connection.drop()
        }
        let silent = try LoopbackPeer { connection in
            try connection.readRequest()
            connection.stall()
        }
        let nonsense = try LoopbackPeer { connection in
            try connection.readRequest()
            try connection.send("220 mail.example ESMTP\r\n")
        }
        for peer in [endless, half, nonsense] {
            guard case .unavailable = try await failure(peer) else {
                Issue.record("it was taken for an answer")
                continue
            }
        }
        #expect(
            try await failure(silent, timeout: .milliseconds(300)) == .unavailable(reason: "a limit on time passed"))
    }

    @Test(
        .requirement("METRIC-08"),
        arguments: [
            "", "whsec_\n", "secret\n", "whsec_\(Data(repeating: 1, count: 23).base64EncodedString())",
            "whsec_\(Data(repeating: 1, count: 65).base64EncodedString())",
            String(repeating: "whsec_\(Data(repeating: 1, count: 24).base64EncodedString())\n", count: 5),
        ])
    func aStartNeedsSecrets(_ content: String) async throws {
        try Data(content.utf8).write(to: URL(filePath: folder.path(of: "secrets")))
        let plugins = try plugins(to: URL(string: "https://siem.example/hook")!)
        let problems = await plugins.problems()
        #expect(problems.count == 1)
        if content.utf8.count > 12 { #expect(!problems[0].contains(content.dropFirst(8).prefix(16))) }
    }

    /// A file that is gone while the server runs loses nothing either.
    @Test(.requirement("METRIC-13")) func withoutSecretsEventsWait() async throws {
        let peer = try LoopbackPeer(answering: Self.answer("204 No Content"))
        let plugins = try plugins(to: peer.url("/"))
        #expect(await plugins.problems().isEmpty)
        try FileManager.default.removeItem(atPath: folder.path(of: "secrets"))
        await #expect(throws: ForwardingError.self) {
            try await plugins.forwarders[0].forward([.sample()])
        }
        #expect(peer.connectionCount == 0)
    }
}
