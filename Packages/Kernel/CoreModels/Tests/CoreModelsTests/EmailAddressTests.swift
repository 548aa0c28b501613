import CoreModels
import Testing

struct EmailAddressTests {
    @Test(arguments: [
        "ana@example.com", "a.b+c@sub.example.co", "ñandú@correo.es", "x@müller.de", "o'neil@example.ie", "1@2.com",
    ])
    func acceptsWhatPeopleHave(text: String) {
        #expect(EmailAddress(text)?.description == text)
    }

    @Test(arguments: [
        "", " ", "ana", "@example.com", "ana@", "ana@example", "ana@@example.com", "a b@example.com", ".a@example.com",
        "a.@example.com", "a..b@example.com", "a@-example.com", "a@example-.com", "a@example..com", "a@.com",
        "ana@example.com\r\nBcc: eve@example.com", "ana@example.com\n", "<ana@example.com>", "a\u{0}@example.com",
        "a@exam_ple.com", "a\u{200B}b@example.com", "\"a b\"@example.com", "a@[127.0.0.1]",
    ])
    func refusesWhatIsNoAddress(text: String) {
        #expect(EmailAddress(text) == nil)
    }

    @Test func refusesAddressesLongerThanTheStandardAllows() {
        #expect(EmailAddress(String(repeating: "a", count: 64) + "@example.com") != nil)
        #expect(EmailAddress(String(repeating: "a", count: 65) + "@example.com") == nil)
        let domain = Array(repeating: String(repeating: "d", count: 60), count: 4).joined(separator: ".")
        #expect(EmailAddress("a@" + domain) != nil)
        #expect(EmailAddress("abcdefghijkl@" + domain) == nil)
    }

    @Test func comparesWithoutRegardToCase() {
        #expect(EmailAddress("Ana@Example.COM") == EmailAddress("ana@example.com"))
        #expect(EmailAddress(" ana@example.com ")?.description == "ana@example.com")
    }
}
