/// How pages look.
///
/// Every text has a contrast of 4.5 or more to what is behind it, every edge of
/// a field 3 or more (WCAG 2.2, 1.4.3 and 1.4.11), in both schemes; what can be
/// pressed is 44 pixels high (2.5.5).
package enum WebStyle {
    /// What the policy of a page allows: the digest of ``sheet``, and with it
    /// nothing that somebody might smuggle in.
    package static let hash = "sha256-EPuZ2pKFoxNaLUKWVUB/p4T5m7dwHmjjSVzpl/Ck7hE="

    /// The style sheet.
    package static let sheet = """
        :root { color-scheme: light dark; --ink: #1b1c1e; --faint: #55585e; --ground: #fff; --edge: #767a82;
          --accent: #0b57c4; --on-accent: #fff; --good: #11622b; --bad: #b3151f; }
        @media (prefers-color-scheme: dark) { :root { --ink: #ececee; --faint: #b3b6bd; --ground: #17181a;
          --edge: #8d919a; --accent: #9cc2ff; --on-accent: #10233f; --good: #7fd69a; --bad: #ff9c96; } }
        * { box-sizing: border-box; }
        body { margin: 0; background: var(--ground); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; }
        main { max-width: 30rem; margin: 0 auto; padding: 2.5rem 1.25rem; overflow-wrap: break-word; }
        .name { margin: 0; color: var(--faint); font-weight: 600; }
        h1 { margin: 0 0 1rem; font-size: 1.75rem; line-height: 1.2; }
        h2 { margin: 2.5rem 0 .5rem; font-size: 1.2rem; }
        .field { margin: 1rem 0; }
        label { display: block; font-weight: 600; margin-bottom: .25rem; }
        input, button { width: 100%; min-height: 2.75rem; font: inherit; border-radius: .5rem; padding: .5rem .75rem; }
        input { border: 1px solid var(--edge); background: var(--ground); color: var(--ink); }
        input[aria-invalid] { border: 2px solid var(--bad); }
        button { border: 0; margin-top: .5rem; background: var(--accent); color: var(--on-accent); font-weight: 600;
          cursor: pointer; }
        .show { width: auto; border: 1px solid var(--edge); background: none; color: var(--ink); font-weight: 400; }
        .show[aria-pressed=true] { border-color: var(--accent); color: var(--accent); }
        a { display: inline-block; min-height: 2.75rem; padding: .5rem 0; color: var(--accent); }
        pre { margin: 1rem 0; padding: .75rem 1rem; border: 1px solid var(--edge); border-radius: .5rem;
          white-space: pre-wrap; overflow-wrap: anywhere; }
        :focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
        .hint { margin: .25rem 0; color: var(--faint); font-size: .9rem; }
        input:valid + .hint::before { content: "✓ "; color: var(--good); }
        .rules { margin: .25rem 0; padding-left: 1.25rem; color: var(--faint); font-size: .9rem; }
        input:valid ~ .rules > :first-child:not([data-state]), .rules [data-state=met] { color: var(--good);
          list-style-type: "✓ "; }
        .rules [data-state=unmet] { color: var(--bad); list-style-type: "✗ "; }
        .unseen { position: absolute; width: 1px; height: 1px; margin: 0; overflow: hidden; clip-path: inset(50%);
          white-space: nowrap; }
        .problems { margin: .25rem 0; padding-left: 1.25rem; color: var(--bad); }
        .message { padding: .75rem 1rem; border: 1px solid; border-left-width: .4rem; border-radius: .5rem; }
        .message span { font-weight: 700; }
        .success { border-color: var(--good); color: var(--good); }
        .failure { border-color: var(--bad); color: var(--bad); }
        @media print { form { display: none; } }
        """
}
