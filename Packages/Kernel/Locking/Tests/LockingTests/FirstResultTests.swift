import Locking
import Testing

struct FirstResultTests {
    @Test func theFirstCounts() async {
        let result = FirstResult<Int>()
        result.give(1)
        result.give(2)
        #expect(await result.wait() == 1)
    }

    @Test func whoWaitsGetsTheFirst() async {
        let result = FirstResult<Int>()
        async let waited = result.wait()
        // Whether somebody waits by then is chance; both are right.
        await Task.yield()
        result.give(1)
        result.give(2)
        #expect(await waited == 1)
    }

    @Test func exactlyOneOfManyCounts() async {
        for _ in 0..<100 {
            let result = FirstResult<Int>()
            let winner = await withTaskGroup { group in
                for number in 0..<8 { group.addTask { result.give(number) } }
                return await result.wait()
            }
            #expect((0..<8).contains(winner))
            result.give(8)
        }
    }
}
