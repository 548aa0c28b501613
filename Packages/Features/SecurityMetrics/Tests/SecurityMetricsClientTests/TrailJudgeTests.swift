import CryptographyAPI
import FoundationEssentials
import KernelTesting
import SecurityMetricsAPI
import SecurityMetricsClient
import SecurityMetricsContract
import Testing

/// What a client makes of heads, without a server.
struct TrailJudgeTests {
    private let server: TrailOfServer
    private let judge: TrailJudge

    init() throws {
        server = try TrailOfServer()
        judge = TrailJudge(server.cryptography)
    }

    private func trail(_ count: Int, marked mark: String = "") throws -> TrailOfServer {
        try TrailOfServer(count, key: server.key, marked: mark)
    }

    /// Each trail of few events after each shorter one, and after one that differs in any event.
    @Test(.requirement("AUDIT-05", "AUDIT-18")) func aTrailThatGoesOnIsToldFromOneThatDoesNot() throws {
        for size in 1...17 {
            let now = try trail(size)
            for old in 1...size {
                let seen = try trail(old).shown().head, shown = try now.shown(since: old)
                #expect(try judge.verdict(on: shown, after: seen) == (old == size ? .same : .goesOn))
                for changed in 0..<old {
                    var other = now
                    other.leaves[changed] = Data("another event".utf8)
                    let found = TrailVerdict.contradicts(old == size ? .changed : .notContinued)
                    #expect(try judge.verdict(on: other.shown(since: old), after: seen) == found, "\(old) \(size)")
                }
            }
        }
    }

    @Test(.requirement("AUDIT-05", "AUDIT-18")) func aProofThatIsNotTheOneProvesNothing() throws {
        let now = try trail(23)
        for old in 1..<23 {
            let seen = try trail(old).shown().head, message = try now.message(since: old)
            let proof = try #require(message.consistency)
            let wrong: [[String]?] = [
                nil, [], proof + proof.suffix(1), Array(proof.dropLast()), Array(proof.dropFirst()),
                try now.proof(since: old == 1 ? 2 : old - 1),
            ]
            for consistency in wrong {
                let shown = try #require(ShownTrail(message.changed(consistency: .some(consistency))))
                #expect(try judge.verdict(on: shown, after: seen) == .contradicts(.notContinued), "\(old)")
            }
        }
    }

    @Test(.requirement("AUDIT-18")) func headsThatContradictWhatWasSeenAreFound() throws {
        let seen = try trail(8).shown().head, another = try TrailOfServer(12)
        let message = try trail(12).message(since: 8)
        let forged = message.changed(size: 13), renamed = message.changed(key: try another.message().head.key)
        let stolen = message.changed(publicKey: try another.message().publicKey)
        let table: [(ShownTrail?, TrailVerdict)] = [
            (try trail(12).shown(since: 8), .goesOn), (try trail(7).shown(), .contradicts(.shorter)),
            (try trail(8, marked: "!").shown(), .contradicts(.changed)),
            (try trail(12, marked: "!").shown(since: 8), .contradicts(.notContinued)),
            (try another.shown(since: 8), .contradicts(.anotherKey)), (ShownTrail(forged), .contradicts(.forged)),
            (ShownTrail(renamed), .contradicts(.forged)), (ShownTrail(stolen), .contradicts(.forged)),
            // What is signed anew for the same events, also with a clock that was put back, is no other trail.
            (ShownTrail(try trail(8).message(at: "2020-01-01T00:00:00.000Z")), .same),
        ]
        for (shown, verdict) in table {
            #expect(try judge.verdict(on: try #require(shown), after: seen) == verdict)
        }
    }

    @Test(.requirement("AUDIT-18")) func theFirstHeadIsTakenIfItIsSigned() throws {
        #expect(try judge.verdict(on: trail(8).shown(), after: nil) == .first)
        let forged = try #require(ShownTrail(trail(8).message().changed(size: 9)))
        #expect(try judge.verdict(on: forged, after: nil) == nil)
    }

    @Test(.requirement("AUDIT-20")) func whatCanNotBeAHeadIsNone() throws {
        let good = try trail(8).message(since: 3), hash = good.head.root
        #expect(ShownTrail(good) != nil)
        let wrong: [ShownHeadMessage] = [
            good.changed(key: "another"), good.changed(key: "a\nb"),
            good.changed(key: String(repeating: "A", count: 44)),
            good.changed(size: 0), good.changed(size: -1), good.changed(removed: 9), good.changed(removed: -1),
            good.changed(root: ""), good.changed(root: "x"), good.changed(root: hash + "\n"),
            good.changed(signature: hash), good.changed(at: "yesterday"),
            good.changed(at: "2026-11-21T10:02:00.000Z\nremoved 8"),
            good.changed(at: String(repeating: "9", count: 1_000)), good.changed(publicKey: .init(x: "")),
            good.changed(publicKey: .init(kty: "EC", crv: "P-256", x: good.publicKey.x)),
            good.changed(consistency: .some([hash, "x"])),
            good.changed(consistency: .some(Array(repeating: hash, count: 127))),
        ]
        for message in wrong { #expect(ShownTrail(message) == nil, "\(message)") }
        // The greatest there are take no time.
        for size in [Int.max, Int.max - 1, 1 << 62] {
            let far = try #require(
                ShownTrail(
                    good.changed(
                        size: size, at: "9999-12-31T23:59:59.999Z",
                        consistency: .some(Array(repeating: hash, count: 126)))))
            #expect(try judge.verdict(on: far, after: trail(8).shown().head) == .contradicts(.forged))
        }
    }

    /// A server that signs whatever it likes.
    @Test(.requirement("AUDIT-20")) func aSignedHeadOfNonsenseContradicts() throws {
        let hash = try server.hashing.empty().base64EncodedString(), time = "9999-12-31T23:59:59.999Z"
        for size in [Int.max, 1 << 62] {
            let text = TreeHead.signedText(size, size, hash, time)
            let head = TreeHead(
                size: size, removed: size, root: hash, at: time, key: server.key.verificationKey.thumbprint,
                signature: try server.key.signature(for: text).base64EncodedString())
            let message = ShownHeadMessage(
                head, signedBy: .init(x: try #require(server.key.verificationKey.jsonWebKey.x)),
                consistency: Array(repeating: hash, count: 126))
            let shown = try #require(ShownTrail(message))
            #expect(try judge.verdict(on: shown, after: trail(8).shown().head) == .contradicts(.notContinued))
        }
    }

    @Test(.requirement("AUDIT-18")) func theServerIsAskedOnceAnHour() {
        let now = Date(timeIntervalSince1970: 1_700_000_000)
        let table: [([TimeInterval?], Bool)] = [
            ([nil, nil], true), ([-3_599, nil], false), ([-3_600, nil], true), ([-9_000, -60], false),
            ([nil, -60], false),
            // A clock that was set back doesn't silence it for long.
            ([60, nil], false), ([90_000, nil], true),
        ]
        for (times, isDue) in table {
            let dates = times.map { $0.map { now.addingTimeInterval($0) } }
            #expect(TrailPolicy.isDue(after: dates, at: now) == isDue, "\(times)")
        }
    }
}
