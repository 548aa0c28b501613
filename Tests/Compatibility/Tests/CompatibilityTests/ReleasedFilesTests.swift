import FoundationEssentials
import Testing

/// Released fixtures never change and never go.
///
/// Released is what has landed: what a branch adds may still change on it.
@Suite(.enabled(if: Landed.isRepository, "there is no git repository to compare with"))
struct ReleasedFilesTests {
    @Test func noReleasedFileHasChangedOrGone() async throws {
        let landed = try await Landed.files()
        #expect(landed.count >= 137, "the fixtures of \(Landed.branch) can't be listed")
        #expect(
            try await Landed.changes() == [], "these have landed: undo that, and add other fixtures in their place")
    }
}
