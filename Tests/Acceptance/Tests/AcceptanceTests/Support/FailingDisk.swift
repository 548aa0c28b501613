import FoundationEssentials
import Glibc
import KernelTesting

/// A folder whose disk refuses calls of programs when a test says so.
///
/// ```swift
/// let disk = try await FailingDisk(of: folder.path(of: "data"))
/// let server = try await Server(data: disk.folder, environment: disk.environment)
/// disk.fail(.synchronize, at: 3, with: EIO)
/// ```
///
/// A library that is loaded before all others (`Support/failing-disk.c`) stands
/// between the programs and the system; what it is to do lies in a file that all
/// of them have mapped. It works for the client's home as well.
final class FailingDisk: Sendable {
    /// Kinds of calls; the numbers are those of the library.
    struct Call: OptionSet, Hashable, Sendable, CustomStringConvertible {
        let rawValue: Int64

        static let open = Call(rawValue: 1)
        static let read = Call(rawValue: 2)
        static let write = Call(rawValue: 4)
        static let synchronize = Call(rawValue: 8)
        static let truncate = Call(rawValue: 16)
        static let rename = Call(rawValue: 32)
        static let unlink = Call(rawValue: 64)
        static let map = Call(rawValue: 128)
        static let look = Call(rawValue: 256)
        static let lock = Call(rawValue: 512)
        static let make = Call(rawValue: 1024)

        private static let names = [
            "open", "read", "write", "synchronize", "truncate", "rename", "unlink", "map", "look", "lock", "make",
        ]

        var description: String {
            Self.names.indices.filter { rawValue & 1 << $0 != 0 }.map { Self.names[$0] }.joined(separator: "+")
        }
    }

    /// In place of an error number: a transfer of half of the bytes.
    static let short: Int32 = -1

    /// The folder, which need not be there yet.
    let folder: String
    private let files: TemporaryFolder
    private let library: PreloadedLibrary
    private var plan: String { files.path(of: "plan") }

    init(of folder: String) async throws {
        self.folder = folder
        files = try TemporaryFolder()
        guard FileManager.default.createFile(atPath: files.path(of: "plan"), contents: Data(count: 64)) else {
            throw POSIXFailure(call: "open", code: errno)
        }
        library = try await PreloadedLibrary("failing-disk.c", in: files)
    }

    /// What a program finds around it whose calls are to fail.
    var environment: [String: String] {
        library.environment.merging(["FAILING_DISK": folder, "FAILING_DISK_PLAN": plan]) { $1 }
    }

    /// Lets calls fail, counted from now.
    ///
    /// - Parameters:
    ///   - first: Which of them is the first, from 1.
    ///   - count: How many of them fail from there on.
    ///   - code: The error number, or ``short``.
    func fail(_ calls: Call, at first: Int = 1, count: Int = 1, with code: Int32) throws {
        try write([0, 0, 0, 0, 0, 0, 0, 0])
        try write([0, calls.rawValue, Int64(first), Int64(count), Int64(code), 0, 0, 0])
    }

    /// Lets nothing fail any more.
    func mend() throws { try fail([], with: 0) }

    /// How many calls failed since ``fail(_:at:count:with:)``.
    var failures: Int {
        guard let bytes = files.contents(of: "plan"), bytes.count == 64 else { return 0 }
        return bytes.withUnsafeBytes { Int($0.bindMemory(to: Int64.self)[5]) }
    }

    /// Writes in place: the programs have mapped the file.
    private func write(_ numbers: [Int64]) throws {
        let file = Glibc.open(plan, O_WRONLY | O_CLOEXEC)
        defer { close(file) }
        let count = numbers.withUnsafeBytes { pwrite(file, $0.baseAddress, $0.count, 0) }
        guard count == 64 else { throw POSIXFailure(call: "pwrite", code: errno) }
    }
}
