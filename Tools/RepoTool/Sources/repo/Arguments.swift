import Foundation

/// What follows the command's name: words, options with a value (`--base REF`)
/// and flags (`--json`).
struct Arguments {
    private(set) var words: [String] = []
    private var options: [String: String] = [:]
    private var flags: Set<String> = []
    /// The repository that is looked at: `--root`, or the current folder.
    let root: URL

    /// - Throws: ``UsageError`` for an option that is not among the given ones,
    ///   and for one without its value.
    init(_ arguments: some Sequence<String>, options known: Set<String> = [], flags allowed: Set<String> = []) throws {
        var rest = Array(arguments)[...]
        while let word = rest.popFirst() {
            guard word.hasPrefix("--") else {
                words.append(word)
                continue
            }
            if allowed.contains(word) {
                flags.insert(word)
            } else if known.contains(word) || word == "--root" {
                guard let value = rest.popFirst() else { throw UsageError("\(word) needs a value.") }
                options[word] = value
            } else {
                throw UsageError("There is no option \(word) here.")
            }
        }
        root = URL(filePath: options["--root"] ?? FileManager.default.currentDirectoryPath)
    }

    /// The value of an option, or `nil` when it is not given.
    func value(_ option: String) -> String? { options[option] }

    /// Whether a flag is given.
    func has(_ flag: String) -> Bool { flags.contains(flag) }
}
