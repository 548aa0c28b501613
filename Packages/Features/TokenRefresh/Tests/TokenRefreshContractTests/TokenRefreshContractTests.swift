import CoreModels
import FoundationEssentials
import Testing
import TokenRefreshContract

struct TokenRefreshContractTests {
    @Test func aRequestReadsAsAlways() throws {
        let request = TokenRefreshContract.Request(refreshToken: Secret("old"))
        let json = String(decoding: try WireCoding.encoder().encode(request), as: UTF8.self)
        #expect(json == #"{"refresh_token":"old"}"#)
        let read = try WireCoding.decoder().decode(
            TokenRefreshContract.Request.self, from: Data(#"{"refresh_token":"old","more":1}"#.utf8))
        #expect(read.refreshToken.isEqual(to: Secret("old")))
    }

    @Test(arguments: [#"{"refresh_token":""}"#, "{}", #"{"refresh_token":null}"#, #"{"refresh_token":7}"#])
    func aRequestWithoutATokenIsNone(json: String) {
        #expect(throws: DecodingError.self) {
            try WireCoding.decoder().decode(TokenRefreshContract.Request.self, from: Data(json.utf8))
        }
    }

    @Test func anAnswerReadsAsAlways() throws {
        let json = """
            {"token":{"access_token":"a","expires_in":300,"refresh_token":"r","scope":"feed:read",\
            "token_type":"Bearer"}}
            """
        let answer = try WireCoding.decoder().decode(TokenRefreshContract.Response.self, from: Data(json.utf8))
        #expect(answer.token.refreshToken.isEqual(to: Secret("r")))
        #expect(String(decoding: try WireCoding.encoder().encode(answer), as: UTF8.self) == json)
    }

    @Test func pathAndCodesReadAsAlways() {
        #expect(TokenRefreshContract.path == "/auth/refresh")
        #expect(TokenRefreshContract.Code.allCases.map(\.rawValue) == ["invalid_grant", "unavailable"])
    }
}
