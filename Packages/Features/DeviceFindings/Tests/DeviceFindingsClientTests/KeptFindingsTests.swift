import CoreModels
import DeviceFindingsClient
import DeviceIntegrityAPI
import FoundationEssentials
import KernelTesting
import Testing

/// What waits, for whom, and what is told once.
struct KeptFindingsTests {
    private let ana = KeptFindings.Audience(person: UserID(UUID()), session: SessionID(UUID()))
    private let ben = KeptFindings.Audience(person: UserID(UUID()), session: SessionID(UUID()))
    private let now = Date(timeIntervalSince1970: 1_790_000_000)

    @Test(.requirement("DEVINT-03")) func aFindingOfSomebodyIsNobodyElses() {
        var kept = KeptFindings()
        kept.note([.root, .tracer], for: ana)
        kept.note([.looseVault], for: nil)
        #expect(kept.due(for: ben) == [.looseVault])
        #expect(kept.due(for: ana) == [.root, .tracer, .looseVault])
        kept.settle(.looseVault, in: ben, toldAt: now)
        #expect(kept.due(for: ana) == [.root, .tracer])
        #expect(kept.told == [.looseVault: now])
    }

    @Test(.requirement("DEVINT-03")) func itIsToldOnceInASessionAndAgainInTheNext() {
        var kept = KeptFindings()
        for _ in 0..<3 { kept.note([.root, .root], for: ana) }
        #expect(kept.due(for: ana) == [.root])
        kept.settle(.root, in: ana, toldAt: now)
        kept.note([.root, .tracer], for: ana)
        #expect(kept.due(for: ana) == [.tracer])
        let later = KeptFindings.Audience(person: ana.person, session: SessionID(UUID()))
        kept.note([.root], for: later)
        #expect(kept.due(for: later) == [.root, .tracer] || kept.due(for: later) == [.tracer, .root])
        kept.settle(.root, in: later, toldAt: now)
        kept.settle(.tracer, in: later, toldAt: nil)
        // What the server refused isn't told, and doesn't wait.
        #expect(kept.allWaiting.isEmpty && kept.told == [.root: now])
        kept.note([.tracer], for: later)
        #expect(kept.allWaiting.isEmpty)
    }

    @Test(.requirement("DEVINT-03")) func noMoreWaitsThanSoMuch() {
        var kept = KeptFindings()
        for _ in 0..<KeptFindings.limit {
            kept.note([.root, .tracer], for: .init(person: UserID(UUID()), session: nil))
        }
        kept.note([.changedProgram], for: ana)
        #expect(kept.due(for: ana) == [.changedProgram])
        #expect(kept.allWaiting.last == .changedProgram)
        let bytes = (try? WireCoding.encoder().encode(kept).count) ?? 0
        #expect((1...8_192).contains(bytes))
    }

    @Test(.requirement("DEVINT-03"), arguments: [-3_599.0, 0, 3_599])
    func aServerThatTakesNoneIsLeftAloneForAnHourWhateverTheClockSays(_ seconds: TimeInterval) {
        var kept = KeptFindings()
        kept.noteNotOffered(at: now)
        #expect(!kept.isOffered && kept.isPaused(at: now + seconds))
        #expect(!kept.isPaused(at: now + seconds + (seconds < 0 ? -3_600 : 3_600)))
        kept.settle(.root, in: ana, toldAt: now)
        #expect(kept.isOffered && !kept.isPaused(at: now))
    }

    /// A program that was downgraded doesn't trip over what it doesn't know.
    @Test func whatALaterProgramKeptStays() throws {
        let text = #"{"settled":[],"waiting":[{"kind":"of_next_year"},{"kind":"traced"}]}"#
        let kept = try WireCoding.decoder().decode(KeptFindings.self, from: Data(text.utf8))
        #expect(kept.due(for: ana) == [.tracer])
        #expect(String(decoding: try WireCoding.encoder().encode(kept), as: UTF8.self).contains("of_next_year"))
    }
}
