import HTTPServingAPI
import HTTPServingTesting
import HTTPTypes
import KernelTesting
import SessionsServiceAPI
import Testing

/// What devices call themselves, however somebody logs in on them.
struct DeviceNameTests {
    private func shown(_ name: String) -> String? { SessionClient(of: .sample(.post), device: name).device }

    @Test(
        .requirement("SANIT-02", "SESS-02"),
        arguments: [
            "\u{202E}evil ti saw sihT", "\u{200B}\u{200B}", "\0\u{1}", "desk\0", "a\r\nSubject: x", "a\nb",
            "e" + String(repeating: "\u{301}", count: 60), "", " ", "this device", "This  Device", "thіs device",
            "Ana’s phone · this device · Berlin", "Este dispositivo", "This is the one that you use.",
            "Ｔｈｉｓ device", "unknown", "An unknown device", "Suspicious",
        ])
    func oneThatMayDeceiveIsNone(name: String) {
        #expect(shown(name) == nil)
    }

    @Test(
        .requirement("SESS-02"),
        arguments: [
            ("Ada's laptop", "Ada's laptop"), ("Firefox, Linux", "Firefox, Linux"), (" desk ", "desk"),
            ("Teléfono de Ana", "Teléfono de Ana"), ("unknown-host", "unknown-host"), ("Телефон", "Телефон"),
        ])
    func othersAreAsTheyWereSaid(name: String, known: String) {
        #expect(shown(name) == known)
    }
}
