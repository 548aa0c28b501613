import FoundationEssentials
import KernelTesting
import Testing

/// What scripts rely on: exit statuses, JSON and errors.
struct CommandLineTests {
    @Test func pluginsShowWhatNeedsWhat() async throws {
        let folder = try TemporaryFolder()
        let client = Client(home: folder.path(of: "home"), address: "http://127.0.0.1:9")
        let plugins = try await client.object("plugins")["plugins"]?.items ?? []
        func entry(_ id: String) -> JSON? { plugins.first { $0["id"]?.text == id } }
        for id in ["login", "registration", "token-refresh"] {
            #expect(entry(id)?["needs"]?.items.contains(.string("proof-of-possession")) == true, "\(id)")
        }
        #expect(entry("login")?["collects"]?.items == ["LoginObservers", "SessionEndObservers"].map(JSON.string))
        #expect(entry("login")?.names == ["collects", "contributes", "enabled", "id", "needs", "type"])
        let graph = try await client.run("plugins", "--dot").outputText
        #expect(graph.contains(#""feed-commands" -> "sessions";"#))
        #expect(graph.contains(#""login" -> "SessionEndObservers" [style=dashed];"#))
    }

    /// Piped it is what `man` reads, on a terminal what a person reads.
    @Test func theManualIsShownOnATerminal() async throws {
        let folder = try TemporaryFolder(), home = folder.path(of: "home")
        let client = Client(home: home, address: "http://127.0.0.1:9")
        #expect(try await client.run("manual").outputText.hasPrefix(".TH"))
        func shown(_ variables: [String: String]) async throws -> String {
            let environment = client.variables.merging(["TERM": "dumb", "MANPAGER": "cat"]) { $1 }
            let child = try ChildProcess(
                "script",
                ["-qec", "stty rows 30 cols 100; PATH=$MAN_PATH exec '\(Programs.essential)' manual", "/dev/null"],
                environment: environment.merging(variables) { $1 })
            let outcome = await child.outcome()
            #expect(outcome.exit == .status(0), "\(outcome.outputText)")
            return outcome.outputText
        }
        let laidOut = try await shown(["MAN_PATH": "/usr/bin:/bin"])
        #expect(laidOut.contains("ESSENTIAL(1)") && laidOut.contains("essential vault"), "\(laidOut)")
        #expect(!laidOut.contains(".TH") && !laidOut.contains("help COMMAND"), "\(laidOut)")
        let without = try await shown(["MAN_PATH": home])
        #expect(without.contains("essential help COMMAND") && !without.contains(".TH"), "\(without)")
    }

    /// Words that are written alike, and what is typed as it stands.
    private static let inBothLanguages: Set<String> = ["ID", "N", "URL"]

