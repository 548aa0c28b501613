import HTTPServingAPI
import HTTPServingRouting
import HTTPServingTesting
import HTTPTypes
import Testing

/// Words in the place of pictures that aren't on the device.
struct AbsentPictureTests {
    private func answer(accepting types: String, in language: String = "en") async throws -> ServerResponse {
        let stage = try FormStage()
        return await stage.router.respond(
            to: .sample(.get, "/absent", fields: [.accept: types, .acceptLanguage: language]))
    }

    @Test(arguments: [("en", "Not &lt;here&gt;. It"), ("es", "No está. Llega")])
    func inItsPlaceStandsWhyInTheLanguageOfThePage(language: String, words: String) async throws {
        let answer = try await answer(accepting: "image/avif,image/*,*/*;q=0.8", in: language)
        #expect(answer.status == .ok && answer.fields[.contentType] == "image/svg+xml")
        #expect(answer.fields[.cacheControl] == "private, no-cache", "it comes as soon as it can")
        guard case .bytes(let bytes) = answer.body else { return #expect(Bool(false), "no bytes") }
        let text = String(decoding: bytes, as: UTF8.self)
        #expect(text.contains("<tspan") && text.contains(words), "\(text)")
    }

    @Test func whoOpensItAloneGetsAPage() async throws {
        let answer = try await answer(accepting: "text/html,*/*;q=0.8")
        #expect(answer.status == .serviceUnavailable && answer.fields[.contentType]?.hasPrefix("text/html") == true)
    }
}
