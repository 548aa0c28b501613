import CoreModels
import FoundationEssentials
import HTTPServingAPI
import KernelTesting
import SQLStoreAPI
import SessionsServiceAPI
import SessionsServiceTesting
import SessionsTesting
import Testing

/// What somebody did on the way in before the person asked for something else.
struct VoidedStepsTests {
    private struct Asked: AccountStateKnowing {
        let at: Date
        let isProtected: Bool

        func states(of user: User, in transaction: any SQLReading) throws -> Set<AccountState> {
            isProtected ? [.closing, .protected] : [.closing]
        }

        func voidsSteps(of user: User, begunAt date: Date, in transaction: any SQLReading) throws -> Bool {
            date < at
        }
    }

    private struct Asker: SecondFactorAsking {
        let database: any SQLDatabase

        func askForFactor(
            _ user: User, after way: WayIn, from origin: SessionOrigin?, on client: SessionClient,
            provided condition: @escaping @Sendable (any SQLWriting) throws -> Bool
        ) async throws -> HTTPProblem? {
            try await database.write(condition) ? .forbidden : nil
        }

        func voidSteps(from origin: EndedOrigin, in transaction: any SQLWriting) throws {}
    }

    private static let asked = ManualDate().value

    @Test(
        .requirement("DATA-04"),
        arguments: [WayIn.password, .provider, .passkey], [(-1, false), (0, true), (nil, true)] as [(Double?, Bool)])
    func nobodyComesInByAStepOfBefore(way: WayIn, step: (begun: Double?, counts: Bool)) async throws {
        let server = try await RunningSessions(states: [Asked(at: Self.asked, isProtected: false)])
        let begun = step.begun.map { Self.asked.addingTimeInterval($0) }
        let admission = try await server.issuing.admit(.sample(), by: way, on: SessionClient(), since: begun)
        if step.counts {
            #expect(try await server.issuing.issueSession(admission, on: SessionClient()).keepsAccount)
        } else {
            await #expect(throws: SessionsError.overtaken) {
                try await server.issuing.issueSession(admission, on: SessionClient())
            }
        }
    }

    @Test(
        .requirement("DATA-04", "MFA-03"), arguments: [(-1.0, SessionsError.overtaken), (0, .notAdmitted(.forbidden))])
    func noSecondStepBeginsByAFirstOfBefore(begun: Double, error: SessionsError) async throws {
        let first = try await RunningSessions()
        let server = try await RunningSessions(
            store: first.store, states: [Asked(at: Self.asked, isProtected: true)],
            askers: [Asker(database: first.database)])
        await #expect(throws: error) {
            try await server.issuing.admit(
                .sample(), by: .password, on: SessionClient(), since: Self.asked.addingTimeInterval(begun))
        }
    }
}
