import FoundationEssentials
import KernelTesting
import Testing

/// A vault that a pass phrase protects.
struct PassphraseTests {
    /// A client that is logged in, whose vault is protected with the pass
    /// phrase in the file `right`; `wrong` holds another one.
    private func protected(_ stage: Stage) async throws -> (right: Client, wrong: Client, nobody: Client) {
        _ = try await stage.client.logIn(as: .ana)
        let right = try client(stage, "right", "unmistakable vault phrase 4417\n")
        try await right.object("vault", "protect", "--with", "passphrase")
        return (right, try client(stage, "wrong", "another phrase\n"), stage.client)
    }

    private func client(_ stage: Stage, _ name: String, _ passphrase: String) throws -> Client {
        let file = stage.folder.path(of: name)
        #expect(
            FileManager.default.createFile(
                atPath: file, contents: Data(passphrase.utf8), attributes: [.posixPermissions: 0o600]))
        var client = stage.client
        client.environment["ESSENTIAL_PASSPHRASE_FILE"] = file
        return client
    }

    private func vault(_ stage: Stage) -> [String: [UInt8]] {
        let files = stage.folder.files().filter { $0.contains("/vault/") && !$0.hasSuffix(".lock") }
        return files.reduce(into: [:]) { $0[$1] = stage.folder.contents(of: $1) }
    }

    @Test(.requirement("STORE-32"), arguments: ["feed", "whoami", "comment"])
    func whatCannotOpenTheVaultSaysSoAndLosesNothing(command: String) async throws {
        let stage = try await Stage()
        let (right, wrong, nobody) = try await protected(stage)
        let words = command == "comment" ? [command, stage.picture, "hello"] : [command]
        let before = vault(stage)
        for (client, code) in [(wrong, "vault_wrong_key"), (nobody, "vault_passphrase_required")] {
            let outcome = await (try client.spawn(words + ["--json"])).outcome()
            #expect(outcome.exit == .status(1) && outcome.errorCode == code, "\(outcome.errorText)")
            #expect(outcome.output.isEmpty)
            let spanish = await (try client.spawn(words + ["--language", "es"])).outcome()
            #expect(spanish.errorText.contains("no se cambió nada"), "\(spanish.errorText)")
            let hint = code == "vault_wrong_key" ? "essential vault reset" : "--passphrase-file"
            #expect(spanish.errorText.contains(hint), "\(spanish.errorText)")
        }
        let isAsBefore = vault(stage) == before
        #expect(isAsBefore)
        let outcome = await (try right.spawn(words + ["--json"])).outcome()
        #expect(outcome.exit == .status(0), "\(outcome.errorText)")
    }

    @Test(.requirement("LOGIN-05", "STORE-32"))
    func aLoginThatCannotOpenTheVaultKeepsTheSessionBefore() async throws {
        let stage = try await Stage()
        let (right, wrong, _) = try await protected(stage)
        let session = try await right.object("whoami")["session"]?["id"]?.text
        let login = try await wrong.run(
            "login", "--email", Person.ana.email, "--password-stdin", "--json", input: Person.ana.password + "\n")
        #expect(login.exit == .status(1) && login.errorCode == "token_storage_failed", "\(login.errorText)")
        let told = try await wrong.run(
            "login", "--email", Person.ana.email, "--password-stdin", input: Person.ana.password + "\n")
        #expect(told.errorText.contains("essential vault reset"), "\(told.errorText)")
        #expect(try await right.object("whoami")["session"]?["id"]?.text == session)
    }

    @Test(.requirement("STORE-04")) func aVaultThatIsMadeAnewIsProtectedByTheFileThatIsNamed() async throws {
        let stage = try await Stage()
        let (right, _, nobody) = try await protected(stage)
        try await right.object("vault", "reset", "--yes")
        _ = try await right.logIn(as: .ana)
        #expect(try await right.object("vault", "check")["protection"]?.text == "passphrase")
        #expect(!vault(stage).keys.contains { $0.contains("/vault/key-") }, "no key of it is on the disk")
        let outcome = await (try nobody.spawn(["whoami", "--json"])).outcome()
        #expect(outcome.errorCode == "vault_passphrase_required", "\(outcome.errorText)")
    }

    @Test func aPassphraseFileThatOthersCanReadIsRefused() async throws {
        let stage = try await Stage()
        let (right, _, _) = try await protected(stage)
        let file = try #require(right.environment["ESSENTIAL_PASSPHRASE_FILE"])
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file)
        let who = try await stage.client.run("whoami", "--json", "--passphrase-file", file)
        #expect(who.exit == .status(1) && who.errorCode == "vault_unsafe_file", "\(who.errorText)")
    }

    @Test func aLostPassphraseIsNoDeadEnd() async throws {
        let stage = try await Stage()
        let (_, _, nobody) = try await protected(stage)
        try await nobody.object("vault", "reset", "--yes")
        _ = try await nobody.logIn(as: .ana)
        #expect(try await nobody.object("whoami")["user"]?["email"]?.text == Person.ana.email)
    }
}
