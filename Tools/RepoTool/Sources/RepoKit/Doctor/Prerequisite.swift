/// A Debian package that the build or the tests need.
///
/// `Tools/setup/packages.txt` lists them.
package struct Prerequisite: Hashable, Sendable {
    /// What shows that the package is there.
    package enum Evidence: Hashable, Sendable {
        /// A C library: its name for `pkg-config`, and a header below its folder of headers.
        case library(String, header: String)
        /// A program on `PATH`.
        case program(String)
        /// A module that `python3` knows.
        case python(String)
        /// A file or a folder, by its path.
        case file(String)
    }

    /// Where the list is, relative to the root of the repository.
    package static let list = "Tools/setup/packages.txt"

    package let package: String
    package let evidence: Evidence
    package let purpose: String

    /// Reads the list: a line for each, in three columns; `#` begins a comment.
    ///
    /// - Throws: A ``Finding`` for a line that can't be understood.
    package static func parse(_ text: String) throws(Finding) -> [Self] {
        var all: [Self] = []
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
        where !line.isEmpty && !line.hasPrefix("#") {
            let words = line.split(separator: " ").map(String.init)
            guard words.count > 2, let evidence = Evidence(words[1]) else {
                throw Finding(
                    "doctor", file: list, line: index + 1, message: "“\(line)” is no prerequisite.",
                    remedy:
                        "Write PACKAGE, then library:NAME:HEADER, program:NAME, python:MODULE or file:PATH, then the purpose."
                )
            }
            all.append(Self(package: words[0], evidence: evidence, purpose: words[2...].joined(separator: " ")))
        }
        return all
    }
}

extension Prerequisite.Evidence {
    fileprivate init?(_ text: String) {
        let words = text.split(separator: ":").map(String.init)
        switch (words.first, words.count) {
        case ("library", 3): self = .library(words[1], header: words[2])
        case ("program", 2): self = .program(words[1])
        case ("python", 2): self = .python(words[1])
        case ("file", 2): self = .file(words[1])
        default: return nil
        }
    }
}
