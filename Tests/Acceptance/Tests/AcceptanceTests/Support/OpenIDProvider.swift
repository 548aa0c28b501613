import FoundationEssentials
import KernelTesting

/// An OpenID provider that isn't ours, on this machine: see `provider.py` and `glewlwyd.py`.
///
/// It knows `ana`, whose address has an account in the seeded data, `leo`, whose
/// address has none, and `unproved`, of whose address it says nothing.
struct OpenIDProvider: Sendable {
    /// The password of everybody there.
    static let password = "four green tea pots"

    /// Whose program it is.
    enum Program: String, Sendable {
        case canaille
        /// Written in C, with scripts in its pages; tells by itself who logs out.
        case glewlwyd
    }

    /// Its address.
    let issuer: String
    /// The settings of a server that knows it as `office`.
    let settings: [String]
    private let child: ChildProcess

    /// Starts it.
    ///
    /// - Parameters:
    ///   - address: Where the server will be to which people come back.
    ///   - program: What it is.
    ///   - algorithm: With which it signs.
    ///   - usesForms: Whether it sends people back by a form, from another site.
    ///   - clock: By which canaille goes; nil for the machine's.
    ///   - folder: Where it leaves the secret of the server.
    init(
        for address: String, _ program: Program = .canaille, signing algorithm: String = "RS256",
        usesForms: Bool = false, clock: ShiftedClock? = nil, in folder: TemporaryFolder
    ) async throws {
        let python = try await Python.ofProvider.value
        let support = Programs.root + "/Tests/Acceptance/Support/", back = address + "/sign-in/from/office"
        let logout = address + "/auth/providers/office/logout"
        switch program {
        case .canaille:
            let manner = usesForms ? "form" : "link"
            child = try ChildProcess(
                python, [support + "provider.py", folder.path, algorithm, manner, back, logout],
                environment: Surroundings.variables.merging(clock?.environment ?? [:]) { $1 })
        case .glewlwyd:
            child = try ChildProcess(python, [support + "glewlwyd.py", folder.path, algorithm, back, logout])
        }
        let lines = await child.readOutput(until: "client-secret\n").split(separator: "\n")
        guard lines.count == 3 else {
            let outcome = await child.outcome()
            throw BrowserFailed(text: outcome.errorText)
        }
        issuer = String(lines[0])
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
