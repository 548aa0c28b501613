import BrowserLoginAPI
import BrowserLoginTesting
import CoreModels
import FoundationEssentials
import KernelTesting
import Localization
import Testing

struct BrowserLoginAPITests {
    @Test(arguments: ["desk", "Ana ñandú co. 1_2-3", nil]) func anAddressSaysWhatItWasMadeOf(device: String?) throws {
        let program = try #require(ProgramRequest.sample(device: device))
        let address = try #require(program.address(at: "https://essential.test/authorize"))
        #expect(address.absoluteString.hasPrefix("https://essential.test/authorize?code_challenge=E9M"))
        let pairs = try #require(address.query()).split(separator: "&").map { pair in
            pair.split(separator: "=", maxSplits: 1).map { String($0).removingPercent }
        }
        #expect(ProgramRequest(Dictionary(uniqueKeysWithValues: pairs.map { ($0[0], $0[1]) })) == program)
    }

    @Test(
        .requirement("BROWSERLOGIN-05"),
        arguments: [
            ("port", "80"), ("port", "65536"), ("port", "40123@evil.example"), ("port", ""), ("port", "+40123"),
            ("port", "040123"),
            ("code_challenge", "short"), ("code_challenge", String(repeating: "+", count: 43)), ("state", "a&code=b"),
            ("state", "tooshort"), ("dpop_jkt", ""),
        ]) func whatNoProgramMakesIsNone(name: String, value: String)
    {
        var parameters = [
            "code_challenge": "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM", "state": "af0ifjsldkjaf0ifjsldkj",
            "port": "40123", "dpop_jkt": "0ZcOCORZNYy-DWpqq30jZyJGHTN0d2HglBV3uiguA4I",
        ]
        #expect(ProgramRequest(parameters) != nil)
        parameters[name] = value
        #expect(ProgramRequest(parameters) == nil)
        parameters[name] = nil
        #expect(ProgramRequest(parameters) == nil)
    }

    @Test(arguments: [
        "a\u{202E}b", "a\nb", "de\u{200B}sk", "desk\u{2800}", "\u{301}desk", "d\u{301}\u{316}\u{302}\u{317}\u{303}",
        "Ana's desk", "Press: yes", "",
    ])
    func aNameThatMayDeceiveIsNotShown(device: String) throws {
        #expect(try #require(ProgramRequest.sample(device: device)).device == nil)
    }

    /// Letters that nobody takes for others, and others for each request.
    @Test(.requirement("BROWSERLOGIN-07")) func aRequestIsKnownByLetters() throws {
        let words = try (0..<500).map { number in
            let start = String(number)
            let challenge = start + String(repeating: "E", count: 43 - start.utf8.count)
            let program = try #require(
                ProgramRequest(
                    challenge: challenge, state: "af0ifjsldkjaf0ifjsldkj", port: 40_123,
                    key: "0ZcOCORZNYy-DWpqq30jZyJGHTN0d2HglBV3uiguA4I", device: nil))
            return program.word
        }
        #expect(Set(words).count == 500)
        let alphabet = Set("BCDFGHJKLMNPQRSTVWXZ")
        for word in words {
            let parts = word.split(separator: "-")
            #expect(parts.map(\.count) == [4, 4] && parts.joined().allSatisfy { alphabet.contains($0) })
        }
        #expect(ProgramRequest.sample(port: 40_124)?.word == ProgramRequest.sample()?.word)
    }

    @Test(.requirement("BROWSERLOGIN-06")) func whatMayHaveBegunIsTold() {
        for error in [BrowserLoginError.unanswered(nil), .unanswered(LocalizedText(en: "No net.", es: "Sin red."))] {
            #expect(error.text.english.contains("“Devices”") && error.text.spanish.contains("«Dispositivos»"))
        }
        #expect(
            BrowserLoginError.unanswered(LocalizedText(en: "No net.", es: "Sin red.")).text.english.contains("No net."))
    }

    @Test(.requirement("BROWSERLOGIN-05")) func theWayBackLeadsToThisMachineAlone() throws {
        let program = try #require(ProgramRequest.sample())
        #expect(
            program.wayBack(with: .letIn(Secret("c-1")), from: "https://essential.test")?.absoluteString
                == "http://127.0.0.1:40123/?code=c-1&state=af0ifjsldkjaf0ifjsldkj&iss=https%3A%2F%2Fessential.test")
        #expect(
            program.wayBack(with: .refused, from: "https://essential.test")?.absoluteString
                == "http://127.0.0.1:40123/?error=access_denied&state=af0ifjsldkjaf0ifjsldkj"
                + "&iss=https%3A%2F%2Fessential.test")
    }

    @Test func everyErrorSaysWhatHappenedInBothLanguages() {
        let text = LocalizedText(en: "No.", es: "Que no.")
        let errors: [BrowserLoginError] = [
            .refused, .timedOut, .notOffered, .over, .anotherServer, .unintelligible, .cannotListen(text),
            .emailNotVerified, .notRecent, .factorNeeded, .notLoggedIn, .impossible(.noKey), .server, .cancelled,
            .unanswered(nil),
        ]
        for text in errors.map(\.text) {
            #expect(!text.english.isEmpty && !text.spanish.isEmpty && text.english != text.spanish)
        }
        #expect(Set(errors.map(\.text)).count == errors.count && Set(errors.map(\.code)).count == errors.count)
    }
}

extension String {
    fileprivate var removingPercent: String {
        var bytes: [UInt8] = [], rest = utf8[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%"),
                let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
            else {
                bytes.append(byte)
                continue
            }
            bytes.append(value)
            rest = rest.dropFirst(2)
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
