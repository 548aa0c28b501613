import FoundationEssentials
import KernelTesting
import Testing

/// Passkeys that no authenticator made: each account of a server's data gets one, of
/// which the identifier is its address.
enum PlantedPasskeys {
    /// Where browsers have to believe the server to be.
    static let address = "http://localhost:8080"

    /// How they sign.
    enum Kind: CaseIterable, Sendable {
        case es256, edDSA, rs256

        /// The public key of nobody's, which isn't that of a decoy of the server's.
        fileprivate var key: String {
            switch self {
            case .es256:
                "A50102032620012158207CF27B188D034F7E8A52380304B51AC3C08969E277F21B35A60B48FC47669978"
                    + "22582007775510DB8ED040293D9AC69F7430DBBA7DADE63CE982299E04B79D227873D1"
            case .edDSA:
                // RFC 8032, section 7.1, test 2.
                "A4010103272006215820" + "3D4017C3E843895A92B70AA74D1B7EBC9C982CCF2EC4968CC0CD55F12AF4660C"
            case .rs256:
                // The exponent is 65537.
                "A401030339010020590100" + "B0" + String(repeating: "5A", count: 254) + "01" + "2143010001"
            }
        }

        /// Something of the form in which they sign.
        fileprivate var signature: Data {
            switch self {
            case .es256: Data([0x30, 6, 2, 1, 1, 2, 1, 1])
            case .edDSA: Data(repeating: 1, count: 64)
            case .rs256: Data(repeating: 1, count: 256)
            }
        }
    }

    /// Plants them while no server runs.
    static func plant(_ kind: Kind = .es256, in data: String) async throws {
        let statement = """
            INSERT INTO passkeys (id, user_id, credential_id, user_handle, public_key, counter, can_be_backed_up,
                is_backed_up, transports, name, made_at)
            SELECT id, id, CAST(email AS BLOB), CAST(email AS BLOB), x'\(kind.key)', 0, 0, 0, 'internal', 'Telephone', 0
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
    ///
    /// - Parameter form: How it looks as if it were signed.
    static func answer(by email: String, to challenge: String, signedAs form: Kind = .es256) -> String {
        let client = encoded(#"{"type":"webauthn.get","challenge":"\#(challenge)","origin":"\#(address)"}"#)
        // SHA-256 of localhost, that a person is there and known, no counter.
        let data = "SZYN5YgOjGh0NBcPZHZgW4_krrmihjLHmVzzuoMdl2MFAAAAAA", signature = encoded(form.signature)
        let id = encoded(email)
        return #"{"credential":{"id":"\#(id)","response":{"authenticatorData":"\#(data)","#
            + #""clientDataJSON":"\#(client)","signature":"\#(signature)","userHandle":"\#(id)"}}}"#
    }

    private static func encoded(_ text: String) -> String { encoded(Data(text.utf8)) }

    private static func encoded(_ data: Data) -> String {
        data.base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
            .replacing("=", with: "")
    }
}
