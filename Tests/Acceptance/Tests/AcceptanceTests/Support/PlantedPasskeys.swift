import FoundationEssentials
import KernelTesting
import Testing

/// Passkeys that no authenticator made: each account of a server's data gets one, of
/// which the identifier is its address.
enum PlantedPasskeys {
    /// Where browsers have to believe the server to be.
    static let address = "http://localhost:8080"

    /// The public key of nobody's, which isn't that of the server's decoy.
    private static let key =
        "A50102032620012158207CF27B188D034F7E8A52380304B51AC3C08969E277F21B35A60B48FC47669978"
        + "22582007775510DB8ED040293D9AC69F7430DBBA7DADE63CE982299E04B79D227873D1"

    /// Plants them while no server runs.
    static func plant(in data: String) async throws {
        let statement = """
            INSERT INTO passkeys (id, user_id, credential_id, user_handle, public_key, counter, can_be_backed_up,
                is_backed_up, transports, name, made_at)
            SELECT id, id, CAST(email AS BLOB), CAST(email AS BLOB), x'\(key)', 0, 0, 0, 'internal', 'Telephone', 0
            FROM accounts
            """
        let outcome = try await ChildProcess.run("sqlite3", [data + "/essentiald.sqlite", statement])
        try #require(outcome.exit == .status(0), "\(outcome.errorText)")
    }

    /// What the server asks whoever logs in by a passkey.
    static func question(of server: Server) async throws -> String {
        try #require(try await server.ask("POST", "/auth/login/passkey/question")?.json?["challenge"]?.text)
    }

    /// An answer by the passkey of an address, or by none, which neither signed.
    static func answer(by email: String, to challenge: String) -> String {
        let client = encoded(#"{"type":"webauthn.get","challenge":"\#(challenge)","origin":"\#(address)"}"#)
        // SHA-256 of localhost, that a person is there and known, no counter; and a signature with other numbers.
        let data = "SZYN5YgOjGh0NBcPZHZgW4_krrmihjLHmVzzuoMdl2MFAAAAAA", signature = "MAYCAQECAQE"
        let id = encoded(email)
        return #"{"credential":{"id":"\#(id)","response":{"authenticatorData":"\#(data)","#
            + #""clientDataJSON":"\#(client)","signature":"\#(signature)","userHandle":"\#(id)"}}}"#
    }

    private static func encoded(_ text: String) -> String {
        Data(text.utf8).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
            .replacing("=", with: "")
    }
}
