import FoundationEssentials
import KernelTesting
import Testing

/// aiosmtpd, started for one test; see `mail_server.py` for what it does with
/// whom.
final class MailServer: Sendable {
    /// A letter that the server took.
    struct Letter: Decodable {
        let from: String
        let to: [String]
        let id: String
        let subject: String
        let headerFrom: String
        let headerTo: String
        let text: String
        let html: String
        let tls: Bool
        let user: String
        let defects: [String]
        let longestLine: Int
        let isAscii: Bool

        private enum CodingKeys: String, CodingKey {
            case from, to, id, subject, text, html, tls, user, defects
            case headerFrom = "header_from"
            case headerTo = "header_to"
            case longestLine = "longest_line"
            case isAscii = "is_ascii"
        }
    }

    let port: Int
    /// The certificate, which is its own authority.
    let certificate: String
    private let child: ChildProcess
    private let folder: TemporaryFolder
    /// Reads what the server writes, so that it never waits for a reader.
    private let output: Task<Void, Never>

    /// - Parameters:
    ///   - security: `starttls`, `tls`, `none`, or `silent` for one that accepts
    ///     connections and says nothing.
    ///   - name: For whom the certificate is.
    init(_ security: String = "starttls", login: Bool = true, name: String = "IP:127.0.0.1,DNS:localhost") async throws
    {
        let folder = try TemporaryFolder()
        certificate = try await Self.makeCertificate(in: folder, for: name)
        var arguments = [
            Self.root + "/Packages/Infrastructure/Mail/Tests/MailServer/mail_server.py", "--security", security,
            "--journal", folder.path(of: "journal"),
        ]
        if security == "starttls" || security == "tls" {
            arguments += ["--certificate", certificate, "--key", folder.path(of: "server.key")]
        }
        if login { arguments.append("--login") }
        let child = try ChildProcess(try await Self.python.value, arguments)
        let line = await child.readOutput(until: ".")
        port = try #require(Int(line.filter(\.isNumber)), "the mail server did not start: \(line)")
        self.child = child
        self.folder = folder
        output = Task { _ = await child.outcome() }
    }

    deinit {
        // The one who reads its output keeps it alive.
        child.send(9)
    }

    /// The letters that it took, in order.
    func letters() throws -> [Letter] {
        let lines = (folder.contents(of: "journal") ?? []).split(separator: UInt8(ascii: "\n"))
        return try lines.map { try JSONDecoder().decode(Letter.self, from: Data($0)) }
    }

    /// Makes a certificate that is its own authority.
    static func makeCertificate(in folder: TemporaryFolder, for name: String) async throws -> String {
        let outcome = try await ChildProcess.run(
            "openssl",
            [
                "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "1",
                "-subj", "/CN=mail", "-addext", "subjectAltName=\(name)", "-keyout", "server.key", "-out",
                "server.pem",
            ], directory: folder.path)
        try #require(outcome.exit == .status(0), "\(outcome.errorText)")
        return folder.path(of: "server.pem")
    }

    /// The folder of the repository.
    private static let root = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(6)
        .joined(separator: "/")

    /// The interpreter, in an environment that is made when it is missing.
    private static let python = Task {
        let outcome = try await ChildProcess.run(root + "/Tools/setup/python.sh")
        try #require(outcome.exit == .status(0), "\(outcome.errorText)")
        return outcome.outputText.split(separator: "\n").last.map(String.init) ?? ""
    }
}
