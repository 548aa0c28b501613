package import Foundation

/// The requirements of the project: those of `docs/requirements.md`, and those
/// of each feature that has a list of its own, `Requirements.md` in its package.
package struct RequirementCatalog: Sendable {
    /// One line of the list.
    package struct Requirement: Hashable, Sendable {
        /// The identifier, such as `LOGIN-08`.
        package let id: String
        /// What it asks for.
        package let text: String
        /// What the list says beside that, in `*Open: …*` or `*Left out: …*`
        /// at the end of the line.
        package let remark: Remark?
    }

    /// Why tests that pass don't prove a requirement.
    package enum Remark: Hashable, Sendable {
        /// A part of it comes later.
        case open
        /// It isn't done, on purpose.
        case leftOut
    }

    /// The requirements below one heading.
    package struct Group: Sendable {
        package let title: String
        package fileprivate(set) var requirements: [Requirement]
    }

    /// Where the list of all is, relative to the root of the repository.
    package static let path = "docs/requirements.md"
    /// The name of a package's own list.
    package static let ownName = "Requirements.md"

    /// In the order of the files.
    package let groups: [Group]
    /// Lines that look like requirements and aren't, and identifiers that occur
    /// twice.
    package let problems: [(file: String, line: Int, message: String)]

    /// Reads a list.
    package init(text: String) {
        self.init(lists: [(Self.path, text)])
    }

    /// Reads lists.
    ///
    /// Each has a heading for each group, and lines of the form
    /// `- **LOGIN-08** What it asks for.`
    private init(lists: [(file: String, text: String)]) {
        var groups: [Group] = []
        var problems: [(file: String, line: Int, message: String)] = []
        var known: Set<String> = []
        let lines = lists.flatMap { list in
            list.text.components(separatedBy: "\n").enumerated().map { (list.file, $0.offset + 1, $0.element) }
        }
        for (file, number, line) in lines {
            if line.hasPrefix("## ") { groups.append(Group(title: String(line.dropFirst(3)), requirements: [])) }
            guard line.hasPrefix("- **") else { continue }
            guard let match = line.wholeMatch(of: #/- \*\*([A-Z][A-Z0-9]*-\d+|D\d+)\*\* (\S.*)/#), !groups.isEmpty
            else {
                problems.append((file, number, "“\(line)” can't be read."))
                continue
            }
            let id = String(match.1)
            guard known.insert(id).inserted else {
                problems.append((file, number, "\(id) is listed twice."))
                continue
            }
            let text = String(match.2)
            groups[groups.count - 1].requirements.append(
                Requirement(id: id, text: text, remark: Remark(endOf: text)))
        }
        self.groups = groups.filter { !$0.requirements.isEmpty }
        self.problems = problems
    }

    /// Reads the lists of a repository.
    package init(root: URL) throws {
        let files = FileManager.default
        let features = (try? files.contentsOfDirectory(atPath: root.appending(path: "Packages/Features").path)) ?? []
        let own = features.sorted().map { "Packages/Features/\($0)/\(Self.ownName)" }
            .filter { files.fileExists(atPath: root.appending(path: $0).path) }
        self.init(
            lists: try ([Self.path] + own).map { file in
                (file, try String(contentsOf: root.appending(path: file), encoding: .utf8))
            })
    }

    /// All identifiers, in the order of the files.
    package var identifiers: [String] { groups.flatMap(\.requirements).map(\.id) }

    /// The three identifiers that take the fewest letters to get to.
    package func nearest(to id: String) -> [String] {
        Array(Spelling(id).nearestFirst(identifiers).prefix(3))
    }
}

extension RequirementCatalog.Remark {
    fileprivate init?(endOf text: String) {
        switch text.firstMatch(of: /\*(Open|Left out): [^*]+\*$/)?.1 {
        case "Open"?: self = .open
        case "Left out"?: self = .leftOut
        default: return nil
        }
    }
}
