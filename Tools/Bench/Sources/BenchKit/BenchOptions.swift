/// What a run is asked for.
package struct BenchOptions: Equatable, Sendable {
    /// Why the words on the command line say nothing that can be done.
    package struct Problem: Error, CustomStringConvertible {
        package let description: String

        package init(description: String) {
            self.description = description
        }
    }

    /// The suites to run; all if there is none.
    package private(set) var suites: [String] = []
    package private(set) var rounds = 11
    /// Where to write the results as lines of JSON.
    package private(set) var json: String?
    package private(set) var commit: String?
    package private(set) var lists = false
    /// The files that the runs of two commits wrote, to be compared.
    package private(set) var comparison: Comparison?
    /// A case whose subject is to do its work that many times, unmeasured: for
    /// a tool that counts instructions.
    package private(set) var repetition: Repetition?

    package struct Comparison: Equatable, Sendable {
        package let base: String
        package let head: String
    }

    package struct Repetition: Equatable, Sendable {
        package let name: String
        package let count: Int
    }

    /// Reads the words of a command line.
    package init(_ words: [String], suites known: [String]) throws(Problem) {
        var rest = words[...]
        while let word = rest.popFirst() {
            switch word {
            case "--list": lists = true
            case "--json": json = try Self.value(of: word, &rest)
            case "--commit": commit = try Self.value(of: word, &rest)
            case "--compare":
                comparison = .init(base: try Self.value(of: word, &rest), head: try Self.value(of: word, &rest))
            case "--repeat":
                let name = try Self.value(of: word, &rest)
                repetition = .init(name: name, count: try Self.number(of: word, upTo: 1_000_000, &rest))
            case "--rounds": rounds = try Self.number(of: word, upTo: 1_000, &rest)
            default:
                // "http" is "http-client" and "http-server".
                let named = known.filter { $0 == word || $0.hasPrefix(word + "-") }
                guard !named.isEmpty else {
                    throw Problem(
                        description: "there is no suite '\(word)'. There are: \(known.joined(separator: ", ")).")
                }
                suites += named
            }
        }
    }

    private static func number(
        of option: String, upTo most: Int, _ rest: inout ArraySlice<String>
    ) throws(Problem) -> Int {
        let text = try value(of: option, &rest)
        guard let number = Int(text), (1...most).contains(number) else {
            throw Problem(description: "\(option) takes a number from 1 to \(most), not '\(text)'.")
        }
        return number
    }

    private static func value(of option: String, _ rest: inout ArraySlice<String>) throws(Problem) -> String {
        guard let value = rest.popFirst() else { throw Problem(description: "\(option) needs a value.") }
        return value
    }
}
