import FoundationEssentials
import Glibc

/// ImageMagick, run as a child process: a decoder that is not ours.
enum IndependentDecoder {
    /// Where the program is, if it is on this machine.
    static let program: String? = ["/usr/bin/convert", "/usr/bin/magick", "/usr/local/bin/magick"]
        .first { access($0, X_OK) == 0 }

    struct Failure: Error {
        let status: Int32
    }

    /// Decodes a JPEG file to a PPM file, and gives its bytes row by row.
    static func decode(_ file: [UInt8]) throws -> (width: Int, height: Int, bytes: [UInt8]) {
        let name = FileManager.default.temporaryDirectory.path() + "/jpeg-\(UUID().uuidString)"
        defer {
            unlink(name + ".jpg")
            unlink(name + ".ppm")
        }
        try Data(file).write(to: URL(filePath: name + ".jpg"))
        try run([program ?? "", "jpeg:" + name + ".jpg", "-depth", "8", "ppm:" + name + ".ppm"])
        return parse([UInt8](try Data(contentsOf: URL(filePath: name + ".ppm"))))
    }

    private static func run(_ arguments: [String]) throws {
        var process = pid_t()
        let pointers = arguments.map { strdup($0) } + [nil]
        defer { for pointer in pointers { free(pointer) } }
        let code = posix_spawn(&process, arguments[0], nil, nil, pointers, environ)
        guard code == 0 else { throw Failure(status: code) }
        var status: Int32 = 0
        waitpid(process, &status, 0)
        guard status == 0 else { throw Failure(status: status) }
    }

    /// `P6 width height 255` and the pixels.
    private static func parse(_ bytes: [UInt8]) -> (width: Int, height: Int, bytes: [UInt8]) {
        var fields: [Int] = []
        var offset = 2
        while fields.count < 3 {
            var number = 0
            offset += 1
            while let digit = Character(UnicodeScalar(bytes[offset])).wholeNumberValue {
                number = number * 10 + digit
                offset += 1
            }
            fields.append(number)
        }
        return (fields[0], fields[1], Array(bytes[(offset + 1)...]))
    }
}
