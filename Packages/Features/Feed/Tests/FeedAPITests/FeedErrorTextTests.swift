import FeedAPI
import Localization
import Presenting
import Testing

/// Every error says what happened, in two languages that differ.
struct FeedErrorTextTests {
    private let locked = LocalizedText(en: "The vault is locked.", es: "La caja fuerte no se abre.")
    private let offline = LocalizedText(en: "There is no connection.", es: "No hay conexión.")

    private func expectBothLanguages(_ texts: [LocalizedText]) {
        for text in texts {
            #expect(!text.english.isEmpty && !text.spanish.isEmpty)
            #expect(text.english != text.spanish)
        }
        #expect(Set(texts).count == texts.count)
    }

    @Test func ofTheFeed() {
        let errors: [FeedError] = [
            .connectivity(offline), .impossible(Obstacle(code: "c", locked)), .invalidData, .unknownCursor,
            .notLoggedIn,
            .cancelled,
        ]
        expectBothLanguages(errors.map(\.text))
    }

    @Test func ofPictures() {
        let errors: [ImageDataError] = [
            .connectivity(offline), .impossible(Obstacle(code: "c", locked)), .server(code: "c", locked), .invalidData,
            .notFound,
            .notLoggedIn, .cancelled,
        ]
        expectBothLanguages(errors.map(\.text))
        #expect(ImageDataError.connectivity(offline).text.english.hasSuffix(offline.english))
    }

    @Test func ofTheCaches() {
        let feed: [FeedCacheError] = [.unreadable(reason: "R"), .notSaved(reason: "R"), .notRemoved(reason: "R")]
        let images: [ImageCacheError] = [.unreadable(reason: "R"), .notSaved(reason: "R"), .notRemoved(reason: "R")]
        expectBothLanguages(feed.map(\.text) + images.map(\.text))
        for text in feed.map(\.text) + images.map(\.text) {
            #expect(text.english.contains("(R)") && text.spanish.contains("(R)"))
        }
    }
}
