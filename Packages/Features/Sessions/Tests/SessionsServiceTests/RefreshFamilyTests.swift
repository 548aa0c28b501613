import FoundationEssentials
import KernelTesting
import SessionsService
import SessionsServiceAPI
import Testing

struct RefreshFamilyTests {
    private let policy = RefreshPolicy(idle: .seconds(1000), absolute: .seconds(5000), grace: .seconds(30))
    private let start = Date(timeIntervalSince1970: 1_000_000)

    private func family(
        latest: Int = 0, grantedAt offset: Double = 0, isEnded: Bool = false
    ) -> RefreshFamily {
        RefreshFamily(startedAt: start, latest: latest, lastGrantedAt: start + offset, isEnded: isEnded)
    }

    @Test(.requirement("TOKEN-08")) func theLatestTokenIsExchanged() {
        var family = family()
        #expect(family.present(generation: 0, usedAt: nil, at: start + 10, under: policy) == .rotate)
        #expect(family == self.family(latest: 1, grantedAt: 10))
    }

    @Test(.requirement("TOKEN-10")) func theParentOfAnUnusedTokenIsGrantedItAgainHoweverLate() {
        for delay in [0, 29, 31, 999] as [Double] {
            var family = family(latest: 1)
            let decision = family.present(generation: 0, usedAt: start, at: start + delay, under: policy)
            #expect(decision == .repeatSuccessor, "after \(delay) s")
            #expect(family == self.family(latest: 1, grantedAt: delay))
        }
    }

    @Test func anOlderTokenIsGrantedItsSuccessorWithinTheGraceOnly() {
        for (delay, expected) in [
            (0, .repeatSuccessor), (29.9, .repeatSuccessor), (30, .end(.reuse)), (500, .end(.reuse)),
        ] as [(Double, RefreshFamily.Decision)] {
            var family = family(latest: 2)
            #expect(family.present(generation: 0, usedAt: start, at: start + delay, under: policy) == expected)
        }
    }

    @Test(.requirement("TOKEN-24")) func reuseEndsTheFamilyForEveryToken() {
        var family = family(latest: 5)
        #expect(family.present(generation: 1, usedAt: start, at: start + 100, under: policy) == .end(.reuse))
        for generation in 0...5 {
            let decision = family.present(
                generation: generation, usedAt: start + 99, at: start + 100, under: policy)
            #expect(decision == .refuse(.ended))
        }
    }

    @Test func anUnusedTokenExpiresAtItsIdleTimeExactly() {
        var before = family(), at = family()
        #expect(before.present(generation: 0, usedAt: nil, at: start + 999.9, under: policy) == .rotate)
        #expect(at.present(generation: 0, usedAt: nil, at: start + 1000, under: policy) == .end(.expired))
        #expect(at.isEnded)
    }

    @Test func noUseMakesASessionOlderThanItsGreatestAge() {
        var family = family()
        var now = start
        var generation = 0
        while family.present(generation: generation, usedAt: nil, at: now, under: policy) == .rotate {
            generation += 1
            now += 500
        }
        #expect(now == start + 5000)
        #expect(family.isEnded)
    }

    @Test func whoAsksAgainIsNotIdle() {
        var family = family(latest: 1)
        #expect(family.present(generation: 0, usedAt: start, at: start + 900, under: policy) == .repeatSuccessor)
        #expect(family.present(generation: 1, usedAt: nil, at: start + 1800, under: policy) == .rotate)
        #expect(family.present(generation: 2, usedAt: nil, at: start + 2800, under: policy) == .end(.expired))
    }

    @Test func aClockThatWasSetBackEndsNothing() {
        var family = family(latest: 3, grantedAt: 400)
        #expect(family.present(generation: 3, usedAt: nil, at: start - 10_000, under: policy) == .rotate)
        #expect(
            family.present(generation: 1, usedAt: start + 300, at: start - 10_000, under: policy) == .repeatSuccessor)
    }

    @Test(.requirement("TOKEN-25"), arguments: 0..<200)
    func noClientThatLosesAnswersIsEverRefused(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let policy = RefreshPolicy(idle: .seconds(1000), absolute: .seconds(1_000_000), grace: .seconds(30))
        var family = family()
        var usedAt: [Int: Date] = [:]
        var now = start
        var held = 0
        for step in 0..<300 {
            now += Double.random(in: 0..<1000, using: &random)
            switch family.present(generation: held, usedAt: usedAt[held], at: now, under: policy) {
            case .rotate:
                usedAt[held] = now
                if Bool.random(using: &random) { held += 1 }
            case .repeatSuccessor:
                if Bool.random(using: &random) { held += 1 }
            case let refusal:
                Issue.record("seed \(seed), step \(step): \(refusal)")
                return
            }
        }
    }

    @Test(.requirement("TOKEN-24", "TOKEN-25"), arguments: 0..<200)
    func everyReplayOfAnOldTokenAfterTheGraceIsCaught(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var family = family()
        var usedAt: [Int: Date] = [:]
        var now = start
        for generation in 0..<Int.random(in: 2...40, using: &random) {
            now += Double.random(in: 1...100, using: &random)
            #expect(family.present(generation: generation, usedAt: nil, at: now, under: policy) == .rotate)
            usedAt[generation] = now
        }
        let stolen = Int.random(in: 0..<family.latest - 1, using: &random)
        now = max(now, usedAt[stolen]! + 30)
        #expect(
            family.present(generation: stolen, usedAt: usedAt[stolen], at: now, under: policy) == .end(.reuse),
            "seed \(seed)")
    }
}
