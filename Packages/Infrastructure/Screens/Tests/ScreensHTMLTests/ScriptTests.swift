import KernelTesting
import ScreensAPI
import ScreensHTML
import Testing

struct ScriptTests {
    /// As they are sent, uncompressed.
    @Test func scriptsAndStylesAreSmall() {
        #expect(ScreenScript.app.text.utf8.count <= 12 * 1024)
        for script in [ScreenScript.scrolling, .upload, .undo, .work, .passkey, .presence] {
            #expect(script.text.utf8.count <= 6 * 1024, "\(script.name): \(script.text.utf8.count)")
        }
        #expect(StyleSheet.text.utf8.count <= 14 * 1024, "\(StyleSheet.text.utf8.count)")
    }

    /// An event of whoever answers on the port of a program that ended isn't heard.
    @Test func scriptsHearOnlyWhatKnowsTheirPage() {
        for script in [ScreenScript.app, .lock] {
            let heard = script.text.matches(of: /stream\.addEventListener\(("[a-z]+")( \+ words\.proof)?/)
            #expect(!heard.isEmpty && heard.allSatisfy { $0.output.2 != nil }, "\(script.name)")
        }
    }

    /// Browsers write to their disk what a window sends.
    @Test(.requirement("MEM-07")) func noFieldHoldsWhatAnAuthenticatorComputes() {
        let text = ScreenScript.presence.text
        #expect(!text.contains("field.value") && !text.contains("form.submit()"))
    }

    /// The policy would stop them (Trusted Types); nobody writes them either.
    @Test(.requirement("SANIT-03")) func noScriptMakesAnythingOfText() {
        for script in [ScreenScript.app, .lock, .scrolling, .upload, .undo, .work, .forget, .passkey, .presence] {
            let sinks = [
                "innerHTML", "outerHTML =", "insertAdjacentHTML", "document.write", "DOMParser", "eval(", "Function(",
            ]
            for sink in sinks { #expect(!script.text.contains(sink), "\(script.name): \(sink)") }
        }
    }

    @Test func whatScriptsSayIsOnEveryScreen() {
        let asked = [ScreenScript.app, .lock, .scrolling, .upload, .undo].flatMap { script in
            script.text.matches(of: /words\.([a-zA-Z]+)/).map { String($0.1) }
        }
        let names = ScreenWords.names.map { $0.dropFirst("data-".count) } + ["liveAt", "proof", "own", "over"]
        #expect(Set(asked) == Set(names.map(String.init)))
    }
}
