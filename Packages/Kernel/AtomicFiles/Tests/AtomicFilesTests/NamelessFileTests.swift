import AtomicFiles
import FoundationEssentials
import KernelTesting
import Testing

struct NamelessFileTests {
    @Test func isReadByItsPathAndFoundInNoFolder() throws {
        let folder = try TemporaryFolder()
        let content = Data((0..<100_000).map { UInt8(truncatingIfNeeded: $0) })
        let file = try NamelessFile(in: folder.path(of: "a/b"), content: content)
        for _ in 0..<2 { #expect(try AtomicFile(path: file.path).contents() == content) }
        #expect(folder.files() == [])
    }

    @Test func goesWithWhoMadeIt() throws {
        let folder = try TemporaryFolder()
        var file: NamelessFile? = try NamelessFile(in: folder.path(of: "a"), content: Data("x".utf8))
        let path = try #require(file?.path)
        #expect(AtomicFile(path: path).exists)
        file = nil
        #expect((try? AtomicFile(path: path).contents()) != Data("x".utf8))
    }

    @Test func saysWhyItCantBeMade() throws {
        let folder = try TemporaryFolder()
        try AtomicFile(path: folder.path(of: "file")).replace(with: Data(), durability: .process)
        #expect(throws: FileError.self) {
            try NamelessFile(in: folder.path(of: "file"), content: Data("x".utf8))
        }
    }
}
