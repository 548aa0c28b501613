import FoundationEssentials
import KernelTesting
import Testing

/// Links with a provider that is never asked: each account of a server's data gets one,
/// of which the subject is its address.
enum PlantedLinks {
    /// Plants them while no server runs.
    static func plant(in data: String) async throws {
        let statement = """
            INSERT INTO provider_links (id, user_id, issuer, subject, provider, email, linked_at)
            SELECT id, id, 'https://www.facebook.com', email, 'facebook', email, 0 FROM accounts
            """
        let outcome = try await ChildProcess.run("sqlite3", [data + "/essentiald.sqlite", statement])
        try #require(outcome.exit == .status(0), "\(outcome.errorText)")
    }

    /// The settings of a server that knows the provider; it needs no discovery.
    static func settings(in folder: TemporaryFolder) throws -> [String] {
        let file = folder.path(of: "provider-secret")
        try Data("a secret of the provider's\n".utf8).write(to: URL(filePath: file))
        return ["--providers.facebook.client-id", "1234", "--providers.facebook.client-secret-file", file]
    }

    /// What the provider would tell of a person, in a form, signed by somebody else.
    static func forgedNotice(of subject: String) -> String {
        let now = Int(Date().timeIntervalSince1970)
        let payload = #"{"algorithm":"HMAC-SHA256","user_id":"\#(subject)","issued_at":\#(now)}"#
        return "signed_request=\(String(repeating: "A", count: 43)).\(encoded(payload))"
    }

    /// What a browser would bring back of an attempt that nobody began.
    static func guessedAnswer(of subject: String) -> String {
        #"{"attempt":"\#(String(repeating: "A", count: 43))","provider":"facebook","state":"x","code":"\#(subject)"}"#
    }

    private static func encoded(_ text: String) -> String {
        Data(text.utf8).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
            .replacing("=", with: "")
    }
}
