import BenchKit
import CNeighbours
import Foundation

extension BenchSuite {
    /// What the screens of the server cost: the feed beside its route, a browser's
    /// own client, and the pages in Chromium beside the same files on nginx.
    static let screens = BenchSuite(
        "screens",
        cases: {
            guard Load.isInstalled else {
                print("without wrk: apt-get install wrk")
                return []
            }
            keep_on_processors(PROCESSORS_FIRST)
            defer { keep_on_processors(PROCESSORS_ALL) }
            return try ScreensBench().cases()
        },
        figures: { try ScreensBench().figures() + SeenPages.figures() })
}

/// A server with a feed of which strangers see all, and browsers that are signed in
/// at it.
private final class ScreensBench: Sendable {
    /// More than have their client in memory.
    private static let browsers = 600
    /// Those that have.
    private static let kept = 512
    private static let all = 10_000
    private static let password = "a bench has four legs, or three"
    private static let page = "Accept: text/html"

    private let server: BenchServer

    init() throws {
        server = try BenchServer()
        try server.addPictures(18)
        _ = try BenchPerson("ada", on: server)
    }

    /// Signs a browser in.
    ///
    /// - Returns: What it shows of itself from then on.
    private func cookie(over connection: RawConnection) throws -> String {
        connection.send(
            "POST", "/sign-in", fields: [Self.page, "Sec-Fetch-Site: same-origin"],
            form: "_form=sign-in&_at=/sign-in&_key=\(UUID())&email=ada%40example.com&secret-password="
                + Self.password.replacing(" ", with: "+"))
        let answer = try connection.answer()
        guard let cookie = answer.firstMatch(of: /[Ss]et-[Cc]ookie: ([^;]+);/) else {
            throw BenchServer.Failure(reason: "nobody is signed in: \(answer)")
        }
        return "Cookie: \(cookie.1)"
    }

    private func cookies(_ count: Int) throws -> [String] {
        let connection = try RawConnection(port: server.port)
        return try (0..<count).map { _ in try cookie(over: connection) }
    }

    // MARK: Cases

    func cases() throws -> [BenchCase] {
        let cookies = try cookies(Self.browsers), own = [Self.page, cookies[0]]
        // What is made anew for each, as for those who are known.
        let stranger = Contestant(
            "a stranger's, made anew", .floor, on: server, "/", fields: [Self.page, "Cookie: other=1"])
        let script = BenchScript.visits(of: cookies)
        return [
            BenchCase(
                "GET / as a page, 18 pictures", goals: [.times(2, of: "GET /feed, the same pictures")],
                [
                    Contestant("Essential", .subject, on: server, "/", fields: [Self.page]),
                    Contestant("GET /feed, the same pictures", .neighbour, on: server, "/feed?limit=20"),
                ]),
            BenchCase(
                "GET / of somebody who is signed in", goals: [.microseconds(150)],
                [Contestant("Essential", .subject, on: server, "/", fields: own), stranger]),
            BenchCase(
                "a browser's client, made anew", goals: [.microseconds(100)],
                [
                    Contestant("Essential", .subject, on: server, "/", script: { script }),
                    Contestant("the client that is there", .floor, on: server, "/", fields: own),
                ]),
        ]
    }

    // MARK: Memory and bytes

