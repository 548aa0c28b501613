import FoundationEssentials
import Testing

extension ReleasedFixture {
    /// Fills in what a new file leaves open, if it is being recorded.
    ///
    /// It never touches what was released.
    func record(_ change: (inout Fixture) -> Void) throws {
        guard ProcessInfo.processInfo.environment["ESSENTIAL_RECORD"] != nil else {
            Issue.record("\(path) is not recorded yet: `make fixtures` does it")
            return
        }
        let released = String(decoding: try Fixtures.contents(of: Fixtures.manifest), as: UTF8.self)
        try #require(!released.contains("  \(path)\n"), "\(path) is released")
        let file = URL(filePath: Fixtures.folder + "/" + path)
        var fixture = try Fixture.decode(Data(contentsOf: file))
        change(&fixture)
        try fixture.file.write(to: file)
    }
}
