import RepoKit
import Testing

struct MutationTests {
    private func mutations(_ text: String) -> [Mutation] { Mutation.all(in: SourceFile(path: "A.swift", text: text)) }

    @Test(arguments: [
        ("if a < b {", ["if a <= b {"]), ("let isOpen = true", ["let isOpen = false"]),
        ("return x == 3 && y", ["return x != 3 && y", "return x == 4 && y", "return x == 3 || y"]),
        ("    try await store.save(x, at: 0)", ["    try await store.save(x, at: 1)", "    "]),
        ("let a = f(1)", ["let a = f(2)"]), ("f(a) // a < b, true", [""]),
        (#"let text = "1 < 2, \(a + b)""#, [#"let text = "1 < 2, \(a - b)""#]), ("case .some(let x):", []),
        ("struct A<B>: C {", []), ("return f(a)", []), ("x = f(a)", []), ("f(a,", []), ("Type(a)", []),
        // Equal programs.
        ("bytes.reserveCapacity(count)", []), ("let code = Secret(try random.text(byteCount: 32))", []),
        (
            "Route(.post, path, bodyLimit: isOpen == true ? 4 * 1024 : 0)",
            [
                "Route(.post, path, bodyLimit: isOpen != true ? 4 * 1024 : 0)",
                "Route(.post, path, bodyLimit: isOpen == false ? 4 * 1024 : 0)",
            ]
        ),
    ]) func findsWhatSomebodyCouldGetWrong(line: String, mutants: [String]) {
        let text = "first\n\(line)\nlast"
        #expect(mutations(text).map { $0.apply(to: text) } == mutants.map { "first\n\($0)\nlast" })
    }

    @Test func saysWhereItIs() {
        let found = mutations("\n  a && b")
        #expect(found.map(\.description) == ["A.swift:2  && → ||"])
        #expect(mutations("go()").map(\.description) == ["A.swift:1  go() → nothing"])
    }
}
