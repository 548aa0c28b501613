import FoundationEssentials
import Glibc
import KernelTesting
import PicturesTesting
import Testing

/// What a killed client leaves in its home.
struct TemporaryFilesTests {
    /// The files below a folder whose content or name holds some text.
    private func files(with text: String, below folder: String) throws -> [String] {
        let wanted = Data(text.utf8)
        return try FileManager.default.subpathsOfDirectory(atPath: folder).filter { path in
            path.contains(text)
                || FileManager.default.contents(atPath: folder + "/" + path)?.firstRange(of: wanted) != nil
        }
    }

    private func picture(in stage: Stage) throws -> String {
        let path = stage.folder.path(of: "beach.jpg")
        // It says with which camera, and where.
        let content = SamplePicture.phoneJPEG(width: 1_600, height: 1_200, orientation: 6)
        try #require(content.firstRange(of: Data(SamplePicture.camera.utf8)) != nil)
        try content.write(to: URL(filePath: path))
        return path
    }

    @Test(.requirement("IMG-43", "STORE-28")) func aKilledPostLeavesNothingOfThePicture() async throws {
        let stage = try await Stage()
        _ = try await stage.client.logIn(as: .ana)
        let path = try picture(in: stage)
        let port = stage.server.port
        await stage.server.kill()
        // It takes the form and never answers.
        let silent = try BrokenServer(port: port, answering: nil)
        let post = try stage.client.spawn(["post", path, "--description", "unmistakable words"])
        try await silent.firstRequest()
        #expect(try files(with: SamplePicture.camera, below: stage.client.home) == [], "while it is sent")
        post.send(SIGKILL)
        #expect(await post.outcome().exit == .signal(SIGKILL))
        #expect(try files(with: SamplePicture.camera, below: stage.client.home) == [])
        #expect(try files(with: "unmistakable words", below: stage.client.home) == [])
        silent.stop()
    }

    @Test(.requirement("IMG-43", "STORE-28")) func aPostThatIsKilledAtAnyMomentLeavesNothing() async throws {
        let stage = try await Stage()
        _ = try await stage.client.logIn(as: .ana)
        let path = try picture(in: stage)
        var generator = SeededGenerator(seed: 22)
        var interrupted = 0
        for round in 0..<20 {
            let post = try stage.client.spawn(["post", path, "--description", "unmistakable words \(round)"])
            try await pass(microseconds: UInt32.random(in: 5_000..<60_000, using: &generator))
            post.send(SIGKILL)
            if await post.outcome().exit == .signal(SIGKILL) { interrupted += 1 }
            #expect(try files(with: SamplePicture.camera, below: stage.client.home) == [], "round \(round)")
        }
        #expect(interrupted > 5)
        try await stage.client.object("logout", "--drop-waiting")
        for text in [SamplePicture.camera, "unmistakable words", ".new"] {
            #expect(try files(with: text, below: stage.client.home) == [])
        }
    }

    /// Earlier versions sent a picture from a file with a name.
    @Test(.requirement("IMG-43")) func whatAnEarlierVersionLeftGoesAtTheNextStart() async throws {
        let stage = try await Stage()
        _ = try await stage.client.logIn(as: .ana)
        let folder = try #require(stage.client.folder) + "/cache/uploads"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        for name in ["8B0F4E5C-4A4C-4E5D-9C43-0A9C6A0B7F11", ".8B0F4E5C-4A4C-4E5D-9C43-0A9C6A0B7F12.new"] {
            try Data(SamplePicture.camera.utf8).write(to: URL(filePath: folder + "/" + name))
        }
        try await stage.client.object("status")
        #expect(try files(with: SamplePicture.camera, below: stage.client.home) == [])
    }
}
