import FoundationEssentials
import Glibc
import KernelTesting
import PicturesAPI
import PicturesGD
import PicturesTesting
import Testing

struct HostileFileTests {
    /// Each is refused, or becomes a picture that is whole and holds nothing of
    /// what came with it; whatever happens to a worker, this process goes on.
    @Test func hostileFilesAreRefusedOrBecomeHarmless() async throws {
        var generator = SeededGenerator(seed: 6)
        let files = HostileFile.all(using: &generator)
        #expect(files.count >= 200)
        let limits = PictureLimits(memory: 512 * 1_024 * 1_024)
        let shop = try Workshop(limits)
        var accepted = 0
        for file in files {
            do {
                for picture in try await shop.process(file.content, widths: [64, 16]) {
                    #expect(picture.isWhole, "\(file)")
                    #expect(max(picture.width, picture.height) <= limits.side, "\(file)")
                    let content = try shop.content(of: picture)
                    #expect(!content.contains(HostileFile.payload), "\(file)")
                    unlink(picture.path)
                }
                accepted += 1
            } catch let error as PictureError {
                switch error {
                case .notAPicture, .damaged, .animated, .tooManyPixels, .tooDemanding: break
                case .unsupported, .busy, .diskFull, .unavailable: Issue.record("\(file): \(error)")
                }
            }
            #expect(shop.folder.files() == ["upload"], "\(file)")
        }
        // Those that are pictures with something else behind them are.
        #expect(accepted >= 5 && accepted < files.count / 2, "\(accepted) of \(files.count)")
        var usage = rusage()
        getrusage(__rusage_who_t(RUSAGE_CHILDREN.rawValue), &usage)
        #expect(usage.ru_maxrss * 1_024 < 2 * limits.memory || Sanitizer.isPresent)
    }

    @Test func whatIsTooLargeIsRefusedBeforeAnythingIsDecoded() async throws {
        // Where no worker can be started, only the header can be judged.
        let shop = try Workshop(program: WorkerProgram(path: "/nonexistent"))
        var generator = SeededGenerator(seed: 6)
        let huge = HostileFile.all(using: &generator).filter {
            $0.description.contains("100 000 × 100 000") || $0.description.contains("65 535 × 65 535")
        }
        #expect(huge.count == 5)
        for file in huge {
            #expect(try await shop.refusal(of: file.content) == .tooManyPixels(limit: 50_000_000), "\(file)")
        }
    }

    @Test func aWorkerMayDoNothingButDecode() async throws {
        // A sanitizer in the program would end it for want of memory, and stop at
        // its end to look for leaks.
        let environment = [
            "ASAN_OPTIONS": "allocator_may_return_null=1:detect_leaks=0", "TSAN_OPTIONS": "allocator_may_return_null=1",
            "LLVM_PROFILE_FILE": "/dev/null",
        ]
        let outcome = try await ChildProcess.run(workerPath, [], environment: environment)
        #expect(outcome.outputText == "confined\n")
        #expect(outcome.exit == .status(0))
    }
}
