import HTTPTypes
import Testing

struct AuthenticationChallengeTests {
    @Test(
        arguments: [
            ("Bearer", ["bearer"]), ("  bearer\terror=\"invalid_token\"", ["bearer error=invalid_token"]),
            // The example of RFC 9110, section 11.6.1.
            (
                "Basic realm=\"simple\", Newauth realm=\"apps\", type=1, title=\"Login to \\\"apps\\\"\"",
                ["basic realm=simple", "newauth realm=apps title=Login to \"apps\" type=1"]
            ),
            (
                "Basic realm=\"a, DPoP b\", DPoP error = use_dpop_nonce",
                ["basic realm=a, DPoP b", "dpop error=use_dpop_nonce"]
            ),
            ("Negotiate abc==, Digest realm=\"\\\"Bearer, \"", ["negotiate", "digest realm=\"Bearer, "]),
            ("Negotiate abc=", ["negotiate"]), ("Negotiate, Basic REALM=x, realm=y", ["negotiate", "basic realm=x"]),
            (
                "DPoP algs=\"ES256 ES384\" , error=\"invalid_dpop_proof\"",
                ["dpop algs=ES256 ES384 error=invalid_dpop_proof"]
            ),
            ("Bearer,error=insufficient_scope", ["bearer error=insufficient_scope"]),
            // What isn't one says nothing, and hides nothing.
            ("", []), (", ,", []), ("error=\"invalid_token\"", []), ("Be(arer error=x", []), ("\"Bearer\"", []),
            ("Bearer error=\"a\"b, realm=c", ["bearer realm=c"]), ("Bearer error=\"open, DPoP", ["bearer"]),
            ("Bearer error=\"open\\", ["bearer"]), ("Bearer error=, DPoP", ["bearer", "dpop"]),
            ("=x, Basic", ["basic"]),
        ] as [(String, [String])])
    func areReadAsAList(value: String, expected: [String]) {
        let fields: HTTPFields = [.wwwAuthenticate: value]
        let challenges = fields.challenges.map { challenge in
            ([challenge.scheme] + challenge.parameters.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" })
                .joined(separator: " ")
        }
        #expect(challenges == expected)
    }

    @Test func comeFromAllFieldsInOrder() {
        let fields: HTTPFields = [
            .wwwAuthenticate: "Bearer error=\"invalid_token\"", .contentType: "text/plain", .wwwAuthenticate: "DPoP",
        ]
        #expect(fields.challenges.map(\.scheme) == ["bearer", "dpop"])
        #expect(fields.challenges.map(\.error) == ["invalid_token", nil])
    }
}
