/// What a run is asked for.
package struct BenchOptions: Equatable, Sendable {
    /// Why the words on the command line say nothing that can be done.
    package struct Problem: Error, CustomStringConvertible {
        package let description: String
    }

    /// The suites to run; all if there is none.
    package private(set) var suites: [String] = []
    package private(set) var rounds = 11
    /// Where to write the results as lines of JSON.
    package private(set) var json: String?
    package private(set) var commit: String?
    package private(set) var lists = false

    /// Reads the words of a command line.
    package init(_ words: [String], suites known: [String]) throws(Problem) {
        var rest = words[...]
        while let word = rest.popFirst() {
            switch word {
            case "--list": lists = true
            case "--json": json = try Self.value(of: word, &rest)
            case "--commit": commit = try Self.value(of: word, &rest)
            case "--rounds":
                let text = try Self.value(of: word, &rest)
                guard let count = Int(text), (1...1000).contains(count) else {
                    throw Problem(description: "--rounds takes a number from 1 to 1000, not '\(text)'.")
                }
                rounds = count
            default:
                guard known.contains(word) else {
                    throw Problem(
                        description: "there is no suite '\(word)'. There are: \(known.joined(separator: ", ")).")
                }
                suites.append(word)
            }
        }
    }

    private static func value(of option: String, _ rest: inout ArraySlice<String>) throws(Problem) -> String {
        guard let value = rest.popFirst() else { throw Problem(description: "\(option) needs a value.") }
        return value
    }
}
