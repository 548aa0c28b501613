import CoreModels
import FoundationEssentials
import KernelTesting
import LoginContract
import Testing

struct LoginContractTests {
    private func json(_ value: some Encodable) throws -> String {
        String(decoding: try WireCoding.encoder().encode(value), as: UTF8.self)
    }

    private func read<Value: Decodable>(_ type: Value.Type, _ json: String) throws -> Value {
        try WireCoding.decoder().decode(type, from: Data(json.utf8))
    }

    @Test(.requirement("LOGIN-01")) func credentialsReadAsAlways() throws {
        let text = #"{"device":"Ada's laptop","email":"ada@example.com","password":"corréct \"horse\""}"#
        let credentials = try read(LoginContract.Credentials.self, text)
        #expect(credentials.email == "ada@example.com")
        #expect(credentials.password.isEqual(to: Secret("corréct \"horse\"")))
        #expect(credentials.device == "Ada's laptop")
        #expect(try json(credentials) == text)
    }

    @Test func aDeviceNeedNotSayItsName() throws {
        let text = #"{"email":"ada@example.com","password":"x"}"#
        let credentials = try read(LoginContract.Credentials.self, text)
        #expect(credentials.device == nil)
        #expect(try json(credentials) == text)
    }

    @Test func anAnswerReadsAsAlways() throws {
        let text = """
            {"token":{"access_token":"at","expires_in":300,"refresh_token":"rt","scope":"feed:read",\
            "token_type":"Bearer"},"user":{"created_at":"2023-11-14T22:13:20Z","email":"Ada@example.com",\
            "email_verified":true,"id":"9f1b5b1e-0d5c-4c53-8a5e-3f6d6f0c2a11","name":"Ada"}}
            """
        let answer = try read(LoginContract.LoggedIn.self, text)
        #expect(answer.user.email.description == "Ada@example.com")
        #expect(answer.token.refreshToken.isEqual(to: Secret("rt")))
        #expect(try json(answer) == text)
    }

    @Test func aLogoutReadsAsAlways() throws {
        let text = #"{"refresh_token":"rt"}"#
        let logout = try read(LoginContract.Logout.self, text)
        #expect(logout.refreshToken.isEqual(to: Secret("rt")))
        #expect(try json(logout) == text)
    }

    @Test func membersThatAreNotKnownAreIgnored() throws {
        let credentials = try read(
            LoginContract.Credentials.self,
            #"{"riddle":{"nonce":1},"email":"ada@example.com","password":"x","remember":true}"#)
        #expect(credentials.email == "ada@example.com")
        let logout = try read(LoginContract.Logout.self, #"{"everywhere":true,"refresh_token":"rt"}"#)
        #expect(logout.refreshToken.isEqual(to: Secret("rt")))
    }

    @Test(
        arguments: [
            #"{"email":"a@b.de"}"#, #"{"email":1,"password":"x"}"#, #"{"email":"a@b.de","password":["x"]}"#,
            #"{"email":"a@b.de","password":"x","device":1}"#, #"{"email":null,"password":"x"}"#, "[]",
        ]) func whatIsNoCredentialsIsRefused(text: String)
    {
        #expect(throws: DecodingError.self) { try read(LoginContract.Credentials.self, text) }
    }

    @Test(
        .requirement("LOGIN-04"),
        arguments: [
            #""access_token":"","expires_in":300,"refresh_token":"rt","token_type":"Bearer""#,
            #""access_token":"at","expires_in":300,"refresh_token":"","token_type":"Bearer""#,
            #""access_token":"at","expires_in":0,"refresh_token":"rt","token_type":"Bearer""#,
            #""access_token":"at","expires_in":300,"token_type":"Bearer""#,
        ]) func aTokenThatIsNoneIsRefused(token: String)
    {
        let text = """
            {"token":{\(token)},"user":{"created_at":"2023-11-14T22:13:20Z","email":"Ada@example.com",\
            "email_verified":true,"id":"9f1b5b1e-0d5c-4c53-8a5e-3f6d6f0c2a11","name":"Ada"}}
            """
        #expect(throws: DecodingError.self) { try read(LoginContract.LoggedIn.self, text) }
    }

    @Test func bytesThatAreNoTextAreNotSentAsAnEmptyPassword() {
        let credentials = LoginContract.Credentials(email: "a@b.de", password: Secret([0xC3, 0x28]), device: nil)
        #expect(throws: EncodingError.self) { try json(credentials) }
        #expect(throws: EncodingError.self) { try json(LoginContract.Logout(refreshToken: Secret([0xFF]))) }
    }

    @Test(.requirement("LOGIN-25")) func nothingShowsASecretInPrint() {
        let credentials = LoginContract.Credentials(email: "a@b.de", password: Secret("hunter2"), device: nil)
        let logout = LoginContract.Logout(refreshToken: Secret("hunter2"))
        for text in ["\(credentials)", "\(logout)", String(reflecting: credentials), String(reflecting: logout)] {
            #expect(!text.contains("hunter2"))
        }
    }

    @Test func pathsAndCodesReadAsAlways() {
        #expect(LoginContract.loginPath == "/auth/login")
        #expect(LoginContract.logoutPath == "/auth/logout")
        #expect(
            LoginContract.Code.allCases.map(\.rawValue) == [
                "invalid_credentials", "email_not_verified", "account_suspended", "account_closing",
                "captcha_required", "account_locked",
                "second_factor_required",
                "wrong_code", "login_expired", "factor_stays", "too_many_losses", "too_many_requests",
            ])
        #expect(LoginContract.FieldCode.allCases.map(\.rawValue) == ["invalid_email", "invalid_password"])
    }
}
