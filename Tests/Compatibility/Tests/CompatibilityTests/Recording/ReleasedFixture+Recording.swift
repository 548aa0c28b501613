import FoundationEssentials
import Testing

extension ReleasedFixture {
    /// Fills in what a new file leaves open, if it is being recorded.
    ///
    /// It never touches what was released.
    func record(_ change: (inout Fixture) -> Void) async throws {
        guard ProcessInfo.processInfo.environment["ESSENTIAL_RECORD"] != nil else {
            Issue.record("\(path) is not recorded yet: `make fixtures` does it")
            return
        }
        let landed = try await Landed.files()
        try #require(!landed.contains(path), "\(path) is released")
        let file = URL(filePath: Fixtures.folder + "/" + path)
        var fixture = try Fixture.decode(Data(contentsOf: file))
        change(&fixture)
        try fixture.file.write(to: file)
    }
}
