import KernelTesting
import Locking
import LoginService
import Testing

struct TurnsTests {
    private struct Broken: Error {}
    private let turns = Turns()

    @Test(.requirement("RATE-04"), .timeLimit(.minutes(1))) func whoCannotTellHowMuchRoomThereIsHoldsUpNobody()
        async throws
    {
        try await turns.take("a")
        let asked = Locked(0)
        // It waits, and when its time comes the room can't be counted any more.
        let unlucky = Task { [turns] in
            try await turns.take("a") {
                try asked.withLock { count in
                    count += 1
                    if count > 1 { throw Broken() }
                    return 1
                }
            }
        }
        while asked.current == 0 { await Task.yield() }
        let isNextThere = Locked(false)
        async let next: Void = turns.take("a") {
            isNextThere.withLock { $0 = true }
            return 1
        }
        while !isNextThere.current { await Task.yield() }
        // Both wait, one behind the other.
        for _ in 0..<100 { await Task.yield() }
        await turns.pass("a")
        await #expect(throws: Broken.self) { try await unlucky.value }
        try await next
        await turns.pass("a")
        try await turns.take("a")
    }

    @Test func thereIsRoomForAsManyAsAreSaid() async throws {
        try await turns.take("a") { 2 }
        try await turns.take("a") { 2 }
        let isThird = Locked(false)
        async let third: Void = {
            try await turns.take("a") { 2 }
            isThird.withLock { $0 = true }
        }()
        for _ in 0..<100 { await Task.yield() }
        #expect(!isThird.current)
        await turns.pass("a")
        try await third
        // No room at all is room for one.
        try await turns.take("b") { -3 }
    }
}
