import CurlKit
import Testing

struct CurlCodeTests {
    @Test func speaksInTheLibrarysWords() {
        #expect(CurlCode.timedOut.description == "Timeout was reached")
        #expect(CurlError(code: .timedOut).description == "Timeout was reached (libcurl 28)")
        #expect(CurlOutcome(code: .timedOut).reason == "Timeout was reached")
    }

    @Test func keepsCodesThatItDoesNotKnow() {
        #expect(CurlCode(rawValue: 9999).rawValue == 9999)
        #expect(!CurlCode(rawValue: 9999).description.isEmpty)
    }

    @Test func knowsTheLibrary() {
        #expect(CurlLibrary.version.hasPrefix("libcurl/"))
    }
}
