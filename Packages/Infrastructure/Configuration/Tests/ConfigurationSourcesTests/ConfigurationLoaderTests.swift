import ConfigurationAPI
import ConfigurationSources
import CoreModels
import FoundationEssentials
import KernelTesting
import Localization
import Testing

private let someText = LocalizedText(en: "A setting.", es: "Un ajuste.")

private enum Transport: String, CaseIterable, ConfigurationValue { case outbox, smtp }

extension ConfigurationKey<Duration> {
    fileprivate static let lifetime = ConfigurationKey(
        "tokens.access_lifetime", default: .seconds(300), allowed: .range(.seconds(60) ... .seconds(3600)),
        summary: someText)
}
extension ConfigurationKey<Bool> {
    fileprivate static let limits = ConfigurationKey("limits.enabled", default: true, summary: someText)
}
extension ConfigurationKey<Int> {
    fileprivate static let failures = ConfigurationKey(
        "lockout.failures", default: 5, allowed: .range(1...1000), summary: someText)
}
extension ConfigurationKey<String> {
    fileprivate static let listen = ConfigurationKey(
        "server.listen", default: "127.0.0.1:8080",
        allowed: .matching(LocalizedText(en: "HOST:PORT", es: "HOST:PUERTO")) { $0.contains(":") }, summary: someText)
}
extension ConfigurationKey<[String]> {
    fileprivate static let disabled = ConfigurationKey("plugins.disabled", default: [], summary: someText)
}
extension ConfigurationKey<Transport> {
    fileprivate static let transport = ConfigurationKey("mail.transport", default: .outbox, summary: someText)
}
extension ConfigurationKey<Secret?> {
    fileprivate static let password = ConfigurationKey("mail.smtp.password", default: nil, summary: someText)
}
extension ConfigurationKey<URL?> {
    fileprivate static let address = ConfigurationKey("server.public_url", default: nil, summary: someText)
}

private let declarations = [
    ConfigurationKey<Duration>.lifetime.declaration, ConfigurationKey<Bool>.limits.declaration,
    ConfigurationKey<Int>.failures.declaration,
    ConfigurationKey<String>.listen.declaration, ConfigurationKey<[String]>.disabled.declaration,
    ConfigurationKey<Transport>.transport.declaration,
    ConfigurationKey<Secret?>.password.declaration, ConfigurationKey<URL?>.address.declaration,
]

