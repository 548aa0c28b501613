import FoundationEssentials
import KernelTesting
import PicturesAPI
import PicturesGD
import PicturesTesting
import PluginKit
import TelemetryTesting
import Testing

/// A machine without the libraries, or with one that can't do all.
struct MissingLibraryTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// A worker that ends as one does whose library isn't there, or can't.
    private func worker(endingWith status: Int32) async throws -> WorkerProgram {
        WorkerProgram(path: try await folder.makeProgram("worker-\(status)", "exit \(status)"))
    }

    @Test func aLibraryThatIsMissingIsNoPicturesFault() async throws {
        let worker = try await worker(endingWith: WorkerStatus.withoutLibrary)
        guard case .unavailable(let reason)? = try await Workshop(program: worker).refusal(of: SamplePicture.make())
        else {
            Issue.record("a missing library isn't reported")
            return
        }
        #expect(reason.contains("apt-get install libgd3"))
    }

    @Test(.requirement("IMG-48")) func aHEICThatTheLibraryCannotDecodeIsRefusedByItsName() async throws {
        let worker = try await worker(endingWith: WorkerStatus.withoutHEIC)
        #expect(try await Workshop(program: worker).refusal(of: SamplePicture.make(.heic)) == .unsupported(.heic))
    }

    @Test func whoStartsAProgramHearsWhatIsMissing() async throws {
        let log = LogSpy()
        for program in [
            WorkerProgram(path: workerPath), try await worker(endingWith: WorkerStatus.withoutLibrary),
            try await worker(endingWith: WorkerStatus.withoutHEIC),
        ] {
            for service in PicturesPlugin.assemble(.init(program: program, log: log.logger)).services {
                try await service.run()
            }
        }
        #expect(log.messages == ["no pictures can be published", "no HEIC pictures can be published"])
        #expect(log.text.contains("apt-get install libgd3") && log.text.contains("apt-get install libheif1"))
    }
}
