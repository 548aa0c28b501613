import Foundation

struct SecretsAreListed: Rule {
    let name = "secrets"
    let statement =
        "What holds a secret is in a row of `docs/memory.md`: where it lives, for how long, and the test that searches for it."

    private static let document = "docs/memory.md"
    private static let remedy = "Name it in the last column of its kind's row in docs/memory.md, or write a row."

    /// What is looked for; they are compiled once for all sources.
    private struct Patterns {
        /// Members of types that hold secrets.
        let secrets =
            #/\b(?:let|var) ([A-Za-z]+): \[?(?:[A-Za-z]+: )?\(?(?:any )?(?:Secret|SymmetricKey|SigningKey)\b/#
        /// Members that are called as secrets are, and are anybody's to copy.
        let plain =
            #/\b(?:let|var) ([A-Za-z]*(?:[Pp]assword|[Pp]assphrase|[Tt]oken|[Ss]ecret|[Pp]epper|[Vv]erifier)[A-Za-z]*): (?:String|Data|\[UInt8\])\b/#
        /// Kinds of secrets in the client's vault.
        let vault = #/\bSecretKind\("([a-z-]+)"/#
        /// What the server's keys are for.
        let key = #/\bServerKeyPurpose\("([a-z0-9.-]+)"/#
    }

    func findings(in codebase: Codebase) -> [Finding] {
        let text = (try? String(contentsOf: codebase.root.appending(path: Self.document), encoding: .utf8)) ?? ""
        let rows = text.components(separatedBy: "\n").enumerated().filter { $0.element.hasPrefix("| ") }
        var listed: [String: Int] = [:], findings: [Finding] = []
        for (index, row) in rows {
            for name in Self.names(inLastColumnOf: row) where listed.updateValue(index + 1, forKey: name) != nil {
                findings.append(finding(index + 1, "\(name) is listed twice.", "Leave it in the row of its kind."))
            }
            for test in Self.tests(in: row) where !Self.isThere(test, in: codebase) {
                findings.append(finding(index + 1, "There is no test \(test).", "Name the test that searches for it."))
            }
        }
        var declared: Set<String> = []
        let patterns = Patterns()
        for module in codebase.modules where !module.role.isForTests && Self.ships(module) {
            for source in module.sources {
                for (name, line) in Self.names(in: source, of: module, patterns) where declared.insert(name).inserted {
                    guard listed[name] == nil else { continue }
                    findings.append(
                        Finding(
                            self.name, file: source.path, line: line,
                            message: "\(Self.document) doesn't say where the secret \(name) lives.", remedy: Self.remedy
                        ))
                }
            }
        }
        return findings
            + listed.filter { !declared.contains($0.key) }.map {
                finding($0.value, "Nothing declares \($0.key).", "Take it away, or name what took its place.")
            }
    }

    private func finding(_ line: Int, _ message: String, _ remedy: String) -> Finding {
        Finding(name, file: Self.document, line: line, message: message, remedy: remedy)
    }

    /// Whether programs are made of it, and no tool.
    private static func ships(_ module: Codebase.Module) -> Bool {
        ["Packages/", "Apps/"].contains { module.package.folder.hasPrefix($0) }
    }

    /// What a source declares, by its package, or by the name that it has where it is kept.
    private static func names(
        in source: SourceFile, of module: Codebase.Module, _ patterns: Patterns
    ) -> [(name: String, line: Int)] {
        zip(source.code, source.lines).enumerated().flatMap { index, line in
            let (code, whole) = line
            // Most lines declare nothing.
            let declares = (code.contains("let ") || code.contains("var ")) && code.contains(": ")
            let members =
                declares
                ? code.matches(of: patterns.secrets).map(\.1) + code.matches(of: patterns.plain).map(\.1) : []
            let kept = code.contains("SecretKind(") ? whole.matches(of: patterns.vault).map { "vault:\($0.1)" } : []
            let keys = code.contains("ServerKeyPurpose(") ? whole.matches(of: patterns.key).map { "key:\($0.1)" } : []
            return (members.map { "\(module.package.name).\($0)" } + kept + keys).map { ($0, index + 1) }
        }
    }

    private static func names(inLastColumnOf row: String) -> [String] {
        let columns = row.components(separatedBy: " | ")
        guard columns.count > 4, let last = columns.last else { return [] }
        return last.matches(of: #/`((?:vault:|key:|[A-Z][A-Za-z]*\.)[A-Za-z0-9.-]+)`/#).map { String($0.1) }
    }

    /// The tests of the last column but one, as `Suite.test`.
    private static func tests(in row: String) -> [String] {
        let columns = row.components(separatedBy: " | ")
        guard columns.count > 4 else { return [] }
        return columns[columns.count - 2].matches(of: #/`([A-Za-z]+Tests\.[A-Za-z]+)`/#).map { String($0.1) }
    }

    private static func isThere(_ test: String, in codebase: Codebase) -> Bool {
        let parts = test.split(separator: ".")
        return codebase.modules.lazy.filter { $0.role == .test }.flatMap(\.sources).contains { source in
            source.path.contains("/\(parts[0])") && source.code.contains { $0.contains("func \(parts[1])(") }
        }
    }
}
