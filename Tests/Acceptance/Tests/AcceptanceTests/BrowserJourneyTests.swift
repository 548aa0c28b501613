import FoundationEssentials
import KernelTesting
import PicturesTesting
import Testing

/// What people do with the feed in a browser, without a script.
struct BrowserJourneyTests {
    private static let hostile =
        "<script>alert(1)</script> \u{0645}\u{0631}\u{062D}\u{0628}\u{0627}\nsecond \"line\" & more"

    private func logIn(_ person: Person) -> [WalkStep] {
        [.type(person.email, into: "email"), .type(person.password, into: "secret-password"), .press("Log in")]
    }

    @Test(.requirement("PUBFEED-02", "COMM-01", "COMM-02", "IMG-40", "SANIT-03", "NAV-04"))
    func somebodyLogsInCommentsPublishesAndTakesItBack() async throws {
        let stage = try await Stage()
        let path = stage.folder.path(of: "beach.jpg")
        try SamplePicture.phoneJPEG(width: 1_600, height: 1_200).write(to: URL(filePath: path))
        let picture = "/p/" + stage.picture
        try await Browser.walk(
            [.open(picture), .sees("Log in to say something about it."), .follow("Log in")] + logIn(.ana)
                + [
                    // It comes back to where it was.
                    .isAt(picture), .sees("Say something about it"), .open("/"), .pictures(3), .look("people-feed"),
                    .open(picture), .type(Self.hostile, into: "message"), .press("Post the comment"),
                    .isAt(picture + ".*#comments"), .sees("<script>alert(1)</script>"), .sees("second \"line\" & more"),
                    .look("people-picture"), .type("\u{202E}x", into: "message"), .press("Post the comment"),
                    .sees("that turn the text around them"), .look("comment-refused"), .open(picture),
                    .go(to: ".*/comments/.*/delete.*"),
                    .sees("Delete this comment?"), .look("comment-deletion"), .send("delete-comment"),
                    .isAt(picture + ".*#comments"), .lacks("<script>"),
                    .follow("Publish"), .look("publish"), .type("kept \u{1F30A}", into: "description"),
                    .press("Publish"),
                    .sees("Choose a picture"), .sees("kept \u{1F30A}"), .look("publish-refused"),
                    .file(path, in: "picture"),
                    .choose("members", in: "audience"), .press("Publish"), .isAt("/p/[0-9a-f-]+.published=1"),
                    .pictures(1), .sees("Your picture is published."), .sees("kept \u{1F30A}"),
                    .sees("Only people who are logged in see it."), .look("published"),
                    .open("/"), .sees("kept \u{1F30A}"), .pictures(1), .follow("kept \u{1F30A} Ana"),
                    .follow("Delete this picture"),
                    .sees("Delete this picture?"), .look("picture-deletion"), .press("Delete this picture"), .isAt("/"),
                    .lacks("kept \u{1F30A}"),
                ], BrowserUse(sendsByScript: false), at: stage.server.address)
        #expect(try stage.leftUploads() == [])
    }

    @Test(.requirement("COMM-02", "NAV-04")) func aCommentOutlivesItsSession() async throws {
        let stage = try await Stage(), picture = "/p/" + stage.picture
        try await Browser.walk(
            [.open("/sign-in")] + logIn(.ana)
                + [
                    .open(picture), .type("it isn't lost", into: "message"), .endOtherSessions(.ana),
                    .press("Post the comment"), .sees("Log in to go on."), .look("log-in-to-go-on"),
                ] + logIn(.ana)
                + [
                    .sees("it isn't lost"), .sees("What you wrote is still here"), .press("Post the comment"),
                    .isAt(picture + ".*#comments"), .sees("it isn't lost"),
                ], BrowserUse(sendsByScript: false), at: stage.server.address)
    }
}

extension Stage {
    /// What is left of files that people sent.
    fileprivate func leftUploads() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path(of: "data/images/incoming"))
    }
}
