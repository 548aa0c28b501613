import ConfigurationAPI
import ConfigurationSources
import CoreModels
import FoundationEssentials
import KernelTesting
import Localization
import Testing

struct ConfigurationLoaderTests: LoaderSuite {
    let folder: TemporaryFolder

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

    /// A private key that stands where anything else belongs, whatever the setting is called.
    @Test(arguments: ["AGE-SECRET-KEY-1QQQ", "age-secret-key-1qqq", "-----BEGIN PRIVATE KEY-----QQQ"])
    func showsNoPrivateKey(key: String) throws {
        for name in ["ESSENTIAL_LOCKOUT_FAILURES", "ESSENTIAL_LOCKOUT_FAILURE"] {
            let error = #expect(throws: ConfigurationError.self) { try load(environment: [name: key]) }
            let text = error?.description ?? key
            #expect(text.contains("\(name)=<redacted>") && !text.lowercased().contains("qqq"), "\(text)")
        }
    }

    @Test func showsThatThereIsNoSecret() throws {
        let file = "{mail: {smtp: {password: null}}}"
        for configuration in [try load(), try load(file: file)] {
            let entry = try #require(configuration.entries.first { $0.name == "mail.smtp.password" })
            #expect(entry.text.isEmpty && entry.isSecret)
        }
        #expect(ConfigurationKey<Secret?>.password.declaration.defaultText.isEmpty)
    }

    @Test func refusesWhatIsEmptyAndSaysHowToSetNothing() throws {
        let error = try #require(throws: ConfigurationError.self) {
            try load(
                file: "{server: {public_url: ''}}", environment: ["ESSENTIAL_MAIL_SMTP_PASSWORD": ""],
                flags: [.init(name: "server.public-url", value: "")])
        }
        let address = "an address such as https://example.org, or nothing. Give it a value, or leave it out."
        #expect(
            error.description.split(separator: "\n").map(String.init) == [
                "\(path):1: server.public_url: \"\": it is empty; expected is \(address)",
                "ESSENTIAL_MAIL_SMTP_PASSWORD=\"\": it is empty; expected is a text that isn't empty, or nothing. "
                    + "Give it a value, or leave it out.",
                "--server.public-url=\"\": it is empty; expected is \(address)",
            ])
        #expect(try load(environment: ["ESSENTIAL_PLUGINS_DISABLED": ""])[.disabled] == [])
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

    @Test func refusesDeclarationsThatCannotBeToldApart() {
        let one = ConfigurationKey("a.b_c", default: 1, summary: someText).declaration
        let other = ConfigurationKey("a_b.c", default: 1, summary: someText).declaration
        let error = #expect(throws: ConfigurationError.self) { try ConfigurationLoader().load([one, other, one]) }
        #expect(error?.problems == [.ambiguousKeys("a.b_c", "a_b.c"), .ambiguousKeys("a.b_c", "a.b_c")])
    }
}
