import Foundation
import KernelTesting
import RepoKit
import Testing

struct TestsNameRequirementsTests {
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
        #expect(catalog.problems.isEmpty)
    }

    @Test func aLineThatCanNotBeReadIsAProblem() {
        let problems = RequirementCatalog(
            text: "## A\n- **A-01** One.\n- **A-01** Again.\n- **A02** Without a dash.\n- **A-03**"
        ).problems
        #expect(problems.map(\.line) == [3, 4, 5])
        #expect(problems.first?.message == "A-01 is listed twice.")
    }

    @Test func aFeatureMayHaveAListOfItsOwn() throws {
        let folder = try TemporaryFolder()
        let root = URL(filePath: folder.path)
        for (path, text) in [
            ("docs/requirements.md", "## Login\n- **LOGIN-08** Wrong credentials are refused."),
            (
                "Packages/Features/Bookmarks/Requirements.md",
                "## Bookmarks\n- **BOOKMARKS-01** Kept.\n- **LOGIN-08** No."
            ),
        ] {
            let file = root.appending(path: path)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: file)
        }
        let catalog = try RequirementCatalog(root: root)
        #expect(catalog.identifiers == ["LOGIN-08", "BOOKMARKS-01"])
        #expect(catalog.problems.map(\.file) == ["Packages/Features/Bookmarks/Requirements.md"])
        #expect(catalog.problems.map(\.line) == [3])
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
        let findings = TestsNameRequirements().findings(in: [file], catalog: catalog)
        #expect(
            findings.first?.description == """
                Tests/LoginTests/LoginTests.swift:4: error: [requirements] There is no requirement “LOGIN-8”. \
                Did you mean LOGIN-08, LOGIN-18, REG-08? All are in docs/requirements.md, and in the Requirements.md of features.
                """)
        #expect(Set(findings.dropFirst().map(\.line)) == [6])
    }
}
