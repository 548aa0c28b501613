import Foundation
import KernelTesting
import RepoKit
import Testing

struct LintTests {
    @Test func theFixtureKeepsEveryRule() async throws {
        let result = try await LintFixture().lint()
        #expect(result.findings == [])
    }

    @Test(arguments: Violation.ofLayers + Violation.ofSides + Violation.ofImports)
    func refusesADependency(_ violation: Violation) async throws {
        try await expectRefusal(of: violation)
    }

    @Test(arguments: Violation.ofPackages)
    func refusesAPackage(_ violation: Violation) async throws {
        try await expectRefusal(of: violation)
    }

    @Test(arguments: Violation.ofSources)
    func refusesASource(_ violation: Violation) async throws {
        try await expectRefusal(of: violation)
    }

    /// All errors are of the violated rule, and one is where the violation is.
    private func expectRefusal(of violation: Violation) async throws {
        var fixture = LintFixture()
        violation.edit(&fixture)
        let result = try await fixture.lint()
        #expect(Set(result.findings.map(\.rule)) == [violation.rule], "\(result.findings)")
        #expect(result.findings.allSatisfy { $0.severity == .error && !$0.remedy.isEmpty })
        let places = result.findings.filter { $0.file == violation.file }.map { finding in
            result.lines(finding.file)[finding.line - 1].trimmingCharacters(in: .whitespaces)
        }
        #expect(places.contains(violation.line), "\(result.findings)")
    }

    /// What a finding advises mustn't be what another rule forbids.
    @Test(arguments: [
        ("LoginService", "AccountsService", "AccountsServiceAPI"), ("LoginService", "LoginClient", "Contract"),
        ("LoginClient", "AccountsService", "AccountsAPI"), ("LoginPresentation", "LoginContract", "LoginAPI"),
    ])
    func whatIsForbiddenIsNotToBeDeclared(target: String, other: String, advice: String) async throws {
        var fixture = LintFixture()
        let own = fixture[target].dependencies.map { "import \($0)" }
        fixture[target].imports = own + ["import \(other)"]
        let findings = try await fixture.lint().findings
        #expect(findings.contains { $0.remedy.contains(advice) }, "\(findings)")
        #expect(!findings.contains { $0.remedy.contains("Add ") }, "\(findings)")
    }