    func figures() throws -> [any BenchFinding] {
        // What the first logins and screens take stays.
        for cookie in try cookies(64) { _ = try page(cookie) }
        let few = try resident()
        let cookies = try cookies(Self.kept - 64)
        for cookie in cookies { _ = try page(cookie) }
        let many = try resident()
        guard unsafe server_data_add_browsers(server.database, Int32(Self.all)) == 0 else {
            throw BenchServer.Failure(reason: "no browsers can be kept")
        }
        for cookie in cookies { _ = try page(cookie) }
        let text = try BenchClient(server).get("/", fields: [Self.page])
        let pictures = text.ranges(of: "<img ").count
        let style = text.firstMatch(of: /assets\/[^"]+\.css/).map { String($0.0) } ?? ""
        return [
            FigureResult(
                "a browser's client", [(many - few) * 1_024 / Double(cookies.count)], unit: "KB resident", most: 64),
            FigureResult(
                "server, \(Self.all) browsers signed in, \(Self.kept) of them active", [try resident()],
                unit: "MB resident", most: 100, beside: [.init("with 64 browsers", few)]),
            FigureResult(
                "the feed as a page, without its pictures",
                [Double(text.utf8.count) / 1_024 - 0.7 * Double(pictures)], unit: "KB", most: 12,
                beside: [.init("with \(pictures) pictures", Double(text.utf8.count) / 1_024)]),
            FigureResult(
                "the style sheet", [Double(try BenchClient(server).get("/" + style).utf8.count) / 1_024], unit: "KB",
                most: 14),
        ]
    }

    private func page(_ cookie: String) throws -> String {
        let connection = try RawConnection(port: server.port)
        connection.send("GET", "/", fields: [Self.page, cookie])
        return try connection.answer()
    }

    private func resident() throws -> Double {
        guard let resident = try server.memory().resident else {
            throw BenchServer.Failure(reason: "essentiald has ended")
        }
        return resident
    }
}

/// Pages as Chromium shows them, by `screens.py`.
private enum SeenPages {
    /// Where `Tools` is from where programs are measured.
    private static let script = "Tools/Bench/screens.py"
    private static let visits = 9

    private struct Seen: Decodable {
        let shown: [Double]
        let moved: Double
        let requests: Double
    }

    static func figures() throws -> [any BenchFinding] {
        guard installed("chromium") != nil, installed("nginx") != nil else {
            print("without Chromium and nginx: make deps")
            return []
        }
        return try beside() + pages()
    }

    /// The feed, in turns with the same files on nginx.
    private static func beside() throws -> [any BenchFinding] {
        let server = try BenchServer("--demo"), folder = BenchFolder("page")
        let own = "http://127.0.0.1:\(server.port)"
        _ = try run(["copy", own, folder.path(of: "")])
        let copy = try NeighbourServer.nginx(serving: URL(filePath: folder.path(of: "")))
        let text = try run(["show", "\(visits)", own, "http://127.0.0.1:\(copy.port)"])
        let seen = try JSONDecoder().decode([Seen].self, from: Data(text.utf8))
        guard seen.count == 2 else { throw BenchServer.Failure(reason: "Chromium shows nothing: \(text)") }
        let ratios = zip(seen[0].shown, seen[1].shown).map { $0 / $1 }
        return [
            FigureResult(
                "the feed in Chromium, its largest picture", seen[0].shown, unit: "ms", most: 500,
                beside: [.init("the same files on nginx", seen[1].shown.sorted()[visits / 2])]),
            FigureResult("the same, by that of nginx", ratios, unit: "times", most: 1.5),
            FigureResult("what moves while it comes", [seen[0].moved], unit: "shift", most: 0.000_1),
            FigureResult("requests before its pictures", [seen[0].requests], unit: "requests", most: 3.5),
        ]
    }

    /// Pages anywhere in a long feed: 100 000 pictures, or as many as
    /// `ESSENTIAL_BENCH_SCALE` says.
    private static func pages() throws -> [any BenchFinding] {
        let count = ProcessInfo.processInfo.environment["ESSENTIAL_BENCH_SCALE"].flatMap { Int($0) } ?? 100_000
        let server = try BenchServer()
        try server.addPictures(count)
        let text = try run(["pages", "60", "http://127.0.0.1:\(server.port)", "\(count)"])
        let times = try JSONDecoder().decode([Double].self, from: Data(text.utf8)).sorted()
        guard times.count == 60 else { throw BenchServer.Failure(reason: "Chromium shows nothing: \(text)") }
        return [
            FigureResult(
                "a page anywhere among \(count) pictures, 95th percentile until it is seen", [times[56]], unit: "ms",
                most: 200, beside: [.init("median", times[30])])
        ]
    }

    private static func run(_ arguments: [String]) throws -> String {
        let python = try Command.output(of: "/bin/bash", ["Tools/setup/python.sh"])
        return try Command.output(of: python.trimmingCharacters(in: .whitespacesAndNewlines), [script] + arguments)
    }
}