struct ConfigurationLoaderTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test func runsWithoutAnyConfiguration() throws {
        let configuration = try load()
        #expect(configuration[.lifetime] == .seconds(300))
        #expect(configuration[.limits])
        #expect(configuration[.password] == nil)
        #expect(configuration.entries.map(\.name) == declarations.map(\.name))
        #expect(configuration.entries.allSatisfy { $0.source == .default })
    }

    @Test func readsAllTypesFromAFile() throws {
        let configuration = try load(
            file: """
                // Comments, names without quotes and trailing commas are JSON5.
                {
                    tokens: { access_lifetime: '10m' },
                    limits: { enabled: false, },
                    "lockout.failures": 0x0A,
                    plugins: { disabled: ["feed", "mail"] },
                    mail: { transport: "smtp", "smtp.password": "hunter2" },
                    "server": { "public_url": "https://example.org" },
                }
                """)
        #expect(configuration[.lifetime] == .seconds(600))
        #expect(configuration[.limits] == false)
        #expect(configuration[.failures] == 10)
        #expect(configuration[.disabled] == ["feed", "mail"])
        #expect(configuration[.transport] == .smtp)
        #expect(configuration[.password]?.isEqual(to: Secret("hunter2")) == true)
        #expect(configuration[.address]?.absoluteString == "https://example.org")
        #expect(configuration.source(of: .lifetime) == .file(path: path, line: 3))
        #expect(configuration.source(of: .listen) == .default)
    }

    @Test func readsAllTypesFromTheEnvironmentAndFromFlags() throws {
        let values = [
            "tokens.access_lifetime": "10m", "limits.enabled": "false", "lockout.failures": "10",
            "plugins.disabled": "feed,mail", "mail.transport": "smtp", "mail.smtp.password": "hunter2",
            "server.public_url": "https://example.org",
        ]
        let variables = declarations.compactMap { declaration in
            values[declaration.name].map { (declaration.variable, $0) }
        }
        let flags = declarations.compactMap { declaration in
            values[declaration.name].map { ConfigurationLoader.Flag(name: declaration.flagName, value: $0) }
        }
        for configuration in [
            try load(environment: Dictionary(uniqueKeysWithValues: variables)), try load(flags: flags),
        ] {
            #expect(configuration[.lifetime] == .seconds(600))
            #expect(configuration[.limits] == false)
            #expect(configuration[.failures] == 10)
            #expect(configuration[.disabled] == ["feed", "mail"])
            #expect(configuration[.transport] == .smtp)
            #expect(configuration[.password]?.isEqual(to: Secret("hunter2")) == true)
            #expect(configuration[.address]?.absoluteString == "https://example.org")
        }
    }

    @Test func aFlagOutdoesTheEnvironmentWhichOutdoesTheFile() throws {
        let file = "{lockout: {failures: 1}}"
        let environment = ["ESSENTIAL_LOCKOUT_FAILURES": "2"]
        let flags = [ConfigurationLoader.Flag(name: "lockout.failures", value: "3")]
        var configuration = try load(file: file)
        #expect(configuration[.failures] == 1)
        #expect(configuration.source(of: .failures).description == path + ":1")
        configuration = try load(file: file, environment: environment)
        #expect(configuration[.failures] == 2)
        #expect(configuration.source(of: .failures).description == "ESSENTIAL_LOCKOUT_FAILURES")
        configuration = try load(file: file, environment: environment, flags: flags)
        #expect(configuration[.failures] == 3)
        #expect(configuration.source(of: .failures).description == "--lockout.failures")
        configuration = try load(file: file, flags: flags)
        #expect(configuration[.failures] == 3)
    }

    @Test func showsNoSecret() throws {
        let configuration = try load(environment: ["ESSENTIAL_MAIL_SMTP_PASSWORD": "hunter2"])
        let entry = try #require(configuration.entries.first { $0.name == "mail.smtp.password" })
        #expect(entry.text == "<redacted>")
        #expect(entry.isSecret)
        #expect(!"\(configuration)".contains("hunter2"))
        for key in ["ESSENTIAL_MAIL_SMTP_PASWORD", "ESSENTIAL_MAIL_SMTP_PASSWORDS", "ESSENTIAL_DATABASE_PASSPHRASE"] {
            let error = #expect(throws: ConfigurationError.self) { try load(environment: [key: "hunter2"]) }
            #expect(error?.description.contains("\(key)=<redacted>") == true)
        }
        let error = #expect(throws: ConfigurationError.self) { try load(file: "{mail: {smtp: {password: 12345}}}") }
        #expect(error?.description.contains("12345") == false)
    }

    @Test func leavesTheVariablesOfOthersAlone() throws {
        _ = try load(environment: [
            "ESSENTIAL_SERVER": "http://localhost", "ESSENTIAL_HOME": "/tmp", "ESSENTIAL_PROFILE": "work",
            "ESSENTIAL_PICTURES": "kitty", "PATH": "/bin", "essential_tokens": "x",
        ])
    }

    @Test func namesUnknownKeysAndWhatWasProbablyMeant() {
        let error = #expect(throws: ConfigurationError.self) {
            try load(
                file: "{tokens: {acess_lifetime: '5m'},\nfailures: 3,\n\ncolour: 'red'}",
                environment: ["ESSENTIAL_LIMIT_ENABLED": "true", "ESSENTIAL_ZZZ": "1"],
                flags: [.init(name: "server.lisetn", value: "x:1"), .init(name: "tokens.access_lifetime", value: "5m")])
        }
        #expect(
            error?.problems == [
                .unknownKey(
                    key: "tokens.acess_lifetime", value: "\"5m\"", source: .file(path: path, line: 1),
                    suggestion: "tokens.access_lifetime"),
                .unknownKey(
                    key: "failures", value: "3", source: .file(path: path, line: 2), suggestion: "lockout.failures"),
                .unknownKey(key: "colour", value: "\"red\"", source: .file(path: path, line: 4), suggestion: nil),
                .unknownKey(
                    key: "ESSENTIAL_LIMIT_ENABLED", value: "\"true\"",
                    source: .environment(variable: "ESSENTIAL_LIMIT_ENABLED"),
                    suggestion: "ESSENTIAL_LIMITS_ENABLED"),
                .unknownKey(
                    key: "ESSENTIAL_ZZZ", value: "\"1\"", source: .environment(variable: "ESSENTIAL_ZZZ"),
                    suggestion: nil),
                .unknownKey(
                    key: "--server.lisetn", value: "\"x:1\"", source: .flag("--server.lisetn"),
                    suggestion: "--server.listen"),
                .unknownKey(
                    key: "--tokens.access_lifetime", value: "\"5m\"", source: .flag("--tokens.access_lifetime"),
                    suggestion: "--tokens.access-lifetime"),
            ])
        #expect(error?.description.contains("Did you mean --server.listen?") == true)
        #expect(error?.text.spanish.contains("¿Querías decir --server.listen?") == true)
    }

    @Test func namesBadValuesAndWhatIsAllowedAllAtOnce() throws {
        let error = try #require(throws: ConfigurationError.self) {
            try load(
                file: "{tokens: {access_lifetime: 300},\nplugins: {disabled: 'feed'},\nmail: {transport: null}}",
                environment: ["ESSENTIAL_TOKENS_ACCESS_LIFETIME": "2h", "ESSENTIAL_LOCKOUT_FAILURES": "0"],
                flags: [.init(name: "limits.enabled", value: "maybe"), .init(name: "server.listen", value: "8080")])
        }
        #expect(error.problems.count == 7)
        let lines = error.description.split(separator: "\n").map(String.init)
        #expect(
            lines == [
                "\(path):1: tokens.access_lifetime: 300: not allowed; expected is a duration such as 300s, 5m, 24h or 7d, from 1m to 1h.",
                "\(path):2: plugins.disabled: \"feed\": not allowed; expected is a list with commas, each a text.",
                "\(path):3: mail.transport: null: not allowed; expected is one of outbox, smtp.",
                "ESSENTIAL_LOCKOUT_FAILURES=\"0\": not allowed; expected is a whole number, from 1 to 1000.",
                "ESSENTIAL_TOKENS_ACCESS_LIFETIME=\"2h\": not allowed; expected is a duration such as 300s, 5m, 24h or 7d, from 1m to 1h.",
                "--limits.enabled=\"maybe\": not allowed; expected is true or false.",
                "--server.listen=\"8080\": not allowed; expected is a text, HOST:PORT.",
            ])
    }

    /// For who goes on to look for what else is wrong.
    @Test func readsWhatCanBeReadAndNamesWhatIsInDoubt() throws {
        let reading = try ConfigurationLoader(
            environment: ["ESSENTIAL_LOCKOUT_FAILURES": "0"],
            flags: [.init(name: "server.lisetn", value: "x:1"), .init(name: "limits.enabled", value: "no")]
        ).read(declarations)
        #expect(reading.error?.problems.count == 2)
        #expect(reading.doubtful == ["lockout.failures", "server.listen"])
        #expect(!reading.configuration[.limits] && reading.configuration[.listen] == "127.0.0.1:8080")
        #expect(reading.configuration.resetting(["limits.enabled"])[.limits])
    }

    /// A program that runs can't change all that its file says.
    @Test func tellsWhichValuesDifferAlsoThoseThatNeverShow() throws {
        func load(_ environment: [String: String]) throws -> Configuration {
            try ConfigurationLoader(environment: environment).read(declarations).configuration
        }
        let before = try load(["ESSENTIAL_MAIL_SMTP_PASSWORD": "a", "ESSENTIAL_LOCKOUT_FAILURES": "7"])
        let after = try load(["ESSENTIAL_MAIL_SMTP_PASSWORD": "b", "ESSENTIAL_LIMITS_ENABLED": "no"])
        #expect(
            Set(after.names(differingFrom: before)) == ["mail.smtp.password", "lockout.failures", "limits.enabled"])
        #expect(after.names(differingFrom: after).isEmpty)
    }

    @Test func refusesAKeyThatIsGivenTwice() {
        let file = #expect(throws: ConfigurationError.self) {
            try load(file: "{tokens: {access_lifetime: '5m'}, 'tokens.access_lifetime': '6m'}")
        }
        let line = ConfigurationSource.file(path: path, line: 1)
        #expect(file?.problems == [.repeatedKey(key: "tokens.access_lifetime", source: line, earlier: line)])
        #expect(file?.description.contains("is already set, at \(path):1. Keep one of the two.") == true)
        let flag = #expect(throws: ConfigurationError.self) {
            try load(flags: [.init(name: "limits.enabled", value: "yes"), .init(name: "limits.enabled", value: "no")])
        }
        #expect(flag?.description == "--limits.enabled is given more than once. Give it once.")
        let short = #expect(throws: ConfigurationError.self) {
            try load(flags: [
                .init(name: "server.listen", value: "x:1"),
                .init(name: "server.listen", value: "y:1", spelling: "--listen"),
            ])
        }
        #expect(short?.description == "--server.listen and --listen are the same setting. Give one of them.")
    }

    @Test(arguments: [
        ("{\n tokens: ", 2, "ends too early"), ("", 1, "ends too early"), ("[1]", nil, "holds no object"),
        ("5", nil, "holds no object"), ("{a: 1} x", 1, "behind the end"), ("{a: 1\n b: 2}", 2, "comma or }"),
        ("{\n\n a b}", 3, "colon is missing after a"), ("{a: 5m}", 1, "before “5m”; text stands in quotes"),
        ("{a: 'b\n'}", 1, "quotation mark"), ("{a: 1, /* b", 1, "no end"), ("{a: [1, {}]}", 1, "object"),
        (String(repeating: "{a:", count: 50), 1, "too deeply"), ("{a: '\\ud800'}", 1, "half a character"),
        ("{,}", 1, "name is missing"), ("{a: }", 1, "before “}”"), ("{1a: 2}", 1, "name is missing"),
    ])
    func saysWhereAFileIsMalformed(content: String, line: Int?, reason: String) throws {
        let error = try #require(throws: ConfigurationError.self) { try load(file: content) }
        guard case .malformedFile(path, line, let found)? = error.problems.first, error.problems.count == 1 else {
            Issue.record("\(error)")
            return
        }
        #expect(found.english.contains(reason) && found.spanish != found.english, "\(error)")
        #expect(error.description.contains(path + (line.map { ":\($0)" } ?? "")))
    }

    /// It sets nothing, and whoever wrote it believes that it does.
    @Test(arguments: [
        ("{limitz: {}}", "limitz: {}: there is no such key."), ("{limits: {enabled: {}}}", "expected is"),
    ])
    func refusesAnEmptyObjectWhereNoneBelongs(content: String, reason: String) throws {
        let error = try #require(throws: ConfigurationError.self) { try load(file: content) }
        #expect(error.problems.count == 1 && error.description.contains(reason), "\(error)")
    }

    @Test func acceptsAnEmptySection() throws {
        _ = try load(file: "{limits: {}}")
    }

    @Test func aLongValueIsNotEchoedAsAWhole() throws {
        let long = String(repeating: "a", count: 5_000)
        for content in ["{limits: {enabled: '\(long)'}}", "{\(long): '\(long)'}"] {
            let error = try #require(throws: ConfigurationError.self) { try load(file: content) }
            #expect(error.description.count < 500 && error.description.contains("aaaa…"))
        }
    }

    @Test func refusesAFileThatIsNotUTF8() throws {
        try Data([0x7B, 0xFF, 0x7D]).write(to: URL(filePath: path))
        let error = #expect(throws: ConfigurationError.self) { try ConfigurationLoader(file: path).load(declarations) }
        #expect(
            error?.problems == [
                .malformedFile(path: path, line: nil, reason: LocalizedText(en: "it isn't UTF-8", es: "no es UTF-8"))
            ])
    }

    @Test func saysThatAFileCannotBeRead() throws {
        let missing = #expect(throws: ConfigurationError.self) {
            try ConfigurationLoader(file: folder.path(of: "missing")).load(declarations)
        }
        #expect(missing?.description.contains("it isn't there") == true)
        let directory = #expect(throws: ConfigurationError.self) {
            try ConfigurationLoader(file: folder.path).load(declarations)
        }
        #expect(directory?.description.contains("isn't a file") == true)
        let large = #expect(throws: ConfigurationError.self) {
            try load(file: "{" + String(repeating: " ", count: 2 << 20) + "}")
        }
        #expect(large?.description.contains("larger than 1 MiB") == true)
    }

    @Test func reportsAFileBesideTheProblemsOfOtherSources() {
        let error = #expect(throws: ConfigurationError.self) {
            try load(file: "{", environment: ["ESSENTIAL_LOCKOUT_FAILURES": "none"])
        }
        #expect(error?.problems.count == 2)
    }

    @Test func refusesDeclarationsThatCannotBeToldApart() {
        let one = ConfigurationKey("a.b_c", default: 1, summary: someText).declaration
        let other = ConfigurationKey("a_b.c", default: 1, summary: someText).declaration
        let error = #expect(throws: ConfigurationError.self) { try ConfigurationLoader().load([one, other, one]) }
        #expect(error?.problems == [.ambiguousKeys("a.b_c", "a_b.c"), .ambiguousKeys("a.b_c", "a.b_c")])
    }

    private var path: String { folder.path(of: "essentiald.json5") }

    private func load(
        file: String? = nil, environment: [String: String] = [:], flags: [ConfigurationLoader.Flag] = []
    ) throws -> Configuration {
        if let file { try Data(file.utf8).write(to: URL(filePath: path)) }
        return try ConfigurationLoader(file: file.map { _ in path }, environment: environment, flags: flags)
            .load(declarations)
    }
}
