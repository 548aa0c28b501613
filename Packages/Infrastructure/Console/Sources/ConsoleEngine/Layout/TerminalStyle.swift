/// What the environment says about colours and width.
package enum TerminalStyle {
    /// Whether to colour a stream.
    ///
    /// `NO_COLOR` (no-color.org) wins over `CLICOLOR_FORCE` and `CLICOLOR`
    /// (bixense.com/clicolors); a terminal that is `dumb` or unknown gets none.
    package static func hasColors(isTerminal: Bool, environment: [String: String]) -> Bool {
        if let refusal = environment["NO_COLOR"], !refusal.isEmpty { return false }
        if let force = environment["CLICOLOR_FORCE"], !force.isEmpty, force != "0" { return true }
        let terminal = environment["TERM"] ?? ""
        return isTerminal && !terminal.isEmpty && terminal != "dumb" && environment["CLICOLOR"] != "0"
    }

    /// The columns of a terminal: `COLUMNS` where somebody exported it, else
    /// what the terminal says, else 80.
    package static func width(reported: Int?, environment: [String: String]) -> Int {
        if let columns = environment["COLUMNS"].flatMap({ Int($0) }), columns > 0 { return min(columns, 10_000) }
        if let reported, reported > 0 { return reported }
        return 80
    }
}
