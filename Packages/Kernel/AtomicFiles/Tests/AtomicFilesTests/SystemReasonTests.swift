import AtomicFiles
import Glibc
import Localization
import Testing

struct SystemReasonTests {
    @Test(arguments: [ENOENT, EACCES, ENOMEM, EADDRNOTAVAIL, EMFILE, 4_711])
    func isTranslatedWhateverTheCode(code: Int32) {
        let text = SystemReason(code).text
        #expect(text.english != text.spanish)
        #expect(text.english.first?.isLowercase == true && !text.english.hasSuffix("."), "it is part of a sentence")
    }

    @Test func logsHaveTheSystemsWords() {
        #expect("\(SystemReason(ENOENT))" == "No such file or directory")
        #expect("\(FileError(call: "open", path: "p", code: ENOENT))" == "open p: No such file or directory")
    }
}
