import CryptographyAPI
import CryptographyTesting
import ScreensApp
import Testing

struct AppOriginTests {
    @Test func itIsFoundUnderANameThatNobodyGuesses() throws {
        let random = try Cryptography.real().random
        let origin = AppOrigin(label: try AppOrigin.makeLabel(random), port: try AppOrigin.makePort(random))
        #expect(origin.label.utf8.count == 16 && (20_000..<32_000).contains(origin.port))
        #expect(origin.address("/open") == "http://\(origin.label).essential.localhost:\(origin.port)/open")
        #expect(try AppOrigin.makeLabel(random) != origin.label)
        #expect(AppOrigin(origin.text) == origin)
    }

    @Test(arguments: ["", "abcdefghijklmnop", "abcdefghijklmnop:0", "short:20000", "ABCDEFGHIJKLMNOP:20000", "a.b:1:2"])
    func whatIsDamagedIsNone(text: String) {
        #expect(AppOrigin(text) == nil)
    }
}
