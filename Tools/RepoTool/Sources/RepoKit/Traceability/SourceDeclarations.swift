/// The types, functions, computed properties and tests of a source file, each
/// with the words that stand in it and in nothing inside of it.
///
/// What stands in an initializer or in the value of a stored property belongs
/// to the type: whoever makes one runs it.
struct SourceDeclarations {
    struct Declaration {
        enum Kind { case type, member, test }

        let kind: Kind
        let name: String
        /// The names of the types around it, the outermost first.
        let owners: [String]
        var words: Set<String> = []
        /// The types on which it calls `self` or `assemble`, as one does to
        /// install a plugin.
        var installed: Set<String> = []

        /// As in ``TestSource/Test``.
        var path: String { (owners + [name]).joined(separator: "/") }
    }

    private(set) var all: [Declaration] = []
    /// The braces that are open, each with the declaration that it belongs to.
    private var scopes: [Int?] = []
    /// A declaration whose brace has yet to come, and how many parentheses were
    /// open where it began.
    private var opening: (index: Int, depth: Int, isProperty: Bool)?
    private var depth = 0
    /// The words in the attribute of a test whose name has yet to come.
    private var attribute: Set<String>?

    init(_ file: SourceFile) {
        let tokens = SwiftToken.tokens(of: file.lines.joined(separator: "\n"))
        var position = 0
        while position < tokens.count { position = read(tokens, at: position) }
    }

    /// Reads what is at a position, and gives the position behind it.
    private mutating func read(_ tokens: [SwiftToken], at position: Int) -> Int {
        let rest = tokens[(position + 1)...]
        switch tokens[position].kind {
        case .sign("("), .sign("["): depth += 1
        case .sign(")"), .sign("]"): depth -= 1
        case .sign("=") where opening?.isProperty == true: opening = nil
        case .sign("{"):
            let isBody = opening.map { $0.depth == depth } ?? false
            scopes.append(isBody ? opening?.index : nil)
            if isBody { opening = nil }
        case .sign("}"): _ = scopes.popLast()
        case .sign("@"):
            if case .word("Test")? = rest.first?.kind { attribute = [] }
        case .word("init") where isInType && opening?.depth == depth: opening = nil
        case .word(let keyword) where Self.types.contains(keyword) && attribute == nil:
            guard let (name, end) = Self.name(in: tokens, from: position + 1), !Self.keywords.contains(name[0]) else {
                return position + 1
            }
            open(.type, name.last ?? "", owners: owners + name.dropLast())
            return end
        case .word("func"):
            guard let (name, end) = Self.name(in: tokens, from: position + 1) else { return position + 1 }
            open(attribute == nil ? .member : .test, name[0], owners: owners)
            all[all.count - 1].words = attribute ?? []
            attribute = nil
            return end
        case .word("var"), .word("let"):
            guard attribute == nil, isInType, let (name, end) = Self.name(in: tokens, from: position + 1) else { break }
            open(.member, name[0], owners: owners, isProperty: true)
            return end
        case .word(let word): note(word, before: rest)
        default: break
        }
        return position + 1
    }

    private static let types: Set<String> = ["struct", "class", "enum", "actor", "extension", "protocol"]
    private static let keywords: Set<String> = ["func", "var", "let"]

    /// A name with its dots, and the position behind it.
    private static func name(in tokens: [SwiftToken], from start: Int) -> (parts: [String], end: Int)? {
        guard start < tokens.count, case .word(let first) = tokens[start].kind else { return nil }
        var parts = [first]
        var end = start + 1
        while end + 1 < tokens.count, tokens[end].kind == .sign("."), case .word(let next) = tokens[end + 1].kind {
            parts.append(next)
            end += 2
        }
        return (parts, end)
    }

    private mutating func open(_ kind: Declaration.Kind, _ name: String, owners: [String], isProperty: Bool = false) {
        all.append(Declaration(kind: kind, name: name, owners: owners))
        opening = (all.count - 1, depth, isProperty)
    }

    private mutating func note(_ word: String, before rest: ArraySlice<SwiftToken>) {
        guard attribute == nil else {
            attribute?.insert(word)
            return
        }
        guard let index = opening?.index ?? innermost else { return }
        all[index].words.insert(word)
        guard rest.first?.kind == .sign("."), case .word(let member)? = rest.dropFirst().first?.kind else { return }
        if member == "self" || member == "assemble" { all[index].installed.insert(word) }
    }

    private var innermost: Int? { scopes.last(where: { $0 != nil }) ?? nil }

    /// Whether a member may be declared here.
    private var isInType: Bool {
        guard let last = scopes.last, let index = last else { return false }
        return all[index].kind == .type
    }

    /// The types around what is declared here.
    private var owners: [String] {
        innermost.map { index in
            let around = all[index]
            return around.kind == .type ? around.owners + [around.name] : around.owners
        } ?? []
    }
}
