import AtomicFiles
import FoundationEssentials
import Glibc
import KernelTesting
import Testing

struct AtomicFilePlaceTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try AtomicFile.makeFolder(folder.path(of: "data/deep"))
        try Data().write(to: URL(filePath: folder.path(of: "data/file")))
        #expect(symlink(folder.path(of: "data"), folder.path(of: "link")) == 0)
        #expect(symlink(folder.path(of: "nowhere"), folder.path(of: "dangling")) == 0)
    }

    private func file(_ name: String) -> AtomicFile { AtomicFile(path: folder.path(of: name)) }

    @Test func whatStandsThereIsTold() {
        #expect(file("data/file").occupant == .file)
        #expect(file("data").occupant == .other && file("link").occupant == .other)
        #expect(file("dangling").occupant == .other && AtomicFile(path: "/dev/null").occupant == .other)
        #expect(file("missing").occupant == nil && file("missing/too").occupant == nil)
    }

    @Test(arguments: [
        ("data/x", true), ("data/deep/x", true), ("data/new/deeper/x", true), ("link/x", true),
        ("data/deep/../x", true), ("missing/../data/x", true), ("x", false), ("database/x", false),
        ("data/../x", false), ("new/x", false),
    ])
    func whatIsInAFolderIsTold(name: String, isInside: Bool) {
        #expect(file(name).isInside(folder.path(of: "data")) == isInside)
        #expect(!file(name).isInside(folder.path(of: "missing")))
    }
}
