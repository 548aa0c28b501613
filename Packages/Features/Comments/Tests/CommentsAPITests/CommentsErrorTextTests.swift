import CommentsAPI
import Localization
import Testing

struct CommentsErrorTextTests {
    @Test func everyErrorSaysWhatHappenedInBothLanguages() {
        let text = LocalizedText(en: "No.", es: "Que no.")
        let errors: [CommentsError] = [
            .connectivity(text), .invalidData, .imageNotFound, .commentNotFound, .notTheAuthor, .notLoggedIn,
            .emailNotVerified, .noComments, .cancelled, .server(text),
        ]
        for text in errors.map(\.text) {
            #expect(!text.english.isEmpty && !text.spanish.isEmpty && text.english != text.spanish)
        }
        #expect(Set(errors.map(\.text)).count == errors.count)
        #expect(CommentsError.refused(text).text == text)
        let kept = CommentsError.kept(.server(text), text + text)
        #expect(kept.text == text + text && kept.isWaiting && !CommentsError.server(text).isWaiting)
    }
}
