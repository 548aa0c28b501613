import Locking
import Testing

struct LockedTests {
    private enum Refusal: Error { case always }

    @Test func losesNoUpdateOfConcurrentWriters() async {
        let counter = Locked(0)
        await withTaskGroup { group in
            for _ in 0..<8 {
                group.addTask { for _ in 0..<1_000 { counter.withLock { $0 += 1 } } }
            }
        }
        #expect(counter.current == 8_000)
    }

    @Test func isFreeAgainAfterAnError() {
        let value = Locked(1)
        #expect(throws: Refusal.always) {
            try value.withLock { (number: inout sending Int) throws(Refusal) in
                number = 2
                throw .always
            }
        }
        #expect(value.current == 2)
    }
}
