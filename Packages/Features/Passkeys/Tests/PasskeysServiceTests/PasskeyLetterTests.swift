import FoundationEssentials
import HTTPTypes
import KernelTesting
import Localization
import MailAPI
import MailTesting
import PasskeysContract
import PasskeysTesting
import Presenting
import Testing

/// What letters about passkeys say to whoever didn't do it.
struct PasskeyLetterTests {
    @Test(
        "A letter says when it was, from where, and what to do if it wasn't oneself",
        .requirement("PASSKEY-02", "L10N-01"), arguments: [true, false])
    func theySayWhatToDo(canRecover: Bool) async throws {
        let server = try await PasskeyServer(offering: canRecover ? [.recover] : []), ana = try await server.register()
        let authenticator = ScriptedAuthenticator(server.cryptography)
        let id = try await server.add(authenticator, to: ana).decode(PasskeysContract.Passkey.self).id
        _ = try await server.send(.delete, PasskeysContract.passkeyPath(of: id), by: ana.token)
        #expect(server.letters == ["passkey-added", "passkey-removed"])
        for letter in server.mail.messages {
            #expect(letter.values["from"] == "127.0.0.1" && letter.values["recover"] == "essential recover")
            #expect(letter.texts["time"]?.english.hasSuffix("UTC") == true, "\(letter.values)")
            let text = letter.template.text
            #expect(text.english.contains("Wasn't it you?") && text.spanish.contains("¿No fuiste tú?"))
            for text in [text.english, text.spanish] {
                #expect(text.contains("\n\n    {time}\n    {from}\n\n"))
                #expect(text.contains("\n\n    {recover}") == canRecover)
                #expect(text.split(separator: "\n").allSatisfy { $0.count <= 82 }, "\(text)")
                // Whoever has no session ends none.
                #expect(!text.contains("other sessions") && !text.contains("demás sesiones"))
            }
        }
    }
}
