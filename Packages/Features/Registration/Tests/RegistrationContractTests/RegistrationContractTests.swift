import CoreModels
import FoundationEssentials
import KernelTesting
import RegistrationContract
import Testing

struct RegistrationContractTests {
    private let user = """
        "user":{"created_at":"2023-11-14T22:13:20Z","email":"Ada@example.com","email_verified":false,\
        "id":"9f1b5b1e-0d5c-4c53-8a5e-3f6d6f0c2a11","name":"Ada"}
        """
    private let token = """
        "token":{"access_token":"at","expires_in":300,"refresh_token":"rt","scope":"feed:read","token_type":"Bearer"}
        """

    private func json(_ value: some Encodable) throws -> String {
        String(decoding: try WireCoding.encoder().encode(value), as: UTF8.self)
    }

    private func read<Value: Decodable>(_ type: Value.Type, _ json: String) throws -> Value {
        try WireCoding.decoder().decode(type, from: Data(json.utf8))
    }

    @Test(.requirement("REG-01")) func aRequestReadsAsAlways() throws {
        let text = #"{"email":"ada@example.com","name":"Ada Λ","password":"corréct \"horse\""}"#
        let request = try read(RegistrationContract.Request.self, text)
        #expect(request.name == "Ada Λ" && request.email == "ada@example.com")
        #expect(request.password.isEqual(to: Secret("corréct \"horse\"")))
        #expect(try json(request) == text)
    }

    @Test(arguments: [RegistrationContract.Next.confirmation, .logIn, .signedIn])
    func anAnswerReadsAsAlways(next: RegistrationContract.Next) throws {
        let text = "{\"next\":\"\(next.rawValue)\",\(token),\(user)}"
        let created = try read(RegistrationContract.Created.self, text)
        #expect(created.next == next)
        #expect(created.user.email.description == "Ada@example.com")
        #expect(created.token?.accessToken.isEqual(to: Secret("at")) == true)
        #expect(try json(created) == text)
    }

    @Test func anAnswerWithoutATokenReadsAsAlways() throws {
        let text = "{\"next\":\"login\",\(user)}"
        let created = try read(RegistrationContract.Created.self, text)
        #expect(created.token == nil)
        #expect(try json(created) == text)
    }

    @Test(.requirement("REG-15"), arguments: ["", #""next":null,"#, #""next":"a_tour","#])
    func whatAServerDoesNotSayFollowsFromTheToken(next: String) throws {
        let with = try read(RegistrationContract.Created.self, "{\(next)\(token),\(user)}")
        #expect(with.next == .confirmation)
        let without = try read(RegistrationContract.Created.self, "{\(next)\(user)}")
        #expect(without.next == .logIn)
    }

    @Test(.requirement("REG-18")) func theAnswerThatTellsNothingReadsAsAlways() throws {
        #expect(try json(RegistrationContract.Accepted()) == #"{"status":"check_mail"}"#)
        #expect(try read(RegistrationContract.Accepted.self, #"{"status":"check_mail"}"#) == .init())
    }

    @Test func membersThatAreNotKnownAreIgnored() throws {
        let request = try read(
            RegistrationContract.Request.self,
            #"{"age":[36],"email":"ada@example.com","name":"Ada","newsletter":true,"password":"x"}"#)
        #expect(request.name == "Ada")
        let created = try read(RegistrationContract.Created.self, "{\(token),\(user),\"welcome\":{\"x\":1}}")
        #expect(created.user.name == "Ada")
    }

    @Test(
        arguments: [
            #"{"email":"a@b.de","name":"Ada"}"#, #"{"email":"a@b.de","name":["Ada"],"password":"x"}"#,
            #"{"email":"a@b.de","name":"Ada","password":12345678}"#, #"{"email":"a@b.de","name":null,"password":"x"}"#,
            "[]", "null",
        ]) func whatIsNoRequestIsRefused(text: String)
    {
        #expect(throws: DecodingError.self) { try read(RegistrationContract.Request.self, text) }
    }

    @Test func bytesThatAreNoTextAreNotSentAsAnEmptyPassword() {
        let request = RegistrationContract.Request(name: "Ada", email: "a@b.de", password: Secret([0xC3, 0x28]))
        #expect(throws: EncodingError.self) { try json(request) }
    }

    @Test(.requirement("REG-12")) func nothingShowsThePasswordInPrint() {
        let request = RegistrationContract.Request(name: "Ada", email: "a@b.de", password: Secret("hunter2"))
        #expect(!"\(request)".contains("hunter2") && !String(reflecting: request).contains("hunter2"))
    }

    @Test func pathAndCodesReadAsAlways() {
        #expect(RegistrationContract.path == "/auth/register")
        #expect(
            RegistrationContract.Code.allCases.map(\.rawValue) == [
                "email_already_in_use", "invalid_data", "abuse_detected", "replay_detected",
            ])
        #expect(
            RegistrationContract.FieldCode.allCases.map(\.rawValue) == [
                "empty_name", "invalid_name", "reserved_name", "invalid_email", "weak_password", "password_too_long",
                "common_password", "personal_password", "predictable_password",
            ])
    }
}
