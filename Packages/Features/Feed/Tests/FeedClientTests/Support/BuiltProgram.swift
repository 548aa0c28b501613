import Glibc

/// The programs that are built beside the tests.
enum BuiltProgram {
    /// The path of a program.
    static func path(of name: String) -> String {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink("/proc/self/exe", &buffer, buffer.count)
        let program = String(decoding: buffer.prefix(max(0, count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return (program.lastIndex(of: "/").map { String(program[..<$0]) } ?? ".") + "/" + name
    }
}
