import FoundationEssentials
import Glibc

/// A new empty folder that is removed, with all that is in it, when the last
/// reference goes.
public final class TemporaryFolder: Sendable {
    /// The absolute path of the folder.
    public let path: String

    /// Creates a folder of mode 0700 in the system's temporary folder.
    public init() throws {
        var template = Array((FileManager.default.temporaryDirectory.path + "/essential-XXXXXX").utf8CString)
        guard unsafe mkdtemp(&template) != nil else { throw POSIXFailure(call: "mkdtemp", code: errno) }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// The path of something in the folder.
    public func path(of name: String) -> String { path + "/" + name }

    /// The bytes of a file in the folder.
    public func contents(of name: String) -> [UInt8]? {
        FileManager.default.contents(atPath: path(of: name)).map { Array($0) }
    }

    /// The relative paths of all files in the folder and below, sorted.
    public func files() -> [String] {
        ((try? FileManager.default.subpathsOfDirectory(atPath: path)) ?? []).sorted().filter { name in
            var status = stat()
            return unsafe lstat(path(of: name), &status) == 0 && status.st_mode & S_IFMT == S_IFREG
        }
    }

    /// The permission bits of something in the folder.
    public func mode(of name: String) -> UInt32? {
        var status = stat()
        guard unsafe lstat(path(of: name), &status) == 0 else { return nil }
        return status.st_mode & 0o7777
    }
}

/// A failed call of the operating system, in a test.
public struct POSIXFailure: Error, CustomStringConvertible {
    /// The name of the call.
    public let call: String
    /// The value of `errno`.
    public let code: Int32

    /// Creates a failure from the name of the call and the value of `errno`.
    public init(call: String, code: Int32) {
        self.call = call
        self.code = code
    }

    /// The call and the system's message.
    public var description: String { unsafe "\(call): \(String(cString: strerror(code)))" }
}
