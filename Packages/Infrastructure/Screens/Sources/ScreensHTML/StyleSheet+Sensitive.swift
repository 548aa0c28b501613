extension StyleSheet {
    /// Where permissions are asked for.
    static let permissions = """
        .permission b { color: var(--ink); }
        .permission { display: grid; gap: .5rem; justify-items: start; }
        button.quiet { background: none; color: var(--accent); border-color: currentColor; }
        .camera { display: flex; flex-wrap: wrap; gap: .5rem; }
        video { width: 100%; background: var(--stage); }
        [hidden] { display: none !important; }
        @media (hover: hover) and (pointer: fine) { .handheld { display: none; } }
        """

    /// What is masked; what is typed is masked while it is left.
    static let sensitive = """
        .sensitive { display: grid; gap: .25rem; }
        .sensitive details > div { display: grid; gap: .75rem; padding: .75rem 0; }
        summary { display: inline-flex; align-items: center; min-height: 2.75rem; padding: .5rem 1.25rem; cursor: pointer;
          border: 1px solid; border-radius: 8px; color: var(--accent); font-weight: 600; font-size: var(--step1); }
        [open] > summary > :first-child, details:not([open]) > summary > :last-child { display: none; }
        :root:not([data-masks]) [autocomplete=one-time-code]:not(:focus),
        [data-left]:not([data-masks]) :is([autocomplete=one-time-code], [autocomplete=username]) {
          -webkit-text-security: disc; }
        .entries summary { min-height: 2.75rem; padding: 0; border: 0; text-decoration: underline; text-underline-offset: .2em; }
        .entries li ~ li > .sensitive > .hint { display: none; }
        @media print { .sensitive details { display: none; } }
        """
}
