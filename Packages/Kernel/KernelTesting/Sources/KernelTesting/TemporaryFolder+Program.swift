import FoundationEssentials

extension TemporaryFolder {
    /// Writes a program of the shell; the result is its path.
    ///
    /// Another process writes it. A descriptor of this one may be in a child that
    /// another test starts at the same moment, and what is open for writing can't
    /// be run (ETXTBSY).
    public func makeProgram(_ name: String, _ script: String) async throws -> String {
        let program = path(of: name), text = program + ".text"
        try Data("#!/bin/sh\n\(script)\n".utf8).write(to: URL(filePath: text))
        let install = try await ChildProcess.run("install", ["-m", "700", text, program])
        guard install.exit == .status(0) else { throw InstallFailure(errors: install.errorText) }
        try FileManager.default.removeItem(atPath: text)
        return program
    }

    private struct InstallFailure: Error {
        let errors: String
    }
}
