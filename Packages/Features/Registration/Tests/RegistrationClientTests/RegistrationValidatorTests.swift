import CoreModels
import HTTPTransportAPI
import HTTPTransportTesting
import KernelTesting
import Localization
import PasswordQuality
import RegistrationAPI
import Testing

struct RegistrationValidatorTests {
    private let fixture = RegistrationClientFixture(HTTPTransportStub(failure: .timedOut))

    private func problems(
        name: String = "Ada", email: String = "ada@example.com", password: String = "four green tea pots"
    )
        -> [InvalidField]
    {
        fixture.validator.validate(RegistrationForm(name: name, email: email, password: Secret(password)))
    }

    @Test(.requirement("REG-06")) func aValidFormHasNoProblems() {
        #expect(problems().isEmpty)
        #expect(problems(name: "  Ada ", email: " ADA@Example.com ", password: "ocho letras ñ").isEmpty)
    }

    @Test(.requirement("REG-03"), arguments: ["", " ", "\n\t", "\u{A0}", "\u{200B}"])
    func anEmptyNameIsOne(name: String) {
        #expect(problems(name: name) == [.emptyName])
    }

    @Test(arguments: ["A\u{0}da", "A\u{202E}da", String(repeating: "x", count: 101)])
    func aNameThatCannotBeShownIsOne(name: String) {
        #expect(problems(name: name) == [.invalidName])
    }

    @Test(.requirement("REG-44")) func whatTheProgramSaysOfPeopleIsOne() {
        #expect(problems(name: "Deleted account") == [.reservedName])
        #expect(InvalidField.reservedName.field == .name)
    }

    @Test(
        .requirement("REG-04", "SANIT-04"), arguments: ["", "ada", "ada@", "@example.com", "ada@example", "a b@c.de"])
    func anInvalidAddressIsOne(email: String) {
        #expect(problems(email: email) == [.invalidEmail])
    }

    @Test(.requirement("REG-05", "SANIT-05"), arguments: ["", "1", "1234567", "e\u{301}e\u{301}e\u{301}e\u{301}"])
    func aShortPasswordIsOne(password: String) {
        #expect(problems(password: password) == [.weakPassword])
    }

    @Test(
        arguments: [
            ("12345678", PasswordProblem.common), ("lovelace kettle soup", .personal(.name)),
            ("countess kettle soup", .personal(.email)), ("essential kettle", .personal(.service)),
            ("aaaaaaaaaaaa", .predictable(.repetition)), ("Monkey2024", .predictable(.word)),
        ]) func aPasswordThatWouldBeGuessedIsOne(password: String, problem: PasswordProblem)
    {
        let found = problems(name: "Lovelace", email: "countess@example.com", password: password)
        #expect(found == [.guessablePassword(problem)])
        #expect(found.map(\.field) == [.password])
        #expect(found.first?.text == problem.text)
    }

    @Test func aPasswordMayHave1024Bytes() {
        let longest = String(repeating: "ñandú кузнец 秘密 🦀 ", count: 31) + "y"
        #expect(longest.utf8.count == 1_024)
        #expect(problems(password: longest).isEmpty)
        #expect(problems(password: longest + "x") == [.passwordTooLong])
    }

    @Test(.requirement("REG-06")) func allProblemsComeTogetherInTheOrderOfTheForm() {
        #expect(problems(name: " ", email: "ada", password: "short") == [.emptyName, .invalidEmail, .weakPassword])
        #expect(problems(name: "A\u{0}", password: "short") == [.invalidName, .weakPassword])
        #expect(problems(name: "", email: "") == [.emptyName, .invalidEmail])
        #expect(problems(email: "", password: "") == [.invalidEmail, .weakPassword])
    }

    @Test(.requirement("REG-07", "L10N-01")) func eachProblemSaysWhatWouldBeRight() {
        #expect(InvalidField.invalidEmail.text.english == "Invalid email. It should look like name@example.com.")
        #expect(
            InvalidField.invalidEmail.text.spanish == "Correo no válido. Debe parecerse a nombre@example.com.")
        #expect(InvalidField.weakPassword.text.english.hasPrefix("Minimum 8 characters"))
        #expect(InvalidField.weakPassword.text.spanish.hasPrefix("Mínimo 8 caracteres"))
        let all: [InvalidField] = [.emptyName, .invalidName, .invalidEmail, .weakPassword, .passwordTooLong]
        #expect(all.map(\.field) == [.name, .name, .email, .password, .password])
        #expect(Set(all.map(\.text.english)).count == all.count)
        #expect(Set(all.map(\.text.spanish)).count == all.count)
    }
}
