extension StyleSheet {
    /// What is chosen by pressing it, and what it looks like in small.
    static let options = """
        .options { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; margin: 0; padding: 0; border: 0; }
        legend { padding: 0; font-weight: 600; font-size: var(--step1); }
        .options > .hint { flex-basis: 100%; }
        .options label { display: grid; align-content: end; font-weight: 400; }
        .options label > :last-child, .toggle label { display: flex; align-items: center; gap: .5rem; min-height: 2.75rem; }
        [type=radio], [type=checkbox] { width: 1.25rem; min-height: 1.25rem; height: 1.25rem; margin: 0; accent-color: var(--accent); }
        [type=radio] { appearance: none; padding: 0; border: 2px solid; border-radius: 50%; }
        [type=radio]:checked { border: .4rem solid var(--accent); }
        .sample { display: flex; overflow: hidden; width: 6.75rem; height: 4.5rem; border: 1px solid var(--muted);
          border-radius: 8px; }
        .sample > * { flex: 1; background: linear-gradient(var(--ink) 0 0) .5rem .5rem/45% .375rem,
          linear-gradient(var(--muted) 0 0) .5rem 1.25rem/70% .25rem, linear-gradient(var(--accent) 0 0) .5rem 3rem/40% .75rem,
          linear-gradient(var(--rule) 0 0) 0 2rem/100% 1px, var(--paper); background-repeat: no-repeat; }
        label:has(:checked) > .sample { outline: 3px solid var(--accent); outline-offset: 2px; }
        """
}
