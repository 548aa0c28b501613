import AccountsContract
import CoreModels
import FoundationEssentials
import Testing

struct AccountsContractTests {
    private let json = """
        {"created_at":"2023-11-14T22:13:20Z","email":"Ada@example.com","email_verified":true,\
        "id":"9f1b5b1e-0d5c-4c53-8a5e-3f6d6f0c2a11","name":"Ada"}
        """

    @Test func anAccountReadsAsAlways() throws {
        let user = try WireCoding.decoder().decode(User.self, from: Data(json.utf8))
        #expect(user.email.description == "Ada@example.com")
        #expect(user.isVerified)
        #expect(String(decoding: try WireCoding.encoder().encode(user), as: UTF8.self) == json)
    }

    @Test func pathAndCodesReadAsAlways() {
        #expect(AccountsContract.mePath == "/auth/me")
        #expect(AccountsContract.deletionPath == "/auth/me/deletion")
        let codes = ["authentication_required", "insufficient_user_authentication", "unavailable"]
        #expect(AccountsContract.Code.allCases.map(\.rawValue) == codes)
    }
}
