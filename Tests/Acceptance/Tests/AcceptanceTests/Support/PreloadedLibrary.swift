import KernelTesting

/// A library that is loaded into a program before all others, and takes the
/// place of some of their functions.
struct PreloadedLibrary: Sendable {
    let path: String

    /// Compiles a source file of the folder `Support`.
    init(_ source: String, in folder: TemporaryFolder) async throws {
        path = folder.path(of: source + ".so")
        let outcome = try await ChildProcess.run(
            "clang",
            [
                "-shared", "-fPIC", "-O1", "-Wall", "-Werror", "-o", path,
                Programs.root + "/Tests/Acceptance/Support/" + source,
            ])
        guard outcome.exit == .status(0) else { throw DoesNotCompile(reason: outcome.errorText) }
    }

    /// What a program finds around it that loads the library.
    var environment: [String: String] {
        // Address Sanitizer wants to be loaded first, and copes.
        let options = Surroundings.variables["ASAN_OPTIONS"].map { $0 + ":" } ?? ""
        return ["LD_PRELOAD": path, "ASAN_OPTIONS": options + "verify_asan_link_order=0"]
    }

    struct DoesNotCompile: Error {
        let reason: String
    }
}
