import AccountsServiceAPI
import BenchKit
import CoreModels
import Foundation
import SQLStoreAPI
import SessionsService
import SessionsServiceAPI

extension BenchSuite {
    /// How the cost of a request grows with what is in the database:
    /// 1 000 and 100 000 of each, or as many as `ESSENTIAL_BENCH_SCALE` says
    /// (a million takes a minute to make).
    static let scale = BenchSuite("scale") {
        let most = ProcessInfo.processInfo.environment["ESSENTIAL_BENCH_SCALE"].flatMap { Int($0) } ?? 100_000
        var servers: [ScaledServer] = []
        for count in [1_000, 100_000, most] where count <= most && count != servers.last?.count {
            servers.append(try await ScaledServer(count: count))
        }
        return [
            growth("feed, the newest 20", servers, goals: [.times(1.3, of: "of 1000")]) { server, count in
                for number in 0..<count { try await server.page("limit=20", number: number) }
            },
            growth("feed, 20 from the middle on", servers, goals: [.times(1.3, of: "of 1000")]) { server, count in
                for number in 0..<count {
                    // Near each other, as those who scroll are.
                    let cursor = ScaledServer.id(server.count / 2 + 1 + 2 * (number % 50))
                    try await server.page("limit=20&after_id=\(cursor.lowercaseText)", number: number)
                }
            },
            growth("account, by its address", servers) { server, count in
                for number in 0..<count {
                    let address = "Person-\(number * 7_919 % server.count + 1)@example.com"
                    guard let email = EmailAddress(address), try await server.accounts.account(email: email) != nil
                    else { throw NeighbourFailure(step: 1) }
                }
            },
            growth("session, by its identifier", servers) { server, count in
                for number in 0..<count {
                    let id = SessionID(ScaledServer.id(number * 7_919 % server.count + 1))
                    let user = try await server.database.read { db in
                        try db.value("SELECT user_id FROM sessions WHERE id = \(id)", as: UserID.self)
                    }
                    guard user != nil else { throw NeighbourFailure(step: 1) }
                }
            },
            growth("session, renew its token", servers) { server, count in
                let user = User(
                    id: UserID(ScaledServer.id(1)), name: "Ana", email: try .sample, isVerified: true, createdAt: Date()
                )
                let client = SessionClient(device: "bench")
                let issuing = server.sessions.issuing
                let admission = try await issuing.admit(user, by: .password, on: client)
                var grant = try await issuing.issueSession(admission, on: client).grant
                for _ in 0..<count {
                    guard
                        case .rotated(let next) = try await server.sessions.refreshing.refresh(
                            grant.refreshToken, on: client)
                    else { throw NeighbourFailure(step: 1) }
                    grant = next
                }
            },
        ]
    }

    private static func growth(
        _ name: String, _ servers: [ScaledServer], goals: [Goal] = [],
        _ work: @escaping @Sendable (ScaledServer, Int) async throws -> Void
    ) -> BenchCase {
        let contestants = servers.enumerated().map { index, server in
            Contestant("of \(server.count)", index == servers.count - 1 ? .subject : .neighbour) { count in
                try await work(server, count)
            }
        }
        return BenchCase("scale: \(name)", goals: goals, contestants.reversed())
    }
}

extension EmailAddress {
    fileprivate static var sample: EmailAddress {
        get throws {
            guard let address = EmailAddress("person-1@example.com") else { throw NeighbourFailure(step: 1) }
            return address
        }
    }
}
