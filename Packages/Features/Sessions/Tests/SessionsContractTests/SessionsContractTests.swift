import CoreModels
import FoundationEssentials
import HTTPServingAPI
import SessionsContract
import SessionsServiceAPI
import Testing

struct SessionsContractTests {
    @Test func metadataReadsAsAlways() throws {
        let metadata = AuthorizationServerMetadata(issuer: "https://example.com/base", scopes: ["feed:read"])
        let json = String(decoding: try WireCoding.encoder().encode(metadata), as: UTF8.self)
        #expect(
            json == """
                {"grant_types_supported":[],"issuer":"https://example.com/base",\
                "jwks_uri":"https://example.com/base/.well-known/jwks.json",\
                "response_types_supported":[],"scopes_supported":["feed:read"]}
                """)
    }

    @Test func aSlashAtTheEndOfTheIssuerIsKeptAndNotDoubled() {
        let metadata = AuthorizationServerMetadata(issuer: "https://example.com/", scopes: [])
        #expect(metadata.issuer == "https://example.com/")
        #expect(metadata.jwksURI == "https://example.com/.well-known/jwks.json")
    }

    @Test func codesReadAsAlways() {
        #expect(
            SessionsCode.allCases.map(\.rawValue) == [
                "authentication_required", "invalid_token", "token_expired", "session_ended", "email_not_verified",
            ])
    }

    @Test func sharedProblemsUseTheCodesOfTheContract() {
        #expect(HTTPProblem.emailNotVerified.code == SessionsCode.emailNotVerified.rawValue)
        #expect(HTTPProblem.authenticationRequired().code == SessionsCode.authenticationRequired.rawValue)
    }
}
