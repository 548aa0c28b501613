import FoundationEssentials
import KernelTesting

/// Whether a program is installed.
func isInstalled(_ program: String) -> Bool {
    ["/usr/local/bin/", "/usr/bin/", "/bin/"].contains { FileManager.default.isExecutableFile(atPath: $0 + program) }
}

func write(_ text: String, to path: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
}
