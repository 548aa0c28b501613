import FoundationEssentials
public import Testing

/// A reader of bytes that come from somebody else, as fuzzers try it: whatever
/// the bytes are, it comes to its end, and what it promises of its answer holds.
///
/// A promise that doesn't hold is a trap (`precondition`), since a fuzzer
/// notices nothing else.
///
/// `make fuzz` tries each reader for a time, guided by what its code does with
/// the bytes. ``replay(mutations:seed:)`` is the test for every day: what was
/// found before, and some bytes beside it.
public struct FuzzedReader: Sendable, CustomTestStringConvertible {
    /// Its name among all readers, such as `json5`.
    public let name: String
    /// The folder with the texts that the fuzzer begins with, and those that
    /// harmed the reader once.
    public let corpus: String
    private let body: @Sendable ([UInt8]) async -> Void

    /// Describes a reader.
    ///
    /// - Parameters:
    ///   - name: Its name; its corpus is the folder `Corpus/NAME` beside `file`.
    ///   - read: Reads bytes to the end.
    public init(_ name: String, beside file: String = #filePath, read: @escaping @Sendable ([UInt8]) async -> Void) {
        self.name = name
        corpus =
            file.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
            + "/Corpus/\(name)"
        body = read
    }

    /// Its name.
    public var testDescription: String { name }

    /// Reads bytes; a trap if the reader can't.
    public func read(_ bytes: [UInt8]) async {
        await body(bytes)
    }

    /// Reads the whole corpus, and changed copies of each file of it.
    ///
    /// - Parameters:
    ///   - mutations: How many copies of each file.
    ///   - seed: Decides what is changed.
    /// - Returns: How many texts were read.
    /// - Throws: If the corpus can't be read.
    public func replay(mutations: Int = 200, seed: UInt64 = 1) async throws -> Int {
        let files = try FileManager.default.contentsOfDirectory(atPath: corpus).sorted()
        var generator = SeededGenerator(seed: seed)
        for file in files {
            let bytes = [UInt8](try Data(contentsOf: URL(filePath: "\(corpus)/\(file)")))
            await read(bytes)
            for _ in 0..<mutations { await read(Self.mutated(bytes, using: &generator)) }
        }
        return files.count * (mutations + 1)
    }

    /// A copy with up to four bytes changed, removed, doubled or cut off.
    private static func mutated(_ bytes: [UInt8], using generator: inout SeededGenerator) -> [UInt8] {
        var bytes = bytes
        for _ in 0...Int.random(in: 0..<4, using: &generator) where !bytes.isEmpty {
            let place = Int.random(in: 0..<bytes.count, using: &generator)
            switch Int.random(in: 0..<5, using: &generator) {
            case 0: bytes[place] = UInt8.random(in: .min ... .max, using: &generator)
            case 1: bytes.remove(at: place)
            case 2: bytes.insert(bytes[place], at: place)
            case 3: bytes.insert(UInt8.random(in: .min ... .max, using: &generator), at: place)
            default: bytes.removeSubrange(place...)
            }
        }
        return bytes
    }
}
