import Foundation
import KernelTesting
import Testing

/// What tools and people look for at the root of a repository.
struct PublishedFilesTests {
    @Test(
        .requirement("PROC-12"),
        arguments: [
            ("LICENSE", "MIT License\n"), ("CODE_OF_CONDUCT.md", "# Code of conduct\n"),
            ("SECURITY.md", "# Security\n"),
            ("CHANGELOG.md", "# Changelog\n"),
        ])
    func theyAreWhereTheyAreLookedFor(name: String, beginning: String) throws {
        let text = try String(contentsOf: CheckedOutRepository.root.appending(path: name), encoding: .utf8)
        #expect(text.hasPrefix(beginning))
    }

    @Test(.requirement("PROC-12")) func theLinksBetweenThemLeadSomewhere() throws {
        for name in ["CHANGELOG.md", "CODE_OF_CONDUCT.md", "README.md", "SECURITY.md"] {
            let text = try String(contentsOf: CheckedOutRepository.root.appending(path: name), encoding: .utf8)
            for match in text.matches(of: /\]\(([^)#:]+)(#[^)]*)?\)/) {
                let path = CheckedOutRepository.root.appending(path: String(match.output.1)).path
                #expect(FileManager.default.fileExists(atPath: path), "\(name): \(match.output.1)")
            }
        }
    }
}
