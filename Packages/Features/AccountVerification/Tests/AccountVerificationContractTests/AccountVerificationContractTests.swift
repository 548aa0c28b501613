import AccountVerificationContract
import CoreModels
import FoundationEssentials
import KernelTesting
import Testing

struct AccountVerificationContractTests {
    private func text(_ value: some Encodable) throws -> String {
        String(decoding: try WireCoding.encoder().encode(value), as: UTF8.self)
    }

    private var user: User {
        get throws {
            User(
                id: try #require(UserID("6F9619FF-8B86-D011-B42D-00CF4FC964FF")), name: "Ada",
                email: try #require(EmailAddress("ada@example.com")), isVerified: true,
                createdAt: Date(timeIntervalSince1970: 1_589_973_899))
        }
    }

    private let golden = """
        {"user":{"created_at":"2020-05-20T11:24:59Z","email":"ada@example.com","email_verified":true,\
        "id":"6f9619ff-8b86-d011-b42d-00cf4fc964ff","name":"Ada"}}
        """

    @Test(.requirement("VERIFY-09")) func whatIsSentIsWrittenAsTheContractSays() throws {
        #expect(try text(AccountVerificationContract.Confirmation(code: "01234567")) == #"{"code":"01234567"}"#)
        #expect(try text(AccountVerificationContract.Confirmation(token: "AbC-_9")) == #"{"token":"AbC-_9"}"#)
        let known = AccountVerificationContract.Confirmation(code: "1", email: "a@b.c", password: Secret("p"))
        #expect(try text(known) == #"{"code":"1","email":"a@b.c","password":"p"}"#)
        let data = Data(#"{"code":"1","flow":"x"}"#.utf8)
        let read = try WireCoding.decoder().decode(AccountVerificationContract.Confirmation.self, from: data)
        #expect(read.code?.isEqual(to: Secret("1")) == true)
    }

    @Test(.requirement("VERIFY-02")) func whatIsAnsweredIsWrittenAsTheContractSays() throws {
        #expect(try text(AccountVerificationContract.Confirmed(user: user)) == golden)
        #expect(try text(AccountVerificationContract.Accepted()) == #"{"status":"check_mail"}"#)
    }

    @Test(arguments: ["2020-05-20T11:24:59+0000", "2020-05-20T11:24:59+00:00", "2020-05-20T11:24:59Z"])
    func readsTheAnswerAndIgnoresWhatItDoesNotKnow(time: String) throws {
        let text = golden.replacing("2020-05-20T11:24:59Z", with: time)
            .replacing(#"{"user":{"#, with: #"{"next":null,"user":{"age":36,"#)
        let read = try WireCoding.decoder().decode(AccountVerificationContract.Confirmed.self, from: Data(text.utf8))
        #expect(try read.user == user)
    }

    @Test func pathsAndCodesAreThoseOfTheContract() {
        #expect(AccountVerificationContract.path == "/auth/verification")
        #expect(AccountVerificationContract.resendPath == "/auth/verification/resend")
        #expect(AccountVerificationContract.pagePath == "/verify")
        let codes = AccountVerificationContract.Code.allCases.map(\.rawValue)
        #expect(
            codes == ["invalid_code", "link_expired", "link_foreign", "link_unknown", "link_used", "wrong_password"])
    }
}
