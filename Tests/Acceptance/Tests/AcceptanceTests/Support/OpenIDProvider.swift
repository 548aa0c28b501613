import FoundationEssentials
import KernelTesting
import Testing

/// An OpenID provider that isn't ours, on this machine: canaille, see `provider.py`.
///
/// It knows `ana`, whose address has an account in the seeded data, `leo`, whose
/// address has none, and `unproved`, of whose address it says nothing.
struct OpenIDProvider: Sendable {
    /// The password of everybody there.
    static let password = "four green tea pots"

    /// The settings of a server that knows it as `office`.
    let settings: [String]
    private let child: ChildProcess

    /// Starts it.
    ///
    /// - Parameters:
    ///   - address: Where the server will be to which people come back.
    ///   - algorithm: With which it signs.
    ///   - usesForms: Whether it sends people back by a form, from another site.
    ///   - folder: Where it leaves the secret of the server.
    init(
        for address: String, signing algorithm: String = "RS256", usesForms: Bool = false, in folder: TemporaryFolder
    ) async throws {
        let root = Programs.root
        let made = try await ChildProcess.run(
            root + "/Tools/setup/python.sh",
            [root + "/Tools/setup/provider-requirements.txt", root + "/.build/provider-python"])
        try #require(made.exit == .status(0), "\(made.errorText)")
        let python = made.outputText.split(separator: "\n").last.map(String.init) ?? ""
        child = try ChildProcess(
            python,
            [
                root + "/Tests/Acceptance/Support/provider.py", folder.path, algorithm, usesForms ? "form" : "link",
                address + "/sign-in/from/office", address + "/auth/providers/office/logout",
            ])
        let lines = await child.readOutput(until: "client-secret\n").split(separator: "\n")
        guard lines.count == 3 else {
            let outcome = await child.outcome()
            throw BrowserFailed(text: outcome.errorText)
        }
        settings = [
            "--providers.office.issuer=\(lines[0])", "--providers.office.client-id=\(lines[1])",
            "--providers.office.client-secret-file=\(lines[2])",
        ]
    }

    /// Somebody logs out there, which it tells the server.
    ///
    /// - Returns: What it is answered.
    func logsOut(_ name: String) async -> String {
        child.type(name + "\n")
        return String(await child.readOutput(until: "\n").dropLast())
    }

    /// Ends it.
    func stops() async {
        child.send(15)
        _ = await child.outcome()
    }
}
