import CryptographyAPI
import CryptographyTesting
import FoundationEssentials
import Testing

/// Released fixtures never change and never go.
struct ReleasedFilesTests {
    /// The digests by path, as `sha256sum` writes them.
    private func released() throws -> [String: String] {
        let lines = String(decoding: try Fixtures.contents(of: Fixtures.manifest), as: UTF8.self).split(separator: "\n")
        let pairs = lines.map { (path: String($0.dropFirst(66)), digest: String($0.prefix(64))) }
        #expect(Set(pairs.map(\.path)).count == pairs.count, "a path is listed twice")
        return Dictionary(pairs.map { ($0.path, $0.digest) }) { first, _ in first }
    }

    @Test func noReleasedFileHasChangedOrGone() throws {
        let hashing = try Cryptography.real().hashing
        let released = try released()
        #expect(released.count >= 137, "lines were taken from \(Fixtures.manifest)")
        for (path, digest) in released.sorted(by: { $0.key < $1.key }) {
            guard let content = try? Fixtures.contents(of: path) else {
                Issue.record("\(path) was released, and is gone: bring it back")
                continue
            }
            let present = try hashing.sha256(content).map { byte in
                String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
            }.joined()
            #expect(present == digest, "\(path) was released, and is changed: undo that, and add another fixture")
        }
    }

    @Test func everyFileIsReleased() throws {
        let released = try released()
        let new = Fixtures.files.filter { released[$0] == nil }
        #expect(new == [], "`make fixtures` lists them in \(Fixtures.manifest)")
    }
}
