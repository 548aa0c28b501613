import KernelTesting
import Testing

/// What a built program carries: libraries by their names, and modules by the
/// names that Swift leaves in the descriptions of their types, stripped or not.
struct LinkedProgram {
    /// The shared libraries that it asks the system for, without versions.
    let libraries: Set<String>
    /// Whatever in it could be the name of a module.
    private let names: Set<String>

    init(_ path: String) async throws {
        let listing = try await ChildProcess.run("readelf", ["--dynamic", "--wide", path])
        try #require(listing.exit == .status(0), "\(listing.errorText)")
        libraries = Set(
            listing.outputText.split(separator: "\n").filter { $0.contains("(NEEDED)") }.compactMap { line in
                line.split(separator: "[").last?.split(separator: ".so").first.map(String.init)
            })
        let texts = try await ChildProcess.run(
            "bash", ["-c", "strings --all \"$0\" | grep -Ex '[A-Z][A-Za-z0-9]+' | sort -u", path])
        names = Set(texts.outputText.split(separator: "\n").map(String.init))
    }

    /// Those of the modules that it carries.
    func modules(among names: some Sequence<String>) -> Set<String> {
        self.names.intersection(names)
    }
}

/// What a program may carry.
struct LinkagePolicy {
    /// The C libraries that it needs: these and no others.
    let libraries: Set<String>
    /// The modules of the other side, which it must not carry.
    let others: [String]
    /// Modules of its own side, of which it carries some: what is looked for can be found.
    let own: [String]

    /// The system's, and the Swift runtime where it isn't linked statically.
    private static func isRuntime(_ library: String) -> Bool {
        [
            "libc", "libm", "libdl", "libpthread", "librt", "libgcc_s", "libstdc++", "ld-linux-x86-64",
            "ld-linux-aarch64",
        ]
        .contains(library)
            || ["libswift", "libFoundation", "lib_Foundation", "libdispatch", "libBlocksRuntime", "libclang_rt"]
                .contains(where: library.hasPrefix)
    }

    /// A sentence for each thing that is not as it should be.
    func violations(of program: LinkedProgram) -> [String] {
        let linked = program.libraries.filter { !Self.isRuntime($0) }
        var sentences = linked.subtracting(libraries).sorted().map { "It links \($0), which it has no use for." }
        sentences += libraries.subtracting(linked).sorted().map { "It doesn't link \($0)." }
        sentences += program.modules(among: others).sorted().map { "It carries \($0), of the other program." }
        if program.modules(among: own).isEmpty { sentences.append("No module of its own was found in it.") }
        return sentences
    }
}
