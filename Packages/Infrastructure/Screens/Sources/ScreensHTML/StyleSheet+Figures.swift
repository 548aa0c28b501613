extension StyleSheet {
    /// Numbers as bars, and the table of them; small pictures.
    static let figures = """
        .bars { width: 100%; height: 8rem; fill: var(--accent); }
        .pic { object-fit: contain }
        .part { fill: var(--danger); }
        table { border-collapse: collapse; font-size: var(--step0); }
        th { text-align: start; }
        td, th + th { text-align: end; padding-inline: 1em 0; }
        """
}
