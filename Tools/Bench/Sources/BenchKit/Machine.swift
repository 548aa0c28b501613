import FoundationEssentials
import Glibc

/// Where and of what a run was.
package struct Machine: Codable, Sendable {
    package let processor: String
    package let cores: Int
    package let system: String
    /// The commit that was measured, as `make` says it; nil if it doesn't.
    package let commit: String?

    /// This machine.
    package init(commit: String?) {
        let facts = (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8)) ?? ""
        let model = facts.split(separator: "\n").first { $0.hasPrefix("model name") }
        processor = model?.split(separator: ":").last.map { $0.trimmingPrefix(" ") }.map(String.init) ?? "unknown"
        cores = ProcessInfo.processInfo.activeProcessorCount
        system = ProcessInfo.processInfo.operatingSystemVersionString
        self.commit = commit
    }

    /// In one line.
    package var text: String {
        "\(cores) × \(processor), \(system)" + (commit.map { ", commit \($0)" } ?? "")
    }
}
