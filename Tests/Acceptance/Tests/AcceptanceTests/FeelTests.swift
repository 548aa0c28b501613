import FoundationEssentials
import KernelTesting
import PicturesTesting
import Testing

/// How screens feel where scripts run.
struct FeelTests {
    private static let variables = ProcessInfo.processInfo.environment

    private func feel(_ scenario: String, on stage: Stage, file: String = "") async throws -> [String] {
        try await Browser.feel(
            FeelPlan(
                address: stage.server.address, scenario: scenario, picture: stage.picture, server: stage.server.pid,
                file: file))
    }

    /// `ESSENTIAL_FEED_PAGES=1000` scrolls through so many.
    @Test(.requirement("FEED-60", "NAV-08"), .serialized, arguments: [360, 1_280])
    func picturesGoOnAndNothingMoves(_ width: Int) async throws {
        let pages = Self.variables["ESSENTIAL_FEED_PAGES"].flatMap { Int($0) } ?? 25
        let seed = try await SeededData.shared, folder = try TemporaryFolder(), data = folder.path(of: "data")
        try await seed.copy(to: data)
        try await Browser.generate(pages * 40 + 400, in: data)
        let server = try await Server(data: data)
        var plan = FeelPlan(
            address: server.address, scenario: "scrolling", picture: seed.picture, server: server.pid, width: width,
            pages: pages)
        plan.longestTask = Self.variables["ESSENTIAL_LONGEST_TASK"].flatMap { Int($0) }
        let problems = try await Browser.feel(plan)
        #expect(problems == [])
    }

    @Test func aWindowOfAnotherWidthShowsTheSamePicture() async throws {
        let seed = try await SeededData.shared, folder = try TemporaryFolder(), data = folder.path(of: "data")
        try await seed.copy(to: data)
        try await Browser.generate(1_000, in: data)
        let server = try await Server(data: data)
        let plan = FeelPlan(address: server.address, scenario: "resizing", picture: seed.picture, server: server.pid)
        #expect(try await Browser.feel(plan) == [])
    }

    @Test(.requirement("FEED-60")) func withoutScriptsLaterPagesLeadBack() async throws {
        let seed = try await SeededData.shared, folder = try TemporaryFolder(), data = folder.path(of: "data")
        try await seed.copy(to: data)
        try await Browser.generate(100, in: data)
        let server = try await Server(data: data)
        let plan = FeelPlan(
            address: server.address, scenario: "withoutScripts", picture: seed.picture, server: server.pid)
        let problems = try await Browser.feel(plan)
        #expect(problems == [])
    }

    @Test(.requirement("COMM-01", "SANIT-03")) func commentsAppearAtOnceAndThoseOfOthersAreTold() async throws {
        let problems = try await feel("comments", on: try await Stage())
        #expect(problems == [])
    }

    @Test(.requirement("COMM-02")) func aServerThatIsKilledLosesNoComment() async throws {
        let problems = try await feel("killed", on: try await Stage())
        #expect(problems == [])
    }

    @Test(.requirement("SESS-06")) func aSessionThatEndsElsewhereKeepsWhatWasTyped() async throws {
        let problems = try await feel("ended", on: try await Stage())
        #expect(problems == [])
    }

    @Test func whatIsDeletedCanBeCalledBack() async throws {
        let problems = try await feel("undo", on: try await Stage())
        #expect(problems == [])
    }

    @Test(.requirement("L10N-01")) func timesAreThePersonsOwn() async throws {
        let problems = try await feel("times", on: try await Stage())
        #expect(problems == [])
    }

    @Test func keysHelpThoseWhoLikeThem() async throws {
        let problems = try await feel("keys", on: try await Stage())
        #expect(problems == [])
    }

    @Test(.requirement("NAV-04")) func whatIsWrittenOutlivesWhatHappensInAnotherWindow() async throws {
        let stage = try await Stage(), path = stage.folder.path(of: "beach.jpg")
        try SamplePicture.phoneJPEG(width: 1_600, height: 1_200).write(to: URL(filePath: path))
        let problems = try await feel("twoWindows", on: stage, file: path)
        #expect(problems == [])
    }

    @Test(.requirement("IMG-40")) func ofTwoPicturesTheOneThatWasTakenLastIsPublished() async throws {
        let stage = try await Stage(), path = stage.folder.path(of: "beach.jpg")
        try SamplePicture.phoneJPEG(width: 1_600, height: 1_200).write(to: URL(filePath: path))
        let problems = try await feel("twoPictures", on: stage, file: path)
        #expect(problems == [])
    }

    @Test func aPictureIsDroppedShownSentAndStopped() async throws {
        let stage = try await Stage(), path = stage.folder.path(of: "beach.jpg")
        try SamplePicture.phoneJPEG(width: 1_600, height: 1_200).write(to: URL(filePath: path))
        let problems = try await feel("publishing", on: stage, file: path)
        #expect(problems == [])
    }
}
