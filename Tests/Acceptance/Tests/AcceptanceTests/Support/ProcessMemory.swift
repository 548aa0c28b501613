import FoundationEssentials
import Glibc
import KernelTesting

/// What another process can write to in its memory (proc(5)).
struct ProcessMemory {
    private let regions: [[UInt8]]

    /// Whether this process may read the memory of one that is closed off.
    static var isReadable: Bool { geteuid() == 0 }

    /// Reads the memory of a process, which should not be running.
    init(of pid: Int32) throws {
        let maps = try Self.contents(of: "/proc/\(pid)/maps")
        let file = open("/proc/\(pid)/mem", O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw POSIXFailure(call: "open", code: errno) }
        defer { close(file) }
        regions = String(decoding: maps, as: UTF8.self).split(separator: "\n").compactMap { line in
            let words = line.split(separator: " ", maxSplits: 2)
            let bounds = words[0].split(separator: "-").compactMap { UInt64($0, radix: 16) }
            guard bounds.count == 2, words[1].hasPrefix("rw") else { return nil }
            var bytes = [UInt8](repeating: 0, count: Int(bounds[1] - bounds[0]))
            let count = pread(file, &bytes, bytes.count, off_t(bounds[0]))
            return count > 0 ? Array(bytes.prefix(count)) : nil
        }
    }

    /// All of a file that the kernel gives piece by piece: `FileManager` takes the first.
    private static func contents(of path: String) throws -> [UInt8] {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw POSIXFailure(call: "open", code: errno) }
        defer { close(file) }
        var contents: [UInt8] = [], piece = [UInt8](repeating: 0, count: 1 << 16)
        while case let count = read(file, &piece, piece.count), count > 0 { contents += piece.prefix(count) }
        return contents
    }

    /// How many bytes were read.
    var count: Int { regions.reduce(0) { $0 + $1.count } }

    /// Whether the bytes are anywhere.
    func contains(_ bytes: [UInt8]) -> Bool { regions.contains { $0.holds(bytes) } }

    /// How often the bytes are there.
    func count(of bytes: [UInt8]) -> Int { regions.reduce(0) { $0 + $1.count(of: bytes) } }
}

extension [UInt8] {
    /// Whether the bytes are somewhere in these.
    ///
    /// The C library looks for the first byte: there is a lot to go through.
    func holds(_ bytes: [UInt8]) -> Bool { count(of: bytes, atMost: 1) == 1 }

    /// How often the bytes are in these.
    func count(of bytes: [UInt8], atMost most: Int = .max) -> Int {
        withUnsafeBytes { memory in
            guard var here = memory.baseAddress, let first = bytes.first else { return 0 }
            let end = here + (count - bytes.count)
            var found = 0
            while found < most, here <= end, let hit = memchr(here, Int32(first), end - here + 1) {
                if memcmp(hit, bytes, bytes.count) == 0 { found += 1 }
                here = UnsafeRawPointer(hit) + 1
            }
            return found
        }
    }
}
