import CoreModels
import FoundationEssentials
import PasswordRecoveryContract
import Testing

struct PasswordRecoveryContractTests {
    private func text(_ value: some Encodable) throws -> String {
        String(decoding: try WireCoding.encoder().encode(value), as: UTF8.self)
    }

    @Test func whatIsSentIsWrittenAsTheContractSays() throws {
        #expect(
            try text(PasswordRecoveryContract.Request(email: "ana@example.com")) == #"{"email":"ana@example.com"}"#)
        #expect(
            try text(PasswordRecoveryContract.Request(email: "a@b.c", captcha: Secret("solved")))
                == #"{"captcha":"solved","email":"a@b.c"}"#)
        let password = Secret("four green tea pots ñ")
        #expect(
            try text(PasswordRecoveryContract.Reset(token: "AbC", newPassword: password))
                == #"{"new_password":"four green tea pots ñ","token":"AbC"}"#)
        #expect(
            try text(PasswordRecoveryContract.Reset(code: "01234567", email: "a@b.c", newPassword: password))
                == #"{"code":"01234567","email":"a@b.c","new_password":"four green tea pots ñ"}"#)
        #expect(try text(PasswordRecoveryContract.Accepted()) == #"{"status":"check_mail"}"#)
    }

    @Test func readsWhatClientsSendAndIgnoresWhatItDoesNotKnow() throws {
        let data = Data(#"{"new_password":"x","token":"t","captcha":{}}"#.utf8)
        let reset = try WireCoding.decoder().decode(PasswordRecoveryContract.Reset.self, from: data)
        #expect(reset.token?.isEqual(to: Secret("t")) == true && reset.code == nil)
        #expect(reset.newPassword?.isEqual(to: Secret("x")) == true)
    }

    @Test func pathsAndCodesAreThoseOfTheContract() {
        #expect(PasswordRecoveryContract.recoveryPath == "/auth/password/recovery")
        #expect(PasswordRecoveryContract.resetPath == "/auth/password/reset")
        #expect(PasswordRecoveryContract.pagePath == "/reset")
        let codes = PasswordRecoveryContract.Code.allCases.map(\.rawValue)
        #expect(
            codes == [
                "captcha_required", "invalid_code", "invalid_email", "link_expired", "link_foreign", "link_unknown",
                "link_used", "same_password",
            ])
    }
}
