import CryptographyAPI
import FoundationEssentials
import Testing

struct JSONWebKeyTests {
    private static let json = #"""
        {"alg":"ES256","crv":"P-256","kid":"1","kty":"EC","use":"sig","x":"f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU","y":"x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0"}
        """#

    @Test func readsAndWritesTheMembersOfTheStandard() throws {
        let key = try JSONDecoder().decode(JSONWebKey.self, from: Data(Self.json.utf8))
        #expect(key.keyType == "EC")
        #expect(key.curve == "P-256")
        #expect(key.keyID == "1")
        #expect(key.use == "sig")
        #expect(key.algorithm == "ES256")
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        #expect(String(decoding: try encoder.encode(key), as: UTF8.self) == Self.json)
    }

    @Test func leavesOutWhatIsNotThere() throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        let set = JSONWebKeySet(keys: [JSONWebKey(keyType: "OKP", curve: "Ed25519", x: "abc")])
        let text = String(decoding: try encoder.encode(set), as: UTF8.self)
        #expect(text == #"{"keys":[{"crv":"Ed25519","kty":"OKP","x":"abc"}]}"#)
    }

    @Test func ignoresMembersItDoesNotKnow() throws {
        let json = #"{"kty":"OKP","crv":"Ed25519","x":"abc","key_ops":["verify"],"ext":true}"#
        let key = try JSONDecoder().decode(JSONWebKey.self, from: Data(json.utf8))
        #expect(key == JSONWebKey(keyType: "OKP", curve: "Ed25519", x: "abc"))
    }

    @Test(arguments: [#""d":"secret""#, #""d":null"#, #""d":1"#])
    func refusesASecretKey(member: String) {
        let json = "{\"kty\":\"OKP\",\"crv\":\"Ed25519\",\"x\":\"abc\",\(member)}"
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(JSONWebKey.self, from: Data(json.utf8)) }
    }
}
