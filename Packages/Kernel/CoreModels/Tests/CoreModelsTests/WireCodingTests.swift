import CoreModels
import FoundationEssentials
import Testing

struct WireCodingTests {
    @Test(arguments: [
        ("plain \"text\"", "plain \"text\""), ("a\u{9B}b\u{7F}", #"a\u009bb\u007f"#),
        ("\u{202E}\u{2066}\u{61C}\u{200F}", #"\u202e\u2066\u061c\u200f"#), ("é中\u{1F600}", "é中\u{1F600}"),
    ])
    func whatIsShownActsOnNoScreen(json: String, visible: String) {
        #expect(WireCoding.visible(json) == visible)
        #expect(WireCoding.visible("\u{1F600}") { $0.value == 0x1F600 } == #"\ud83d\ude00"#)
    }

    @Test(arguments: [
        "2020-05-20T11:24:59+0000", "2020-05-20T11:24:59+00:00", "2020-05-20T11:24:59Z", "2020-05-20T13:24:59+02:00",
        "2020-05-20T11:24:59.000Z", "2020-05-20T11:24:59.000+00:00",
    ])
    func readsEveryUsualFormOfATime(text: String) throws {
        let date = try WireCoding.decoder().decode([Date].self, from: Data("[\"\(text)\"]".utf8))
        #expect(date == [Date(timeIntervalSince1970: 1_589_973_899)])
    }

    @Test(arguments: ["", "yesterday", "2020-13-20T11:24:59Z", "1589973899"])
    func refusesWhatIsNoTime(text: String) {
        #expect(throws: DecodingError.self) {
            try WireCoding.decoder().decode([Date].self, from: Data("[\"\(text)\"]".utf8))
        }
    }

    @Test func writesTheSameBytesForTheSameValue() throws {
        let user = User(
            id: UserID(UUID()), name: "Ana/\u{1F600}", email: EmailAddress("ana@example.com")!, isVerified: true,
            createdAt: Date(timeIntervalSince1970: 1_589_973_899))
        let bytes = try WireCoding.encoder().encode(user)
        #expect(try WireCoding.encoder().encode(user) == bytes)
        #expect(String(decoding: bytes, as: UTF8.self).contains("\"created_at\":\"2020-05-20T11:24:59Z\""))
        #expect(try WireCoding.decoder().decode(User.self, from: bytes) == user)
    }

    @Test func aGrantComesThroughUnchanged() throws {
        let json = """
            {"access_token":"a.b.c","expires_in":300,"refresh_token":"r","scope":"feed:read","token_type":"Bearer"}
            """
        let grant = try WireCoding.decoder().decode(TokenGrant.self, from: Data(json.utf8))
        #expect(String(decoding: try WireCoding.encoder().encode(grant), as: UTF8.self) == json)
        #expect(!"\(grant)".contains("a.b.c"))
    }

    @Test(arguments: [
        #"{"access_token":"","expires_in":300,"refresh_token":"r","token_type":"Bearer"}"#,
        #"{"access_token":"a","expires_in":0,"refresh_token":"r","token_type":"Bearer"}"#,
        #"{"access_token":"a","expires_in":300,"token_type":"Bearer"}"#,
        #"{"access_token":"a\r\nX-Evil: 1","expires_in":300,"refresh_token":"r","token_type":"Bearer"}"#,
        #"{"access_token":"a","expires_in":300,"refresh_token":"r\r\nX-Evil: 1","token_type":"Bearer"}"#,
        #"{"access_token":"a","expires_in":300,"refresh_token":"r\u0000","token_type":"Bearer"}"#,
        #"{"access_token":"a b","expires_in":300,"refresh_token":"r","token_type":"Bearer"}"#,
        #"{"access_token":"a","expires_in":300,"refresh_token":"ré","token_type":"Bearer"}"#,
        #"{"access_token":"a","expires_in":300,"refresh_token":"r","token_type":"Bearer\n"}"#,
        #"{"access_token":"a","expires_in":300,"refresh_token":"r","token_type":"Bearer","scope":"a\u0007"}"#,
    ])
    func refusesAGrantThatCannotBeUsed(json: String) {
        #expect(throws: DecodingError.self) {
            try WireCoding.decoder().decode(TokenGrant.self, from: Data(json.utf8))
        }
    }

    @Test func aTokenFitsIntoARequest() throws {
        func grant(_ length: Int) -> Data {
            let token = String(repeating: "t", count: length)
            return Data(#"{"access_token":"a","expires_in":1,"refresh_token":"\#(token)","token_type":"Bearer"}"#.utf8)
        }
        #expect(throws: Never.self) {
            try WireCoding.decoder().decode(TokenGrant.self, from: grant(TokenGrant.tokenLimit))
        }
        #expect(throws: DecodingError.self) {
            try WireCoding.decoder().decode(TokenGrant.self, from: grant(TokenGrant.tokenLimit + 1))
        }
    }
}
