import BrowserLoginAPI
import CoreModels
import FoundationEssentials
import KernelTesting
import Localization
import Testing

struct DeviceLoginAPITests {
    @Test(
        .requirement("BROWSERLOGIN-12"),
        arguments: [
            "WDJBMJHT", "wdjb-mjht", " WDJB MJHT ", "w d j b m j h t", "WDJB–MJHT", "WDJB\u{00A0}MJHT",
            "\u{200B}WDJB\u{AD}MJHT\u{FEFF}", "ＷＤＪＢ－ｍｊｈｔ", "WDJB\u{2212}MJHT", "“WDJB-MJHT”", "'WDJB-MJHT'",
            "«WDJB-MJHT»", "\"WDJB-MJHT\".", "WDJB-MJHT.",
        ])
    func isReadHoweverItIsTyped(typed: String) {
        #expect(UserCode(typed)?.description == "WDJBMJHT" && UserCode(typed)?.spaced == "WDJB-MJHT")
    }

    @Test(arguments: ["", "WDJB-MJH", "WDJB-MJHTX", "WDJB-MJH1", "AEIO-UAEI", "WDJB_MJHT", "WDJB-MJHß"])
    func whatCannotBeOneIsNone(typed: String) {
        #expect(UserCode(typed) == nil)
    }

    @Test(.requirement("BROWSERLOGIN-12")) func eachLetterIsAsLikelyAsAnyOther() throws {
        let letters = (UInt8.min...UInt8.max).compactMap { byte in
            UserCode(random: Array(repeating: byte, count: 8))?.description.first
        }
        let counts = Dictionary(grouping: letters) { $0 }.mapValues(\.count)
        #expect(counts.count == 20 && Set(counts.values) == [12])
        #expect(UserCode(random: Array(repeating: UInt8(240), count: 32)) == nil)
        #expect(UserCode(random: [240, 0, 255, 1, 2, 3, 4, 5, 6, 7, 8])?.description == "BCDFGHJK")
    }

    @Test(
        .requirement("SANIT-03"),
        arguments: [
            ("desk", "desk"), ("a\u{202E}b", nil), ("a\nb", nil), ("Ana_s desk-2.lan", "Ana_s desk-2.lan"),
            ("Señor Ñandú", "Señor Ñandú"), ("Support: press yes!", nil), ("“Let it in”", nil),
            (String(repeating: "a", count: 40), String(repeating: "a", count: 30)),
        ])
    func aNameThatMayDeceiveIsNotShown(name: String, shown: String?) {
        let begun = Date(timeIntervalSince1970: 0)
        #expect(WaitingDevice(name: name, location: nil, address: "127.0.0.1", begunAt: begun).name == shown)
    }

    @Test func everyErrorSaysWhatHappenedInBothLanguages() {
        let text = LocalizedText(en: "No.", es: "Que no.")
        let errors: [DeviceLoginError] = [
            .refused, .expired, .notOffered, .unknownCode, .emailNotVerified, .notRecent, .notLoggedIn,
            .connectivity(text), .impossible(.noKey), .server, .cancelled, .cancelledMeanwhile,
        ]
        for text in errors.map(\.text) {
            #expect(!text.english.isEmpty && !text.spanish.isEmpty && text.english != text.spanish)
        }
        #expect(Set(errors.map(\.text)).count == errors.count && Set(errors.map(\.code)).count == errors.count - 1)
    }
}
