extension StyleSheet {
    /// Numbers as bars, and the table of them.
    static let figures = """
        .figures { display: grid; gap: .75rem; font-size: var(--step0); }
        .bars { width: 100%; height: 8rem; border-bottom: 1px solid var(--muted); }
        .bars .whole { fill: var(--accent); }
        .bars .part { fill: var(--danger); }
        table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
        th { text-align: start; font-weight: 600; }
        td, thead th + th { text-align: end; }
        td, th { padding: .25rem 0; border-bottom: 1px solid var(--rule); }
        """
}
