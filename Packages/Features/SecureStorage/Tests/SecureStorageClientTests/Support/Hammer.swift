import Glibc
import KernelTesting

/// The program `VaultHammer`, which was built beside the tests.
enum Hammer {
    private static let path: String = {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink("/proc/self/exe", &buffer, buffer.count)
        let program = String(decoding: buffer.prefix(max(0, count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return (program.lastIndex(of: "/").map { String(program[..<$0]) } ?? ".") + "/VaultHammer"
    }()

    static func start(_ folder: String, _ mode: String, id: String = "-", count: Int = 0) throws -> ChildProcess {
        try ChildProcess(path, [folder, mode, id, "\(count)"])
    }
}
