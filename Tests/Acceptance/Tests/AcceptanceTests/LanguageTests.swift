import FoundationEssentials
import KernelTesting
import Testing

/// Everything that the programs say of themselves is in both languages.
struct LanguageTests {
    /// What both languages call the same: names, what is typed, and words that
    /// are equal.
    private func isSaidInWords(_ line: String) -> Bool {
        let text = line.drop { $0 == " " }
        let typed = ["essential", ".SS \"essential", "$", "-", "ESSENTIAL_", "printf", "eval", "source"]
        if typed.contains(where: { text.hasPrefix($0) }) { return false }
        // Names of options and commands stand before two spaces.
        let description = text.firstRange(of: "  ").map { text[$0.upperBound...].drop { $0 == " " } } ?? text
        let words = description.split(separator: " ").filter { word in word.allSatisfy { $0.isLetter } }
        return words.count >= 3
    }

    private func lines(_ program: String, _ arguments: [String], in language: String) async throws -> [String] {
        let folder = try TemporaryFolder()
        var variables = Surroundings.variables
        variables["HOME"] = folder.path
        variables["LC_ALL"] = language + ".UTF-8"
        let outcome = try await ChildProcess.run(program, arguments, environment: variables)
        #expect(outcome.exit == .status(0), "\(arguments): \(outcome.errorText)")
        return outcome.outputText.split(separator: "\n").map(String.init)
    }

    @Test(.requirement("L10N-01", "PROC-05"), arguments: ["essential", "essentiald"])
    func theWholeManualIsInBothLanguages(name: String) async throws {
        let program = name == "essential" ? try Programs.essential : try Programs.essentiald
        for arguments in [["manual"], ["help"], ["plugins"]] {
            let english = try await lines(program, arguments, in: "en_US")
            let spanish = Set(try await lines(program, arguments, in: "es_ES"))
            #expect(english.count >= 10, "\(arguments)")
            let same = english.filter { spanish.contains($0) && isSaidInWords($0) }
            #expect(same == [], "\(name) \(arguments) is the same in both languages")
        }
    }

    @Test(.requirement("L10N-01")) func aProblemSpeaksTheLanguageOfWhoAsks() async throws {
        let stage = try await Stage()
        let requests: [(method: String, path: String, body: String)] = [
            ("GET", "/nothing", ""), ("POST", "/auth/login", #"{"email":"x","password":""}"#),
            ("POST", "/auth/login", Person.ben.login), ("POST", "/auth/login", "{"),
            ("POST", "/auth/register", #"{"name":"","email":"x","password":"x"}"#),
            ("POST", "/auth/register", #"{"name":1}"#), ("POST", "/auth/refresh", #"{"refresh_token":"x"}"#),
            ("GET", "/auth/me", ""), ("DELETE", "/feed", ""), ("GET", "/feed?limit=0", ""), ("GET", "/image/x", ""),
            ("POST", "/auth/verification", #"{"email":"x","code":"x"}"#),
            ("POST", "/auth/password/reset", #"{"token":"x","new_password":"seven blue coffee cups"}"#),
        ]
        for request in requests {
            let english = try await words(of: request, in: "en", from: stage.server)
            let spanish = try await words(of: request, in: "es", from: stage.server)
            #expect(english.count == spanish.count && !english.isEmpty, "\(request)")
            for (one, other) in zip(english, spanish) { #expect(one != other, "\(request)") }
        }
        #expect(await stage.server.stop() == .status(0))
    }

    /// What the problem that answers a request says to a person.
    private func words(
        of request: (method: String, path: String, body: String), in language: String, from server: Server
    ) async throws -> [String] {
        let answer = try #require(
            try await server.ask(
                raw: """
                    \(request.method) \(request.path) HTTP/1.1\r
                    Host: 127.0.0.1\r
                    Accept-Language: \(language)\r
                    Content-Type: application/json\r
                    Content-Length: \(request.body.utf8.count)\r
                    \r
                    \(request.body)
                    """))
        #expect(answer.status >= 400 && answer.fields["content-language"] == language, "\(request)")
        let problem = try #require(answer.json)
        let reasons = problem["errors"]?.items.compactMap { $0["reason"]?.text } ?? []
        return [problem["title"]?.text, problem["detail"]?.text].compactMap { $0 } + reasons
    }
}
