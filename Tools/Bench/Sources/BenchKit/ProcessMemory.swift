import FoundationEssentials
import Glibc

/// What a process has in memory, as the kernel counts it (proc(5)).
package struct ProcessMemory: Sendable {
    private let folder: String

    /// The memory of this process, or of another of the same user.
    package init?(of process: Int32 = getpid()) {
        folder = "/proc/\(process)"
        if resident == nil { return nil }
    }

    /// What it has now, in megabytes.
    package var resident: Double? { line("VmRSS:") }

    /// The most that it had since the peak was forgotten, in megabytes.
    package var peak: Double? { line("VmHWM:") }

    /// Lets the peak count from now on.
    package func forgetPeak() {
        guard let file = unsafe fopen(folder + "/clear_refs", "w") else { return }
        unsafe fputs("5", file)
        unsafe fclose(file)
    }

    private func line(_ name: String) -> Double? {
        let status = try? String(contentsOfFile: folder + "/status", encoding: .utf8)
        let line = status?.split(separator: "\n").first { $0.hasPrefix(name) }
        return line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Double($0) }.map { $0 / 1_024 }
    }
}
