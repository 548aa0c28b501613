import AccountVerificationAPI
import Localization
import Testing

struct AddressConfirmationErrorTests {
    @Test func everyErrorSaysWhatHappenedInBothLanguages() {
        let offline = LocalizedText(en: "No connection.", es: "Sin conexión.")
        let errors: [AddressConfirmationError] = [
            .malformedCode, .wrongCode, .expiredCode, .usedCode, .unknownLink, .foreignLink, .notLoggedIn,
            .connectivity(offline), .server, .cancelled,
        ]
        for text in errors.map(\.text) {
            #expect(!text.english.isEmpty && !text.spanish.isEmpty && text.english != text.spanish)
        }
        #expect(Set(errors.map(\.text)).count == errors.count)
    }
}
