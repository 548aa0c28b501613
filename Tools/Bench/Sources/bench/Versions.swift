import CNeighbours
import Foundation
import Glibc

/// What a run rests on.
enum Versions {
    /// The versions of the system, the compiler and the libraries, by their
    /// names.
    static var all: [String: String] {
        var versions: [String: String] = [:]
        var place: Int32 = 0
        while case let library = unsafe library_at(place), let name = unsafe library.name {
            unsafe versions[String(cString: name)] = String(cString: library.version)
            place += 1
        }
        var system = utsname()
        if unsafe uname(&system) == 0 {
            versions["Linux"] = unsafe withUnsafeBytes(of: system.release) { bytes in
                unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
        }
        if let swift = installed("swift"), let text = try? Command.output(of: swift, ["--version"]),
            let version = text.firstMatch(of: /Swift version (\S+)/)
        {
            versions["Swift"] = String(version.1)
        }
        return versions
    }
}