    @Test func aFolderThatNoManifestDeclaresIsNamed() async throws {
        var fixture = LintFixture()
        fixture["LoginClient"].imports = ["import LoginAPI", "import LoginContract", "import LoginDrafts"]
        fixture.files["Packages/Features/Login/Sources/LoginDrafts/Draft.swift"] = "struct Draft {}"
        let remedies = try await fixture.lint().findings.map(\.remedy)
        #expect(
            remedies.contains { $0.hasPrefix("Packages/Features/Login/Sources/LoginDrafts is there") }, "\(remedies)")
    }

    @Test func everyRuleIsBrokenByOneOfThese() {
        let all =
            Violation.ofLayers + Violation.ofSides + Violation.ofImports + Violation.ofPackages + Violation.ofSources
        #expect(Set(all.map(\.rule)) == Set(Lint.rules.map(\.name)))
    }

    @Test func aLongFileIsAWarning() async throws {
        var fixture = LintFixture()
        fixture["LoginClient"].code = String(repeating: "//\n", count: 300)
        let findings = try await fixture.lint().findings
        #expect(findings.map(\.severity) == [.warning])
        #expect(findings.map(\.line) == [301])
    }

    @Test func aTestMayBeLonger() async throws {
        var fixture = LintFixture()
        fixture["LoginClientTests"].code = String(repeating: "//\n", count: 490)
        #expect(try await fixture.lint().findings == [])
    }

    @Test(arguments: [
        #"let text = "fatalError() x! try! @testable import Login""#, "// let value = try! load()!",
        "/* as! /* nested! */ value! */", "let isOdd = !isEven && one != other", "let text = #\"a \" x!\"#",
        "let text = \"\"\"\n    value! is \"quoted\"!\n    \"\"\"", "func stop(fatalError: Int) { _ = fatalError }",
        "let pattern = /a\"b!/\nlet other = \"c!\"", "let half = whole / 2 // isn't \"",
        "@unknown default: .none", "let quote = #\"\"\"#\nlet next = \"x!\"",
    ])
    func whatOnlyLooksLikeATrapIsNone(code: String) async throws {
        var fixture = LintFixture()
        fixture["LoginClient"].code = code
        #expect(try await fixture.lint().findings == [])
    }

    @Test(
        .requirement("L10N-01"),
        arguments: [
            #"let text = LocalizedText(en: "Hello {name}", es: "Hola, {name}")"#,
            #"let text = LocalizedText(verbatim: "Essential")"#, #"let text = LocalizedText(en: english, es: spanish)"#,
            #"let text = "LocalizedText(en: \"a\", es: \"a\")""#, #"func show(en: String, es: String) {}"#,
            #"let both = (en: ["a", "b"], es: ["c", "d"])"#,
            #"let both = LocalizedText(en: one + " " + two, es: uno + " " + dos)"#,
        ])
    func whatIsTranslatedOrTheSameOnPurposeIsAccepted(code: String) async throws {
        var fixture = LintFixture()
        fixture["LoginClient"].code = code
        #expect(try await fixture.lint().findings == [])
    }

    /// A feature that begins is in no program yet, and so in no document.
    @Test func aSettingOfWhatNobodyComposesNeedsNoLine() async throws {
        var fixture = LintFixture()
        fixture["ServerWiring"].imports = ["import AccountsService", "import MailSMTP"]
        fixture["LoginService"].code = #"let limit = ConfigurationKey("login.limit", default: 1)"#
        let wiring = "Apps/Server/Sources/ServerWiring/"
        fixture.files[wiring + "LoginWiring.swift"] = "import LoginService\nenum LoginWiring {}\n"
        #expect(try await fixture.lint().findings == [])
        fixture.files[wiring + "ServerFeatures.swift"] = "let login = LoginWiring.install()\n"
        #expect(try await fixture.lint().findings.map(\.rule) == ["settings"])
    }

    @Test func testsMayTrapAndUseImplementations() async throws {
        var fixture = LintFixture()
        fixture["LoginClientTests"].code = "let value = try! load()!"
        fixture["LoginHammer"].code = "let value = try! load()!"
        fixture["LoginClientTests"].dependencies += ["MailSMTP", "LoginService", "AccountsService"]
        #expect(try await fixture.lint().findings == [])
    }

    @Test func packagesOfTestsAreTests() async throws {
        var fixture = LintFixture()
        fixture.packages.append(
            .init(
                area: "Tests", name: "Acceptance",
                targets: [
                    .init(name: "AcceptanceSupport", dependencies: ["MailSMTP", "KernelTesting"], isOffered: false)
                ]))
        fixture["AcceptanceSupport"].code = "let value = try! load()!"
        #expect(try await fixture.lint().findings == [])
    }

    @Test func aProvedEscapeIsAccepted() async throws {
        var fixture = LintFixture()
        fixture["CurlKit"].code = """
            /// A handle.
            ///
            /// `@unchecked Sendable`: the pointer never changes.
            @safe
            final class Handle: @unchecked Sendable {}
            """
        #expect(try await fixture.lint().findings == [])
    }

    /// `CONTRIBUTING.md` is where people look a rule up.
    @Test(arguments: Lint.rules.map { [$0.name, $0.statement] })
    func theGuideStatesTheRule(rule: [String]) throws {
        let root = (0..<6).reduce(URL(filePath: #filePath)) { url, _ in url.deletingLastPathComponent() }
        let guide = try String(contentsOf: root.appending(path: "CONTRIBUTING.md"), encoding: .utf8)
        let isThere = guide.contains("| \(rule[0]) | \(rule[1]) |")
        #expect(isThere, "The table of CONTRIBUTING.md needs the row | \(rule[0]) | \(rule[1]) |")
    }
}
