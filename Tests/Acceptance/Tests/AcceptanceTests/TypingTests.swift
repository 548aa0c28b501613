import FoundationEssentials
import KernelTesting
import Testing

/// What somebody types at a terminal is checked field by field, and asked for
/// again with the reason.
struct TypingTests {
    private let stage: Stage

    init() async throws {
        stage = try await Stage()
    }

    /// Types lines into a command that has a terminal.
    private func type(_ lines: String..., into words: String) async throws -> ChildProcess.Outcome {
        let terminal = try stage.terminal(words)
        terminal.provideInput(lines.map { $0 + "\n" }.joined())
        return await terminal.outcome()
    }

    @Test(
        .requirement("REG-06", "REG-07", "REG-36"),
        arguments: [
            ("en", ["at most 100 characters", "name@example.com", "Minimum 8 characters", "passwords differ"]),
            ("es", ["como máximo 100", "nombre@example.com", "Mínimo 8 caracteres", "contraseñas no coinciden"]),
        ])
    func anAccountIsMadeInSpiteOfMistakes(language: String, reasons: [String]) async throws {
        let ben = Person.ben
        let outcome = try await type(
            String(repeating: "B", count: 101), ben.name, "ben at example", ben.email, "short", ben.password, "other",
            ben.password, ben.password, into: "register --language \(language)")
        #expect(outcome.exit == .status(0), "\(outcome.outputText)")
        var rest = outcome.outputText[...]
        for reason in reasons {
            let place = try #require(rest.firstRange(of: reason), "\(reason): \(outcome.outputText)")
            rest = rest[place.upperBound...]
        }
        #expect(try await stage.client.object("whoami")["user"]?["email"]?.text == ben.email)
    }

    @Test(.requirement("REG-07")) func whatTheServerAloneKnowsIsAskedForAgain() async throws {
        let source = stage.folder.path(of: "leaked.txt"), list = stage.folder.path(of: "leaked.list")
        try Data("a phrase that leaked before\n".utf8).write(to: URL(filePath: source))
        let packed = try await Server.run("passwords", "pack", source, list, data: stage.server.data)
        #expect(packed.exit == .status(0), "\(packed.errorText)")
        let server = try await Server(data: stage.folder.path(of: "other"), ["--passwords.leaked", list])
        let ben = Person.ben, leaked = "a phrase that leaked before"
        let terminal = try stage.terminal("register", ["ESSENTIAL_SERVER": server.address])
        terminal.provideInput(
            [ben.name, ben.email, leaked, leaked, ben.password, ben.password].map { $0 + "\n" }.joined())
        let outcome = await terminal.outcome()
        #expect(outcome.exit == .status(0) && outcome.outputText.contains("common"), "\(outcome.outputText)")
    }

    @Test(.requirement("LOGIN-02", "LOGIN-03")) func aLoginIsTypedInSpiteOfMistakes() async throws {
        let ana = Person.ana
        let outcome = try await type("ana", ana.email, "", ana.password, into: "login")
        #expect(outcome.exit == .status(0), "\(outcome.outputText)")
        #expect(outcome.outputText.contains("name@example.com") && outcome.outputText.contains("Type your password."))
    }

    @Test(.requirement("LOGIN-06")) func whoIsLoggedInAlreadyIsToldAndAsked() async throws {
        let ana = Person.ana
        _ = try await stage.client.logIn(as: ana)
        let stays = try await type("n", into: "login")
        #expect(stays.exit == .status(0), "\(stays.outputText)")
        #expect(stays.outputText.contains("logged in already, as Ana <\(ana.email)>"))
        #expect(stays.outputText.contains("Nothing was changed."))
        let again = try await type("y", ana.email, ana.password, into: "login")
        #expect(again.exit == .status(0) && again.outputText.contains("Welcome, Ana."), "\(again.outputText)")
    }

    @Test(.requirement("RECOV-15")) func aPasswordIsRecoveredInSpiteOfMistakes() async throws {
        let ana = Person.ana, new = "seven blue coffee cups 42"
        let asked = try await type("ana", ana.email, into: "recover")
        #expect(asked.exit == .status(0) && asked.outputText.contains("name@example.com"), "\(asked.outputText)")
        let code = try await Outbox(data: stage.server.data).newestCode(for: ana.email, to: "reset")
        let reset = try await type(
            "123", code, "ana", ana.email, "password", new, "other", new, new, into: "reset")
        #expect(reset.exit == .status(0), "\(reset.outputText)")
        for reason in ["8 digits", "name@example.com", "most common", "differ"] {
            #expect(reset.outputText.contains(reason), "\(reason)")
        }
        #expect(try await type(ana.email, new, into: "login").exit == .status(0))
    }

    @Test(.requirement("COMM-20")) func aCommentIsTypedInSpiteOfMistakes() async throws {
        _ = try await stage.client.logIn(as: .ana)
        let outcome = try await type("\u{1F}", "What a light!", into: "comment \(stage.picture)")
        #expect(outcome.exit == .status(0) && outcome.outputText.contains("1 to 2000"), "\(outcome.outputText)")
        let comments = try await stage.client.object("comments", stage.picture)["items"]?.items
        #expect(comments?.last?["message"]?.text == "What a light!")
    }

    @Test func theHelpIsNamedWhereItHelps() async throws {
        let client = stage.client
        #expect(try await client.run("feed", "--nonsense").errorText.contains("essential help feed"))
        #expect(try await client.run("nonsense").errorText.contains("essential help"))
        let comment = try await client.run("comment", stage.picture, " ")
        #expect(comment.exit == .status(2) && !comment.errorText.contains("essential help"))
        let form = try await client.run("register", "--name", " ", "--email", "x", "--password-stdin", input: "x\n")
        #expect(form.exit == .status(2) && !form.errorText.contains("essential help"))
    }
}
