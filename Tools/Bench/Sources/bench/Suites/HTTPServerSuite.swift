import BenchKit
import CNeighbours
import Foundation
import HTTPTypes

extension BenchSuite {
    /// What requests cost the server, 64 at a time, sent by wrk.
    static let httpServer = BenchSuite(
        "http-server",
        cases: {
            guard Load.isInstalled else {
                print("without wrk: apt-get install wrk")
                return []
            }
            // Where a server shares a processor with wrk, the scheduler decides
            // how often it falls asleep, and that costs as much as an answer.
            keep_on_processors(PROCESSORS_FIRST)
            defer { keep_on_processors(PROCESSORS_ALL) }
            return try await HTTPServerBench().cases()
        },
        figures: {
            guard Load.isInstalled else { return [] }
            return try await HTTPServerBench().figures()
        })
}

/// A server with pictures in its feed and a person who is logged in.
private final class HTTPServerBench: Sendable {
    /// Enough for pages that nobody asked for lately.
    private static let pictures = 5_000
    private static let feed = "/feed?limit=20"
    /// More than are renewed at a time.
    private static let sessions = 4 * Load.connections

    /// More than are checked in a second.
    private static let proofs = 40_000

    private let server: BenchServer
    private let person: BenchPerson
    private let device: BenchDevice
    private let owner: BenchPerson

    init() async throws {
        server = try BenchServer()
        try server.addPictures(Self.pictures)
        person = try BenchPerson("ada", on: server)
        device = try await BenchDevice(for: server)
        owner = try BenchPerson(
            "bea", on: server, proof: try await device.proofs(1, for: .post, "/auth/register").first)
    }

    // MARK: Cases

    func cases() throws -> [BenchCase] {
        let health = try body(of: "/healthz"), page = try body(of: Self.feed)
        let encoding = try NeighbourServer.microHTTPD(answering: nil)
        let fastAPI = try NeighbourServer.fastAPI()
        let small = try neighbours(answering: health), large = try neighbours(answering: page)
        let token = "Authorization: Bearer \(person.accessToken)"
        return [
            BenchCase(
                "GET /healthz (\(health.utf8.count) bytes)",
                goals: [
                    .timesTheLimit(1.6), .times(1, of: "nginx, a file of the same size"), .microseconds(11.4),
                ],
                [Contestant("Essential", .subject, on: server, "/healthz")] + contestants(small, fastAPI, "/healthz")),
            BenchCase(
                "GET /feed, 20 items, unchanged (\(page.utf8.count) bytes)", goals: [.timesTheLimit(1.5)],
                [Contestant("Essential", .subject, on: server, Self.feed)] + contestants(large, fastAPI, Self.feed)),
            BenchCase(
                "GET /feed, 20 items, read and encoded anew", goals: [.timesTheLimit(3)],
                [
                    Contestant(
                        "Essential", .subject, on: server, Self.feed,
                        script: { BenchScript.pages(of: Self.pictures) }),
                    Contestant("C over libmicrohttpd, encoding", .limit, on: encoding, "/"),
                ]),
            BenchCase(
                "GET /auth/me with a token", goals: [.times(2, of: "Essential, the small answer")],
                [
                    Contestant("Essential", .subject, on: server, "/auth/me", fields: [token]),
                    Contestant("Essential, the small answer", .neighbour, on: server, "/healthz"),
                ]),
            BenchCase(
                "GET /auth/me with a token and a proof each",
                [
                    Contestant(
                        "Essential", .subject, on: server, "/auth/me",
                        script: { [device, token = owner.accessToken] in
                            BenchScript.proving(
                                token: token,
                                try await device.proofs(Self.proofs, for: .get, "/auth/me", accessToken: token))
                        }),
                    Contestant("Essential, the small answer", .neighbour, on: server, "/healthz"),
                ]),
            BenchCase(
                "POST /auth/refresh",
                [
                    Contestant(
                        "Essential", .subject, on: server, "/auth/refresh",
                        script: { [server] in
                            BenchScript.refreshing(try server.addSessions(Self.sessions))
                        })
                ]),
            BenchCase(
                "feed, account, health and one refresh in twenty",
                [
                    Contestant(
                        "Essential", .subject, on: server, "/",
                        script: { [server, person] in
                            BenchScript.mixed(
                                token: person.accessToken, try server.addSessions(Self.sessions))
                        })
                ]),
        ]
    }

    private func neighbours(answering body: String) throws -> [NeighbourServer] {
        [try NeighbourServer.microHTTPD(answering: body)]
            + [try NeighbourServer.nginx(serving: body)].compactMap(\.self)
    }

    private func contestants(
        _ neighbours: [NeighbourServer], _ fastAPI: NeighbourServer?, _ path: String
    ) -> [Contestant] {
        neighbours.enumerated().map { index, server in
            Contestant(server.name, index == 0 ? .limit : .neighbour, on: server, "/body.json")
        } + (fastAPI.map { [Contestant($0.name, .neighbour, on: $0, path)] } ?? [])
    }

    private func body(of path: String) throws -> String {
        try BenchClient(server).get(path)
    }

    // MARK: Waiting

    func figures() throws -> [any BenchFinding] {
        let page = try body(of: Self.feed)
        let limit = try NeighbourServer.microHTTPD(answering: page)
        let script = BenchScript.pages(of: Self.pictures)
        var waits: [Double] = [], readingWaits: [Double] = [], limits: [Double] = [], rates: [Double] = []
        for _ in 0..<3 {
            let load = try Load(on: server, Self.feed, seconds: 2)
            waits.append(load.p99)
            rates.append(Double(load.requests) / load.seconds)
            readingWaits.append(try Load(on: server, Self.feed, script: script, seconds: 2).p99)
            limits.append(try Load(on: limit, "/", seconds: 2).p99)
        }
        let beside = [FigureResult.Beside("C over libmicrohttpd", limits.sorted()[limits.count / 2])]
        return [
            FigureResult("GET /feed, 99th percentile at 64 connections", waits, unit: "ms", most: 5, beside: beside),
            FigureResult(
                "GET /feed read anew, 99th percentile at 64 connections", readingWaits, unit: "ms", beside: beside),
            FigureResult("GET /feed at 64 connections", rates, unit: "requests a second"),
        ]
    }
}
