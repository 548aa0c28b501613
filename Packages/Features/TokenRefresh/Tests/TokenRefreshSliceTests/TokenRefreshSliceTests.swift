import CoreModels
import FoundationEssentials
import HTTPTransportAPI
import HTTPTypes
import KernelTesting
import Locking
import SQLStoreTesting
import SessionsAPI
import SessionsServiceAPI
import SessionsServiceTesting
import SessionsTesting
import Testing
import TokenRefreshClient

struct TokenRefreshSliceTests {
    @Test(.requirement("TOKEN-14", "LOGIN-16", "LOGIN-17")) func aSessionGoesOnForDays() async throws {
        let slice = try await Slice()
        let client = slice.start()
        for _ in 0..<20 {
            #expect(try await slice.whoAmI(client) == "\(slice.user.id)")
            slice.server.date.advance(by: .seconds(86_400))
        }
        #expect(slice.store.saveCount == 19)
        #expect(try await slice.whoAmI(slice.start()) == "\(slice.user.id)", "and after a restart of the client")
    }

    @Test(.requirement("TOKEN-10")) func manyProcessesAtOnceRenewOnce() async throws {
        let slice = try await Slice()
        slice.server.date.advance(by: .seconds(301))
        let clients = (0..<8).map { _ in slice.start() }
        let answers = try await withThrowingTaskGroup(of: String.self) { group in
            for client in clients {
                for _ in 0..<4 { group.addTask { try await slice.whoAmI(client) } }
            }
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(answers == ["\(slice.user.id)"])
        #expect(slice.store.saveCount == 1)
    }

    @Test(.requirement("TOKEN-19")) func aLostAnswerLogsNobodyOut() async throws {
        let slice = try await Slice()
        slice.server.date.advance(by: .seconds(301))
        let isLost = Locked(true)
        let client = slice.start { request in
            request.url.path() == "/auth/refresh" && isLost.current ? .lostAnswer : .none
        }
        await #expect(throws: HTTPTransportError.timedOut) { try await slice.whoAmI(client) }
        isLost.withLock { $0 = false }
        // Much later than any grace, and in a new process.
        slice.server.date.advance(by: .seconds(10 * 86_400))
        #expect(try await slice.whoAmI(slice.start()) == "\(slice.user.id)")
    }

    @Test(.requirement("TOKEN-17", "SESS-18")) func aSessionEndedElsewhereEndsHere() async throws {
        let slice = try await Slice()
        let client = slice.start()
        #expect(try await slice.whoAmI(client) == "\(slice.user.id)")
        try await slice.server.ending.endSessions(of: slice.user.id, except: nil, because: .terminated)
        #expect(try await slice.whoAmI(client) == "nobody")
        #expect(slice.store.session == nil)
        #expect(slice.ends.ends == [.refused])
    }

    @Test(.requirement("TOKEN-24")) func aThiefEndsTheSessionForBoth() async throws {
        let slice = try await Slice()
        let stolen = try #require(slice.store.session)
        let client = slice.start()
        for _ in 0..<2 {
            slice.server.date.advance(by: .seconds(301))
            #expect(try await slice.whoAmI(client) == "\(slice.user.id)")
        }
        let outcome = try await slice.server.refreshing.refresh(stolen.grant.refreshToken, on: SessionClient())
        guard case .refused(.reused) = outcome else {
            Issue.record("the thief got in")
            return
        }
        #expect(try await slice.whoAmI(client) == "nobody")
        #expect(slice.ends.ends == [.refused])
    }

    @Test(.requirement("TOKEN-20")) func aServerWhoseDatabaseIsGoneEndsNothing() async throws {
        let slice = try await Slice()
        slice.server.date.advance(by: .seconds(400))
        await slice.server.store.close()
        #expect(try await slice.whoAmI(slice.start()) == "503")
        #expect(slice.store.session != nil)
    }

    @Test(.requirement("TOKEN-25"), arguments: 0..<100)
    func noNetworkLogsAnybodyOut(seed: UInt64) async throws {
        let slice = try await Slice()
        let random = Locked(SeededGenerator(seed: seed))
        let isCalm = Locked(false)
        let fault: @Sendable (HTTPRequest) -> Slice.Fault = { _ in
            guard !isCalm.current else { return .none }
            return random.withLock { random in
                Bool.random(using: &random) ? .none : Slice.Fault.allCases.randomElement(using: &random) ?? .none
            }
        }
        var client = slice.start(fault: fault)
        for _ in 0..<25 {
            let (pause, isRestart, count) = random.withLock { random in
                (
                    Int.random(in: 0...600, using: &random), Int.random(in: 0..<5, using: &random) == 0,
                    Int.random(in: 1...3, using: &random)
                )
            }
            slice.server.date.advance(by: .seconds(pause))
            if isRestart { client = slice.start(fault: fault) }
            await withTaskGroup(of: Void.self) { [client] group in
                for _ in 0..<count { group.addTask { _ = try? await slice.whoAmI(client) } }
            }
            #expect(slice.store.session != nil, "seed \(seed)")
        }
        isCalm.withLock { $0 = true }
        #expect(try await slice.whoAmI(client) == "\(slice.user.id)", "seed \(seed)")
        #expect(slice.ends.ends.isEmpty, "seed \(seed)")
    }
}
