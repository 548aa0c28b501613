import FoundationEssentials
import KernelTesting
import Localization
import ScreensApp
import Testing

struct DesktopTests {
    private let folder: TemporaryFolder
    private let address = URL(string: "http://localhost:8080/authorize?a=b&c=d")!

    init() throws {
        folder = try TemporaryFolder()
    }

    private var left: [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()) ?? []
    }

    private func open() -> (@Sendable () -> Void)? {
        Desktop(program: "true", folder: folder.path).open(address, in: .english)
    }

    @Test func whatLeadsTheBrowserIsGoneWhenItHasCome() throws {
        let close = try #require(open())
        #expect(left.count == 1)
        close()
        #expect(left.isEmpty)
        #expect(Desktop(program: "/nowhere/xdg-open", folder: folder.path).open(address, in: .english) == nil)
        #expect(left.isEmpty)
    }

    /// A program that was killed holds no lock any more; one that waits does.
    @Test(.requirement("BROWSERLOGIN-06")) func theNextOneRemovesWhatAKilledOneLeft() throws {
        let waiting = try #require(open()), before = left
        let stale = folder.path(of: "essential-open-killed"), making = folder.path(of: "essential-open-making")
        for path in [stale, making, folder.path(of: "essential-other")] {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        }
        try Data("x".utf8).write(to: URL(filePath: stale + "/open.html"))
        try Data("x".utf8).write(to: URL(filePath: folder.path(of: "essential-other") + "/open.html"))
        try FileManager.default.createSymbolicLink(
            atPath: folder.path(of: "essential-open-link"), withDestinationPath: "essential-other")
        let next = try #require(open())
        #expect(!left.contains("essential-open-killed"))
        #expect(Set(before + ["essential-open-making", "essential-other", "essential-open-link"]).isSubset(of: left))
        #expect(FileManager.default.fileExists(atPath: folder.path(of: "essential-other") + "/open.html"))
        next()
        waiting()
    }
}
