import HTTPServingAPI
import HTTPServingRouting
import HTTPServingTesting
import HTTPTypes
import KernelTesting
import Testing

struct RouteTableTests {
    private static let patterns = [
        "/", "/feed", "/image/{id}", "/image/new", "/image/{id}/comments", "/image/{image}/comments/{comment}",
        "/files/{path...}", "/auth/sessions/{id}/confirm",
    ]

    private static func find(_ method: HTTPMethod, _ path: String) throws -> RouteTable.Lookup {
        let table = try RouteTable(patterns.map { pattern in Route(.get, pattern) { _ in .noContent } })
        return table.lookup(method, segments: path.split(separator: "/").map(String.init))
    }

    @Test(arguments: [
        ("/", "/", [:]), ("/feed", "/feed", [:]), ("/image/7", "/image/{id}", ["id": "7"]),
        ("/image/new", "/image/new", [:]), ("/image/new/comments", "/image/{id}/comments", ["id": "new"]),
        ("/image/7/comments/9", "/image/{image}/comments/{comment}", ["image": "7", "comment": "9"]),
        ("/files/a/b c/d", "/files/{path...}", ["path": "a/b c/d"]),
    ]) func finds(_ path: String, _ pattern: String, _ parameters: [String: String]) throws {
        guard case .found(let match) = try Self.find(.get, path) else {
            Issue.record("not found")
            return
        }
        #expect(match.route.pattern == pattern)
        #expect(match.parameters == parameters)
    }

    @Test(arguments: ["/feeds", "/image", "/image/7/other", "/files", "/files/../etc/passwd", "/files/.", "/FEED"])
    func findsNothing(_ path: String) throws {
        guard case .nothing = try Self.find(.get, path) else {
            Issue.record("found something")
            return
        }
    }

    @Test func fallsBackToAPatternThatHasTheMethod() throws {
        let table = try RouteTable([
            Route(.get, "/image/new") { _ in .noContent }, Route(.delete, "/image/{id}") { _ in .noContent },
        ])
        guard case .found(let match) = table.lookup(.delete, segments: ["image", "new"]) else {
            Issue.record("not found")
            return
        }
        #expect(match.parameters == ["id": "new"])
        guard case .otherMethods(let methods) = table.lookup(.put, segments: ["image", "new"]) else {
            Issue.record("found")
            return
        }
        #expect(methods == [.delete, .get, .head, .options])
    }

    @Test(arguments: [
        "", "feed", "/feed/", "//", "/{}", "/{id", "/a{id}", "/{id}/{id}", "/{rest...}/x", "/{1}", "/a?b",
    ])
    func refusesThePattern(_ pattern: String) {
        #expect(throws: RouterError.invalidPattern(pattern)) {
            try RouteTable([Route(.get, pattern) { _ in .noContent }])
        }
    }

    @Test func refusesTwoRoutesForTheSameRequests() {
        #expect(throws: RouterError.duplicate(method: .get, pattern: "/image/{name}")) {
            try RouteTable([
                Route(.get, "/image/{id}") { _ in .noContent }, Route(.get, "/image/{name}") { _ in .noContent },
            ])
        }
    }
}
