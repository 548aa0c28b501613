import FoundationEssentials
import Glibc

/// Where and of what a run was.
package struct Machine: Codable, Sendable {
    package let processor: String
    package let cores: Int
    package let system: String
    /// The commit that was measured, as `make` says it; nil if it doesn't.
    package let commit: String?
    /// The versions of what the figures rest on, by its name.
    package let versions: [String: String]

    /// This machine.
    package init(commit: String?, versions: [String: String] = [:]) {
        let facts = (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8)) ?? ""
        let model = facts.split(separator: "\n").first { $0.hasPrefix("model name") }
        processor = model?.split(separator: ":").last.map { $0.trimmingPrefix(" ") }.map(String.init) ?? "unknown"
        cores = ProcessInfo.processInfo.activeProcessorCount
        system = ProcessInfo.processInfo.operatingSystemVersionString
        self.commit = commit
        self.versions = versions
    }

    /// In a line, and one of the versions.
    package var text: String {
        let names = versions.keys.sorted { $0.lowercased() < $1.lowercased() }
        let libraries = names.compactMap { name in versions[name].map { "\(name) \($0)" } }.joined(separator: ", ")
        return "\(cores) × \(processor), \(system)" + (commit.map { ", commit \($0)" } ?? "")
            + (libraries.isEmpty ? "" : "\n\(libraries)")
    }
}
