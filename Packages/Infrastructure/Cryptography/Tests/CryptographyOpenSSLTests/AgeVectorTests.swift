import CoreModels
import CryptographyAPI
import CryptographyTesting
import FoundationEssentials
import KernelTesting
import Testing

/// The published vectors of the format: https://github.com/C2SP/CCTV, folder `age/testdata`, commit 1e3d2860, but for
/// those of armour, pass phrases and hybrid recipients, which this program doesn't read.
struct AgeVectorTests {
    private static let folder =
        #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast()
        .joined(separator: "/") + "/Vectors/age/"

    static let names = (try? FileManager.default.contentsOfDirectory(atPath: folder).sorted()) ?? []

    @Test func allAreThere() { #expect(Self.names.count == 68) }

    @Test(.requirement("OPS-02"), arguments: names) func isReadAsPublished(_ name: String) async throws {
        let vector = try await Vector(of: Self.folder + name)
        let cryptography = try Cryptography.real()
        let identities = try vector.all("identity").map {
            try FileIdentity(Secret($0), keys: cryptography.keys)
        }
        let cipher = cryptography.files.makeDecryption(with: identities)
        let outcome: String
        var plaintext: Data?
        do throws(FileEncryptionError) {
            plaintext = try cipher.update(vector.file) + cipher.finish()
            outcome = "success"
        } catch {
            switch error {
            case .malformedHeader: outcome = "header failure"
            case .noMatchingKey: outcome = "no match"
            case .changedHeader: outcome = "HMAC failure"
            case .changedPayload: outcome = "payload failure"
            case .library: outcome = "\(error)"
            }
        }
        #expect(vector.all("expect") == [outcome])
        if let plaintext {
            #expect(try cryptography.hashing.sha256(plaintext).hexadecimal == vector.all("payload").first)
        }
    }

    /// A few lines, an empty one, and a file of age.
    private struct Vector {
        let lines: [(key: String, value: String)]
        let file: Data

        init(of path: String) async throws {
            let content = [UInt8](try Data(contentsOf: URL(filePath: path)))
            let end = try #require(zip(content, content.dropFirst()).enumerated().first { $1 == (10, 10) }?.offset)
            lines = String(decoding: content[..<end], as: UTF8.self).split(separator: "\n").compactMap { line in
                let parts = line.split(separator: ":", maxSplits: 1)
                return parts.count == 2 ? (String(parts[0]), String(parts[1].dropFirst())) : nil
            }
            let rest = Data(content[(end + 2)...])
            file = lines.contains { $0.key == "compressed" } ? try await Self.inflated(rest) : rest
        }

        func all(_ key: String) -> [String] { lines.filter { $0.key == key }.map(\.value) }

        private static func inflated(_ data: Data) async throws -> Data {
            let folder = try TemporaryFolder()
            try data.write(to: URL(filePath: folder.path(of: "small")))
            let program =
                "import sys, zlib; f = open(sys.argv[1], 'rb').read(); "
                + "open(sys.argv[2], 'wb').write(zlib.decompress(f))"
            let run = try await ChildProcess.run(
                "python3", ["-c", program, folder.path(of: "small"), folder.path(of: "large")])
            #expect(run.exit == .status(0), "\(run.errorText)")
            return Data(try #require(folder.contents(of: "large")))
        }
    }
}
