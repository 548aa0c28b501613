import FoundationEssentials
import HTTPTypes
import KernelTesting
import ServerTesting
import Testing

/// The tokens of Supabase's clients: what they let in, and what the server answers for.
struct SupabaseTokensTests {
    private let stage: SupabaseStage

    init() throws { stage = try SupabaseStage() }

    @Test(.requirement("SUPABASE-02")) func theirTokenLetsNobodyInElsewhere() async throws {
        let (server, person) = try stage()
        try await server.run {
            _ = try await person.member()
            let session = try await person.supabaseLogin()
            let token = try #require(session["access_token"])
            #expect(try await person.supabase(.get, "/user", token: token)["email"] == FactorPerson.email)
            #expect(try await person.ask(.get, "/auth/me", token: token).code == "invalid_token")
            // What is within is a token like any other; without its signature nothing holds.
            let parts = token.split(separator: ".")
            let unsigned = "\(parts[0]).\(parts[1].dropLast(8)).\(parts[2])"
            #expect(try await person.supabase(.get, "/user", token: unsigned)["error_code"] == "bad_jwt")
            #expect(try await person.supabase(.get, "/user")["error_code"] == "no_authorization")
        }
    }

    /// Clients of Supabase ask for the user where they can't check a signature themselves, and believe all claims then.
    @Test(.requirement("SUPABASE-02")) func noTokenIsVouchedForThatOthersMade() async throws {
        let (server, person) = try stage()
        try await server.run {
            _ = try await person.member()
            let token = try #require(try await person.supabaseLogin()["access_token"])
            let parts = token.split(separator: ".").map(String.init)
            struct Inner: Decodable { let essential_token: String }
            let inner = try JSONDecoder().decode(Inner.self, from: Self.decoded(parts[1])).essential_token
            let claims =
                #"{"sub":"somebody else","role":"service_role","exp":4000000000,"essential_token":"\#(inner)"}"#
            let payload = Self.encoded(claims)
            for forged in [
                Self.encoded(#"{"alg":"HS256","typ":"JWT"}"#) + "." + payload + ".AAAA",
                "\(parts[0]).\(payload).\(parts[2])",
                Self.encoded("{}") + "." + payload + ".", Self.encoded(#"{"alg":"none"}"#) + "." + payload + ".",
            ] {
                for path in ["/user", "/logout?scope=local"] {
                    let answer = try await person.supabase(path == "/user" ? .get : .post, path, token: forged)
                    #expect(answer["error_code"] == "bad_jwt", "\(forged) \(answer)")
                }
            }
            #expect(try await person.supabase(.get, "/user", token: token).status == 200)
            #expect(try await person.supabase(.get, "/user", token: inner).status == 200)
        }
    }

    private static func encoded(_ text: String) -> String {
        Data(text.utf8).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
            .replacing("=", with: "")
    }

    private static func decoded(_ part: String) throws -> Data {
        let text = part.replacing("-", with: "+").replacing("_", with: "/")
        return try #require(Data(base64Encoded: text + String(repeating: "=", count: (4 - text.count % 4) % 4)))
    }

    /// A client takes 401 and 403 for a session that is over, and says nothing.
    @Test(.requirement("SUPABASE-02")) func othersThatGoOnAreToldTo() async throws {
        let (server, person) = try stage()
        let date = stage.date
        try await server.run {
            _ = try await person.member()
            let own = try await person.supabaseLogin(), other = try await person.supabaseLogin()
            date.advance(by: .seconds(303))
            let refused = try await person.supabase(.post, "/logout?scope=others", token: own["access_token"])
            #expect(refused.status == 400 && refused["error_code"] == "reauthentication_needed", "\(refused)")
            for session in [own, other] {
                #expect(try await person.supabase(.get, "/user", token: session["access_token"]).status == 200)
            }
        }
    }
}
