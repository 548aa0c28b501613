import KernelTesting
import Locking
import LoginService
import Testing

struct KeyedSemaphoreTests {
    private struct Broken: Error {}
    private let semaphore = KeyedSemaphore()

    @Test(.requirement("RATE-04"), .timeLimit(.minutes(1))) func whoCannotTellHowMuchRoomThereIsHoldsUpNobody()
        async throws
    {
        try await semaphore.wait("a")
        let asked = Locked(0)
        // It waits, and when its time comes the room can't be counted any more.
        let unlucky = Task { [semaphore] in
            try await semaphore.wait("a") {
                try asked.withLock { count in
                    count += 1
                    if count > 1 { throw Broken() }
                    return 1
                }
            }
        }
        while asked.current == 0 { await Task.yield() }
        let isNextThere = Locked(false)
        async let next: Void = semaphore.wait("a") {
            isNextThere.withLock { $0 = true }
            return 1
        }
        while !isNextThere.current { await Task.yield() }
        // Both wait, one behind the other.
        for _ in 0..<100 { await Task.yield() }
        await semaphore.signal("a")
        await #expect(throws: Broken.self) { try await unlucky.value }
        try await next
        await semaphore.signal("a")
        try await semaphore.wait("a")
    }

    @Test func thereIsRoomForAsManyAsAreSaid() async throws {
        try await semaphore.wait("a") { 2 }
        try await semaphore.wait("a") { 2 }
        let isThird = Locked(false)
        async let third: Void = {
            try await semaphore.wait("a") { 2 }
            isThird.withLock { $0 = true }
        }()
        for _ in 0..<100 { await Task.yield() }
        #expect(!isThird.current)
        await semaphore.signal("a")
        try await third
        // No room at all is room for one.
        try await semaphore.wait("b") { -3 }
    }
}
