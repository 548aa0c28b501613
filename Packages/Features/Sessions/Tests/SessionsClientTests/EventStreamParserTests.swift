import FoundationEssentials
import SessionsClient
import Testing

struct EventStreamParserTests {
    private typealias Event = EventStreamParser.Event

    private func parse(_ text: String, in size: Int = .max) -> [Event]? {
        var parser = EventStreamParser()
        var events: [Event] = []
        var rest = Data(text.utf8)[...]
        while !rest.isEmpty {
            guard let more = parser.consume(Data(rest.prefix(size))) else { return nil }
            events += more
            rest = rest.dropFirst(size)
        }
        return events
    }

    /// The examples of the standard, section 9.2.6, and its line ends.
    @Test(arguments: [
        (
            ": hello\n\ndata: first\nid: 1\n\ndata:second\nid\n\ndata:  third\n\n",
            ["message|first|1", "message|second|", "message| third|"]
        ),
        ("data\n\ndata\ndata\n\ndata:", ["message||-", "message|\n|-"]),
        ("data:test\n\ndata: test\n\n", ["message|test|-", "message|test|-"]),
        ("event: add\r\ndata: 1\r\n\r\nevent: remove\rdata: 2\r\r", ["add|1|-", "remove|2|-"]),
        ("\u{FEFF}data: after a mark\n\n", ["message|after a mark|-"]),
        ("id: 7\n\ndata: x\n\n", ["message|x|7"]),
        ("id: a\0b\ndata: x\nnonsense\nwhat: ever\n\n", ["message|x|-"]),
    ])
    func readsAsTheStandardSays(text: String, expected: [String]) throws {
        for size in [1, 2, 3, .max] {
            let events = try #require(parse(text, in: size))
            #expect(events.map { "\($0.name)|\($0.data)|\($0.lastID ?? "-")" } == expected)
        }
    }

    @Test func remembersHowLongToWait() {
        var parser = EventStreamParser()
        _ = parser.consume(Data("retry: 1500\nretry: soon\nretry:\n".utf8))
        #expect(parser.retry == .milliseconds(1_500))
    }

    @Test func aServerThatNeverEndsAnEventIsNoneOfOurs() {
        #expect(parse(String(repeating: "x", count: EventStreamParser.limit + 1)) == nil)
        let manyLines = String(repeating: "data: \(String(repeating: "x", count: 1_000))\n", count: 300)
        #expect(parse(manyLines) == nil)
        let manyEvents = String(repeating: "data: \(String(repeating: "x", count: 1_000))\n\n", count: 300)
        #expect(parse(manyEvents)?.count == 300)
    }

    @Test func commentsForDaysAreNoLongEvent() {
        #expect(parse(String(repeating: ":\n\n", count: 300_000)) == [])
    }
}

struct ReconnectionTests {
    @Test func waitsLongerEachTimeAndNeverForEver() {
        var reconnection = Reconnection()
        let pauses = (0..<9).map { _ in reconnection.fail(jitter: 0) }
        #expect(pauses == [1, 2, 4, 8, 16, 32, 60, 60, 60].map { .seconds($0) })
        reconnection.succeed(retry: .seconds(3))
        #expect(reconnection.fail(jitter: 0) == .seconds(3))
        #expect(reconnection.fail(jitter: 1) == .seconds(9))
    }

    @Test func waitsAsLongAsTheServerAsks() {
        var reconnection = Reconnection()
        #expect(reconnection.fail(retryAfter: .seconds(120), jitter: 1) == .milliseconds(120_500))
        reconnection.succeed(retry: .zero)
        #expect(reconnection.fail(jitter: 0) == .milliseconds(100), "never at once, whatever the server says")
        reconnection.succeed(retry: .seconds(86_400))
        #expect(reconnection.fail(jitter: 0) == .seconds(60))
    }
}
