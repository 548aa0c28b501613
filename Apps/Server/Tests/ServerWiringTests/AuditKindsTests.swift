import ConfigurationAPI
import FoundationEssentials
import KernelTesting
import Localization
import PluginKit
import SecurityMetricsServiceAPI
import ServerWiring
import Testing

/// What the audit trail can tell, all of it.
struct AuditKindsTests {
    private let kinds: [AuditKind]

    init() throws {
        kinds = try ServerDeclarations(ServerSettings(environment: [:])).contributions(in: .defaults).auditKinds
    }

    /// Whoever reads the trail looks there what an event means.
    @Test(.requirement("METRIC-06", "AUDIT-15")) func theDocumentHasEachKindThatIsContributed() throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../../docs/features/audit.md")
        let text = String(decoding: try Data(contentsOf: file), as: UTF8.self)
        let begin = try #require(text.firstRange(of: "<!-- kinds of events -->"))
        let end = try #require(text.firstRange(of: "<!-- end of kinds -->"))
        let rows = text[begin.upperBound..<end.lowerBound].split(separator: "\n").filter { $0.hasPrefix("| `") }
        let documented = rows.map { row in
            row.split(separator: " | ").prefix(3).joined(separator: " | ")
        }
        let contributed = kinds.map { "| `\($0.name)` | \($0.severity.rawValue) | \($0.title.english)" }
        for kind in contributed { #expect(documented.contains(kind), "docs/features/audit.md lacks \(kind)") }
        for kind in documented { #expect(contributed.contains(kind), "nothing contributes \(kind)") }
    }

    @Test(.requirement("METRIC-01")) func eachKindHasANameOfItsOwn() {
        #expect(Set(kinds.map(\.name)).count == kinds.count)
        for kind in kinds {
            let parts = kind.name.split(separator: ".", omittingEmptySubsequences: false)
            let isPlain = parts.allSatisfy { part in
                !part.isEmpty && part.allSatisfy { $0 == "-" || $0.isASCII && ($0.isLowercase || $0.isNumber) }
            }
            #expect(parts.count == 2 && isPlain, "\(kind.name)")
        }
    }
}
