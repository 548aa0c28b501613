import FoundationEssentials
import Glibc
import KernelTesting

/// An open file with some content.
final class TemporaryInput: Sendable {
    let descriptor: Int32
    private let folder: TemporaryFolder

    init(_ text: String) throws {
        folder = try TemporaryFolder()
        try Data(text.utf8).write(to: URL(fileURLWithPath: folder.path(of: "input")))
        descriptor = open(folder.path(of: "input"), O_RDONLY)
    }

    deinit { close(descriptor) }
}
