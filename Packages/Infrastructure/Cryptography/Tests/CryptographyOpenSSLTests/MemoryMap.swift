import FoundationEssentials
import Glibc

/// What the kernel says about the memory of this process (proc(5)).
struct MemoryMap {
    struct Region {
        let range: Range<UInt>
        let permissions: String
        var flags: Set<String> = []
    }

    let regions: [Region]

    static func current() -> MemoryMap {
        var regions: [Region] = []
        let text = String(decoding: readAll("/proc/self/smaps"), as: UTF8.self)
        for line in text.split(separator: "\n") {
            let words = line.split(separator: " ")
            let bounds = words[0].split(separator: "-").compactMap { UInt($0, radix: 16) }
            if bounds.count == 2 {
                regions.append(Region(range: bounds[0]..<bounds[1], permissions: String(words[1])))
            } else if words[0] == "VmFlags:", !regions.isEmpty {
                regions[regions.count - 1].flags = Set(words.dropFirst().map(String.init))
            }
        }
        return MemoryMap(regions: regions)
    }

    func region(containing address: UInt) -> Region? {
        regions.first { $0.range.contains(address) }
    }

    /// Reads memory without touching it, so that neither the compiler nor a
    /// sanitizer has a say; nil if there is none.
    static func read(_ count: Int, at address: UInt) -> Data? {
        let file = open("/proc/self/mem", O_RDONLY)
        defer { close(file) }
        var bytes = [UInt8](repeating: 0xEE, count: count)
        guard pread(file, &bytes, count, off_t(address)) == count else { return nil }
        return Data(bytes)
    }

    /// Whether the bytes are anywhere in the region.
    static func contains(_ bytes: Data, in region: Region) -> Bool {
        guard let memory = read(region.range.count, at: region.range.lowerBound) else { return false }
        let first = bytes.first
        return memory.indices.contains { index in
            memory[index] == first && memory[index...].starts(with: bytes)
        }
    }

    /// Whether this process may lock the few MiB that the tests want; some
    /// containers allow 64 KiB only.
    static var allowsLocking: Bool {
        let limits = String(decoding: readAll("/proc/self/limits"), as: UTF8.self).split(separator: "\n")
        let words = limits.first { $0.hasPrefix("Max locked memory") }?.split(separator: " ") ?? []
        return words.count > 3 && (words[3] == "unlimited" || Int(words[3]) ?? 0 >= 4 << 20)
    }

    private static func readAll(_ path: String) -> [UInt8] {
        let file = open(path, O_RDONLY)
        defer { close(file) }
        var all: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while case let count = Glibc.read(file, &chunk, chunk.count), count > 0 { all += chunk.prefix(count) }
        return all
    }
}
