struct FilesStayShort: Rule {
    let name = "R16"
    let statement =
        "A source file over 300 lines is too long, over 500 it isn't accepted; for tests that is 500 and 700."

    func findings(in codebase: Codebase) -> [Finding] {
        codebase.modules.flatMap { module in
            let limits = module.role == .test ? (warning: 500, error: 700) : (warning: 300, error: 500)
            return module.sources.compactMap { source -> Finding? in
                let count = source.lines.last == "" ? source.lines.count - 1 : source.lines.count
                guard count > limits.warning else { return nil }
                let isRefused = count > limits.error
                let limit = isRefused ? limits.error : limits.warning
                return Finding(
                    name, isRefused ? .error : .warning, file: source.path, line: limit + 1,
                    message: "The file has \(count) lines; \(limit) are the limit.",
                    remedy: "Something in it wants a name and a file of its own.")
            }
        }
    }
}
