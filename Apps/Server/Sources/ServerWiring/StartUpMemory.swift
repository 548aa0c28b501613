import FoundationEssentials
import Glibc

/// The code that only the start of the server needed.
enum StartUpMemory {
    /// Gives it back to the system; it comes back from its file, page by page,
    /// when it runs again.
    ///
    /// Reading the configuration, verifying the database and making tables goes
    /// through most of the program once; what answers requests is a small part.
    static func giveBack() {
        let maps = (try? String(contentsOfFile: "/proc/self/maps", encoding: .utf8)) ?? ""
        for line in maps.split(separator: "\n") {
            guard let code = code(line) else { continue }
            unsafe madvise(UnsafeMutableRawPointer(bitPattern: code.lowerBound), code.count, MADV_DONTNEED)
        }
    }

    /// The addresses of a line of proc(5), `maps`, if they map code of a file.
    ///
    /// Nobody writes to that, not even the linker; to other mappings it may
    /// have, and what was written would be lost.
    private static func code(_ line: Substring) -> Range<UInt>? {
        let words = line.split(separator: " ")
        guard words.count >= 6, words[1] == "r-xp", words[5].hasPrefix("/") else { return nil }
        let ends = words[0].split(separator: "-").compactMap { UInt($0, radix: 16) }
        return ends.count == 2 && ends[0] < ends[1] ? ends[0]..<ends[1] : nil
    }
}
