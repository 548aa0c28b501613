import FoundationEssentials
import KernelTesting
import Testing

/// The outbox of the built server.
struct MailTests {
    @Test(.requirement("VERIFY-01")) func aServerKilledBetweenTheCommitAndTheLetterSendsItOnceAfterwards() async throws
    {
        let folder = try TemporaryFolder(), data = folder.path(of: "data")
        // It accepts connections and waits for a request: to who waits for the
        // greeting of a mail server it is one that hangs.
        let silent = try await Server(data: folder.path(of: "silent"))
        let first = try await Server(
            data: data,
            [
                "--mail.transport", "smtp", "--mail.smtp.host", "127.0.0.1", "--mail.smtp.port", "\(silent.port)",
                "--mail.smtp.security", "none", "--mail.sender", "Essential <no-reply@example.com>",
            ])
        #expect(try await first.ask("POST", "/auth/register", json: Person.ben.registration)?.status == 201)
        await first.kill()
        _ = await silent.stop()
        #expect(FileManager.default.fileExists(atPath: data + "/outbox") == false)

        let second = try await Server(data: data)
        let code = try await Outbox(data: data).newestCode(for: Person.ben.email)
        #expect(await second.stop() == .status(0))
        let third = try await Server(data: data)
        let confirmation = #"{"code":"\#(code)","email":"\#(Person.ben.email)"}"#
        #expect(try await third.ask("POST", "/auth/verification", json: confirmation)?.status == 200)
        #expect(try FileManager.default.contentsOfDirectory(atPath: data + "/outbox").count == 1)
        let list = try await Server.run("mail", "list", "--json", data: data)
        #expect(list.outputText.contains(#""letters":[]"#), "\(list.outputText)")
        #expect(await third.stop() == .status(0))
    }
}
