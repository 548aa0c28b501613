import FoundationEssentials
import KernelTesting
import Testing

/// The outbox of the built server.
struct MailTests {
    @Test(.requirement("VERIFY-01", "L10N-01")) func aLetterSaysWhatItIsAndItsLinkIsWholeInTheFile() async throws {
        let stage = try await Stage(), ben = Person.ben, outbox = Outbox(data: stage.server.data)
        try await stage.client.object(
            "register", "--name", ben.name, "--email", ben.email, "--password-stdin", input: ben.password + "\n")
        let letter = try await outbox.message(to: ben.email, containing: "/verify?token=")
        let code = try await outbox.newestCode(for: ben.email)
        let groups = "\(code.prefix(4)) \(code.suffix(4))"
        #expect(letter.contains("\r\nSubject: Your code for Essential: \(groups)\r\n"))
        let link = try #require(letter.firstMatch(of: /\r\n    (http:[^\s]+)\r\n/)?.1)
        let page = try await stage.server.ask("GET", String(link.dropFirst(stage.server.address.count)))
        #expect(page?.status == 200)
        #expect(!letter.contains("Confirma tu dirección"), "it speaks the language of who registered")
        #expect(!letter.contains("Hello Ben"), "somebody else may have chosen the name")
        // As it stands in the subject.
        let words = groups.split(separator: " ").map(String.init)
        #expect(await (try stage.client.spawn(["verify"] + words)).outcome().exit == .status(0))

        try await stage.client.object("recover", ben.email)
        let reset = try await outbox.message(to: ben.email, containing: "/reset?token=")
        #expect(reset.contains("Hello Ben,") && !reset.contains("Hola, Ben:"))
        #expect(reset.contains("To: \"Ben\" <\(ben.email)>") && reset.contains("Subject: Essential: choose a new"))
    }

    /// Whoever sets mail up learns what is wrong before somebody waits for a letter.
    @Test func aTestLetterTellsWhatTheMailServerSays() async throws {
        let stage = try await Stage()
        let settings = [
            "--mail.transport", "smtp", "--mail.smtp.host", "127.0.0.1", "--mail.smtp.port", "\(Ports.next())",
            "--mail.smtp.security", "none", "--mail.sender", "Essential <no-reply@example.com>",
        ]
        for (words, code) in [(settings, "mail_postponed"), ([], "mail_not_sent")] {
            let told = try await ChildProcess.run(
                Programs.essentiald,
                ["mail", "test", Person.ana.email, "--data", stage.server.data, "--json"] + words,
                environment: Surroundings.variables)
            #expect(told.exit == .status(1) && told.errorText.contains(code), "\(told.errorText)")
        }
    }

    @Test func theSenderNamesTheProduct() async throws {
        let stage = try await Stage("--mail.sender", "Acme Photos <no-reply@example.com>")
        try await stage.client.object("recover", Person.ana.email)
        let letter = try await Outbox(data: stage.server.data).message(
            to: Person.ana.email, containing: "/reset?token=")
        #expect(letter.contains("Subject: Acme Photos: choose a new password"))
        #expect(letter.contains("Choose a new password for Acme Photos on this page:"))
    }

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
        let confirmation = #"{"code":"\#(code)","email":"\#(Person.ben.email)","password":"\#(Person.ben.password)"}"#
        #expect(try await third.ask("POST", "/auth/verification", json: confirmation)?.status == 200)
        #expect(try FileManager.default.contentsOfDirectory(atPath: data + "/outbox").count == 1)
        let list = try await Server.run("mail", "list", "--json", data: data)
        #expect(list.outputText.contains(#""letters":[]"#), "\(list.outputText)")
        let empty = try await Server.run("mail", "list", "--language", "es", data: data)
        #expect(empty.outputText.contains("No espera ninguna carta"), "\(empty.outputText)")
        #expect(await third.stop() == .status(0))
    }

    @Test func theOperatorSeesWhatBecameOfALetter() async throws {
        let folder = try TemporaryFolder(), data = folder.path(of: "data")
        let server = try await Server(
            data: data,
            [
                "--mail.transport", "smtp", "--mail.smtp.host", "127.0.0.1", "--mail.smtp.port", "9",
                "--mail.smtp.security", "none", "--mail.sender", "Essential <no-reply@example.com>",
            ])
        #expect(try await server.ask("POST", "/auth/register", json: Person.ben.registration)?.status == 201)
        func shown(_ arguments: String...) async throws -> ChildProcess.Outcome {
            try await ChildProcess.run(
                Programs.essentiald, ["mail", "show"] + arguments + ["--data", data],
                environment: Surroundings.variables)
        }
        let list = try await Server.run("mail", "list", "--json", data: data)
        let id = try #require(try JSON(parsing: list.outputText)["letters"]?[0]?["id"]?.text)
        let letter = try JSON(parsing: try await shown(String(id.prefix(8)), "--json").outputText)["letter"]
        #expect(letter?["recipient"]?.text == Person.ben.email && letter?["template"]?.text == "verification")
        #expect(letter?["created_at"]?.text?.hasSuffix("Z") == true && letter?["due_at"]?.text?.hasSuffix("Z") == true)
        let text = try await shown(id)
        #expect(
            text.exit == .status(0) && text.outputText.contains(Person.ben.email) && text.outputText.contains("tries"))
        let other = try await shown("ffffffff")
        #expect(other.exit == .status(1) || other.exit == .status(2))
        #expect(await server.stop() == .status(0))
    }
}