    /// In the help of every command of both programs: the manual has them all.
    @Test(.requirement("L10N-01"), arguments: ["essential", "essentiald"])
    func whatStandsForAValueIsInTheLanguageOfTheHelp(program: String) async throws {
        let path = program == "essential" ? try Programs.essential : try Programs.essentiald
        let folder = try TemporaryFolder()
        func placeholders(_ language: String) async throws -> [String] {
            let outcome = try await ChildProcess.run(
                path, ["manual", "--language", language], environment: ["HOME": folder.path, "PATH": "/usr/bin:/bin"])
            #expect(outcome.exit == .status(0))
            return outcome.outputText.matches(of: /\\fI(.+?)\\fR/).map { String($0.1) }
        }
        let english = try await placeholders("en"), spanish = try await placeholders("es")
        #expect(english.count == spanish.count && english.count > 50)
        let same = Set(zip(english, spanish).filter { $0 == $1 }.map { $0.0.replacing(#"\[u2026]"#, with: "") })
        let words = same.filter { $0.contains { $0.isUppercase } }
        #expect(words.isSubset(of: Self.inBothLanguages), "\(words.subtracting(Self.inBothLanguages))")
    }

    /// The language would repair it, and something else would be posted.
    @Test func aWordThatIsntUTF8IsRefusedBeforeAnythingIsDone() async throws {
        let folder = try TemporaryFolder()
        let client = Client(home: folder.path(of: "home"), address: "http://127.0.0.1:9")
        func run(_ option: String) async throws -> ChildProcess.Outcome {
            let script = #"exec "$0" comment 1 "$(printf 'caf\351')" \#(option)"#
            return try await ChildProcess.run(
                "/bin/sh", ["-c", script, Programs.essential], environment: client.variables)
        }
        let english = try await run("--json"), spanish = try await run("--language es")
        #expect(english.exit == .status(2) && english.errorCode == "usage")
        #expect(english.errorText.contains("Word 3 of the command") && english.errorText.contains("Nothing was done"))
        #expect(spanish.exit == .status(2) && spanish.errorText.contains("no está en UTF-8"))
        #expect(folder.files().isEmpty)
    }

    @Test func objectsHaveTheNamesOfTheContract() async throws {
        let stage = try await Stage()
        let client = stage.client, ben = Person.ben
        let user = ["created_at", "email", "email_verified", "id", "name"]
        let registered = try await client.object(
            "register", "--name", ben.name, "--email", ben.email, "--password-stdin", input: ben.password + "\n")
        #expect(registered["user"]?.names == user)
        let loggedIn = try await client.logIn(as: .ana)
        #expect(loggedIn.names == ["user"] && loggedIn["user"]?.names == user)

        let who = try await client.object("whoami")
        #expect(who.names == ["session", "user"] && who["user"]?.names == user)
        #expect(who["session"]?.names == ["expires_in", "id"])
        #expect((1...300).contains(try #require(who["session"]?["expires_in"]?.number)))

        let feed = try await client.object("feed", "--limit", "3")
        #expect(feed.names == ["items", "next", "source"] && feed["source"]?.text == "remote")
        #expect(feed["items"]?.items.count == 3)
        #expect(
            feed["items"]?[0]?.names == [
                "author", "comment_count", "created_at", "description", "height", "id", "is_mine", "location", "tint",
                "url", "visibility", "width",
            ])
        let rest = try await client.object("feed", "--limit", "100", "--after", try #require(feed["next"]?.text))
        #expect(rest.names == ["items", "source"])
        #expect(!rest["items"]!.items.contains { feed["items"]!.items.contains($0) })

        let posted = try await client.object("comment", stage.picture, "A comment")
        #expect(posted.names == ["author", "created_at", "id", "message"] && posted["author"]?.names == ["username"])
        let comments = try await client.object("comments", stage.picture)
        #expect(comments.names == ["items"] && comments["items"]?.items.last == posted)
        #expect(try await client.object("version").names == ["name", "version"])
        // What is kept of the audit trail comes after a contact, sooner or later.
        let status = try await client.object("status").names.filter { $0 != "audit" }
        #expect(status == ["feed", "others_waiting", "server", "session", "vault", "waiting"])
        let plugins = try await client.object("plugins")
        #expect(plugins["plugins"]?.items.contains { $0["id"]?.text == "secure-storage" } == true)
    }

    @Test(.requirement("LOGIN-08", "REG-08"))
    func exitStatusesAndCodesSayWhatWentWrong() async throws {
        let stage = try await Stage()
        let client = stage.client, ana = Person.ana
        func expect(
            _ status: Int32, _ code: String, input: String? = nil, _ arguments: String...,
            at location: SourceLocation = #_sourceLocation
        ) async throws {
            let child = try client.spawn(arguments + ["--json"])
            if let input { child.provideInput(input) }
            let outcome = await child.outcome()
            #expect(outcome.exit == .status(status), sourceLocation: location)
            #expect(outcome.errorCode == code, "\(outcome.errorText)", sourceLocation: location)
            #expect(outcome.output.isEmpty, sourceLocation: location)
        }
        try await expect(2, "usage", "nonsense")
        try await expect(2, "usage", "feed", "--limit", "1000")
        try await expect(2, "usage", "image", "not-an-identifier")
        try await expect(2, "usage", "feed", "--nonsense")
        try await expect(3, "not_logged_in", "whoami")
        try await expect(3, "not_logged_in", "comment", stage.picture, "hello")
        try await expect(3, "not_logged_in", "image", "00000000-0000-4000-8000-000000000000")
        try await expect(
            3, "invalid_credentials", input: "not-the-password\n", "login", "--email", ana.email, "--password-stdin")
        try await expect(2, "invalid_email", input: "x\n", "login", "--email", "ana", "--password-stdin")
        try await expect(
            2, "invalid_data", input: "short\n", "register", "--name", " ", "--email", "x", "--password-stdin")
        try await expect(
            1, "email_already_in_use", input: ana.password + "\n",
            "register", "--name", ana.name, "--email", ana.email, "--password-stdin")
        #expect(await stage.server.stop() == .status(0))
        try await expect(4, "no_connectivity", "feed")
        try await expect(
            4, "no_connectivity", input: ana.password + "\n", "login", "--email", ana.email, "--password-stdin")
    }

    @Test func passwordsAreNoArguments() async throws {
        let folder = try TemporaryFolder()
        let client = Client(home: folder.path(of: "home"), address: "http://127.0.0.1:9")
        let outcome = try await client.run("login", "--email", "ana@example.com", "--password", "secret-word")
        #expect(outcome.exit == .status(2))
        #expect(!(outcome.errorText + outcome.outputText).contains("secret-word"))
    }

    @Test(arguments: [
        (["LC_ALL": "es_ES.UTF-8"], [String]()), (["LC_ALL": "", "LANG": "es_MX.UTF-8"], []),
        ([:], ["--language", "es"]), (["LC_ALL": "es_ES.UTF-8"], ["--language", "es"]),
    ]) func speaksSpanish(environment: [String: String], arguments: [String]) async throws {
        let folder = try TemporaryFolder()
        var client = Client(home: folder.path(of: "home"), address: "http://127.0.0.1:9")
        client.environment = environment
        let outcome = await (try client.spawn(["whoami"] + arguments)).outcome()
        #expect(outcome.exit == .status(3))
        #expect(outcome.errorText.contains("essential login"))
        #expect(outcome.errorText.contains("sesión"), "\(outcome.errorText)")
        let help = await (try client.spawn(["feed", "--help"] + arguments)).outcome()
        #expect(help.exit == .status(0) && help.outputText.contains("Ejemplos"), "\(help.outputText)")
    }

    @Test func theFlagWinsOverTheEnvironment() async throws {
        let folder = try TemporaryFolder()
        var client = Client(home: folder.path(of: "home"), address: "http://127.0.0.1:9")
        client.environment = ["LC_ALL": "es_ES.UTF-8"]
        #expect(try await client.run("whoami", "--language", "en").errorText.contains("You are not logged in."))
    }

    @Test func theServerSpeaksSpanishToo() async throws {
        let stage = try await Stage()
        let answer = try await stage.server.ask(
            raw: "GET /nothing HTTP/1.1\r\nHost: x\r\nAccept-Language: es\r\n\r\n")
        #expect(answer?.fields["content-language"] == "es")
        #expect(answer?.json?["title"]?.text?.contains("No hay nada") == true, "\(String(describing: answer?.json))")
    }

    @Test(arguments: ["register", "login", "logout", "whoami", "feed", "image", "comments", "comment", "status"])
    func everyCommandHasHelpWithExamples(command: String) async throws {
        let folder = try TemporaryFolder()
        let client = Client(home: folder.path(of: "home"), address: "http://127.0.0.1:9")
        let help = try await client.run(command, "--help")
        #expect(help.exit == .status(0))
        #expect(help.outputText.contains("essential \(command)") && help.outputText.contains("Examples"))
        #expect(folder.files().isEmpty)
    }

    @Test(arguments: ["essential", "essentiald"]) func bothProgramsComplete(program: String) async throws {
        let folder = try TemporaryFolder()
        let path = program == "essential" ? try Programs.essential : try Programs.essentiald
        var variables = Surroundings.variables
        variables["HOME"] = folder.path
        for shell in ["bash", "zsh", "fish"] {
            let outcome = try await ChildProcess.run(path, ["completions", shell], environment: variables)
            #expect(outcome.exit == .status(0) && outcome.outputText.contains(program), "\(outcome.errorText)")
        }
    }

    @Test(.requirement("FEED-12")) func refusesPlainHTTPToOtherMachines() async throws {
        let folder = try TemporaryFolder()
        let client = Client(home: folder.path(of: "home"), address: "http://192.0.2.1:8080")
        for command in [["feed"], ["login", "--email", Person.ana.email, "--password-stdin"]] {
            let child = try client.spawn(command + ["--json"])
            child.provideInput("secret-word\n")
            let outcome = await child.outcome()
            #expect(outcome.exit == .status(1) && outcome.errorCode == "insecure_address", "\(outcome.errorText)")
            #expect(outcome.errorText.contains("https"), "\(outcome.errorText)")
        }
    }
}
