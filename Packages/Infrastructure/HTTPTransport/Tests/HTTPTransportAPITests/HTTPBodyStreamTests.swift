import FoundationEssentials
import HTTPTransportAPI
import Synchronization
import Testing

/// Hands out prepared pieces and counts how often it was cancelled.
private final class PreparedSource: HTTPBodySource {
    private let position = Atomic(0)
    private let cancels = Atomic(0)
    private let pieces: [Data]

    init(_ pieces: [Data]) {
        self.pieces = pieces
    }

    var cancelCount: Int { cancels.load(ordering: .acquiring) }

    func next() async throws(HTTPTransportError) -> Data? {
        let index = position.wrappingAdd(1, ordering: .relaxed).oldValue
        return index < pieces.count ? pieces[index] : nil
    }

    func cancel() {
        cancels.add(1, ordering: .releasing)
    }
}

struct HTTPBodyStreamTests {
    private let pieces = [Data("one".utf8), Data("two".utf8), Data("three".utf8)]

    @Test func bringsThePiecesInOrder() async throws {
        var read: [Data] = []
        for try await piece in HTTPBodyStream(PreparedSource(pieces)) {
            read.append(piece)
        }
        #expect(read == pieces)
    }

    @Test func goesOnWhereTheFirstReaderStopped() async throws {
        let stream = HTTPBodyStream(PreparedSource(pieces))
        for try await piece in stream {
            #expect(piece == pieces[0])
            break
        }
        var iterator = stream.makeAsyncIterator()
        #expect(try await iterator.next() == pieces[1])
    }

    @Test func endsTheExchangeWhenNobodyCanReadAnyMore() async throws {
        let source = PreparedSource(pieces)
        var stream: HTTPBodyStream? = HTTPBodyStream(source)
        var iterator = stream?.makeAsyncIterator()
        stream = nil
        #expect(source.cancelCount == 0)
        #expect(try await iterator?.next() == pieces[0])
        iterator = nil
        #expect(source.cancelCount == 1)
    }
}
