import Foundation
import KernelTesting
import RepoKit
import Testing

struct RequirementRuleTests {
    private let catalog = RequirementCatalog(
        text: """
            # Requirements

            - not one, above all headings

            ## Decisions

            - **D5** Who is not verified reads.

            ## Login

            - **LOGIN-08** Wrong credentials are an error.
            - **LOGIN-18** Five failures lock.
            - **REG-08** Nothing is sent.
            """)

    @Test func readsGroupsAndLines() {
        #expect(catalog.groups.map(\.title) == ["Decisions", "Login"])
        #expect(catalog.identifiers == ["D5", "LOGIN-08", "LOGIN-18", "REG-08"])
        #expect(catalog.groups.first?.requirements.first?.text == "Who is not verified reads.")
        #expect(catalog.findings.isEmpty)
    }

    @Test func aLineThatCanNotBeReadIsAFinding() {
        let findings = RequirementCatalog(
            text: "## A\n- **A-01** One.\n- **A-01** Again.\n- **A02** Without a dash.\n- **A-03**"
        ).findings
        #expect(findings.map(\.line) == [3, 4, 5])
        #expect(findings.first?.message == "A-01 is listed twice.")
    }

    @Test(.requirement("PROC-06")) func anUnknownRequirementIsAFinding() {
        let file = SourceFile(
            path: "Tests/LoginTests/LoginTests.swift",
            text: """
                struct LoginTests {
                    @Test(.requirement("LOGIN-08", "D5")) func known() {}
                    @Test(
                        .requirement("LOGIN-8"))
                    func unknown() {}
                    @Test(.requirement(Self.all)) func hidden() {}
                }
                """)
        let findings = RequirementRule.findings(in: [file], catalog: catalog)
        #expect(
            findings.first?.description == """
                Tests/LoginTests/LoginTests.swift:4: error: [requirements] There is no requirement “LOGIN-8”. \
                Did you mean LOGIN-08, LOGIN-18, REG-08? All are in docs/requirements.md.
                """)
        #expect(Set(findings.dropFirst().map(\.line)) == [6])
    }

    @Test(.requirement("PROC-06")) func aSeededViolationIsFoundInARepository() async throws {
        let folder = try TemporaryFolder()
        func write(_ text: String, to path: String) throws {
            let url = URL(filePath: folder.path(of: path))
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            try text.write(to: url, atomically: true, encoding: .utf8)
        }
        try write("## Login\n- **LOGIN-08** Wrong credentials are an error.", to: "docs/requirements.md")
        try write(
            """
            // swift-tools-version: 6.2
            import PackageDescription
            let package = Package(name: "Login", targets: [.testTarget(name: "LoginTests")])
            """, to: "Packages/Login/Package.swift")
        let path = "Packages/Login/Tests/LoginTests/LoginTests.swift"
        let repository = try await Repository(root: URL(filePath: folder.path))
        try write("@Test(.requirement(\"LOGIN-08\")) func holds() {}", to: path)
        #expect(try RequirementRule.findings(in: repository).isEmpty)
        try write("\n@Test(.requirement(\"LOGIN-80\")) func holds() {}", to: path)
        let finding = try #require(try RequirementRule.findings(in: repository).first)
        #expect(finding.file == path && finding.line == 2 && finding.severity == .error)
    }
}
