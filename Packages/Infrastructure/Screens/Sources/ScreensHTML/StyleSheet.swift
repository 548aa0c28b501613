/// How screens look.
///
/// The picture is the page: what is around it is quiet. Texts have a contrast of
/// 4.5 or more (WCAG 2.2, 1.4.3), what can be pressed alone is 44 pixels high
/// (2.5.5).
package enum StyleSheet {
    /// All of it, one file for all screens, without the spaces that browsers don't
    /// need.
    package static let text = [
        ("\n  ", " "), (" {", "{"), ("{ ", "{"), ("{\n", "{"), ("; ", ";"), (": ", ":"), (", ", ","), (";}", "}"),
        ("}\n", "}"), (" > ", ">"),
    ]
    .reduce(written) { $0.replacing($1.0, with: $1.1) }

    private static let written = """
        @layer tokens, base, layout, parts, states;
        @view-transition { navigation: auto; }
        @layer tokens {
        \(tokens)
        \(Proportion.styles)
        }
        @layer base {
        \(base)
        \(Tint.styles)
        }
        @layer layout {
        \(gallery)
        \(picture)
        }
        @layer parts {
        \(parts)
        \(forms)
        \(options)
        \(sensitive)
        \(permissions)
        \(figures)
        }
        @layer states {
        \(states)
        }

        """

    private static let tokens = """
        :root { color-scheme: light dark; }
        [data-theme=light] { color-scheme: light; }
        [data-theme=dark] { color-scheme: dark; }
        :root {
          --paper: light-dark(oklch(.985 .003 95), oklch(.17 .008 260));
          --ink: light-dark(oklch(.22 .01 260), oklch(.93 .005 95));
          --muted: light-dark(oklch(.48 .01 260), oklch(.7 .01 260));
          --rule: light-dark(oklch(.9 .005 95), oklch(.3 .01 260));
          --accent: light-dark(oklch(.5 .16 255), oklch(.78 .11 250));
          --danger: light-dark(oklch(.5 .17 27), oklch(.78 .11 27));
          --success: light-dark(oklch(.47 .11 150), oklch(.78 .11 150));
          --stage: oklch(.18 .01 260);
          --h: calc(100svh - var(--bar));
          --step0: .8125rem; --step1: .9375rem; --step2: 1.0625rem;
          --step3: clamp(1.1875rem, 1.1rem + .4vw, 1.375rem); --step4: clamp(1.5rem, 1.3rem + .9vw, 2rem);
          --gap: 6px; --row: clamp(12rem, 10rem + 4vw, 15.5rem); --bar: 3.25rem; }
        @media (prefers-contrast: more) { :root { --muted: var(--ink); --rule: var(--ink);
          --paper: light-dark(#fff, #000); --ink: light-dark(#000, #fff); } }
        """

    private static let base = """
        *, ::before, ::after { box-sizing: border-box; }
        html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; scroll-padding-top: 3rem; }
        body { margin: 0; background: var(--paper); color: var(--ink); font: var(--step2)/1.5 system-ui, sans-serif;
          overflow-wrap: anywhere; }
        h1, h2, p, ul, ol { margin: 0; padding: 0; font-size: inherit; }
        ul, ol { list-style: none; }
        h1 { font-size: var(--step4); line-height: 1.2; font-weight: 650; text-wrap: balance; letter-spacing: -.01em; }
        h2 { font-size: var(--step1); font-weight: 600; }
        p { max-width: 68ch; }
        h1, p:not(.ways), .lines li, .facts li, .entries b, .legend { overflow: clip; overflow-clip-margin: .5rem; }
        h1, .lines li, .facts li, .entries b, .legend b { text-align: match-parent; }
        a { color: var(--accent); text-underline-offset: .2em; }
        :focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
        img { display: block; color: transparent; font-size: 0; }
        .t { background: var(--rule); }
        """

    private static let gallery = """
        .bar { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 .5rem; min-height: var(--bar);
          padding: .25rem 1rem; }
        .mark { flex: none; align-self: start; color: var(--ink); font-weight: 700; letter-spacing: -.01em;
          text-decoration: none; }
        .mark, nav a { display: inline-flex; align-items: center; min-height: 2.75rem; }
        nav, .last { display: flex; flex-wrap: wrap; justify-content: end; gap: 0 clamp(.75rem, 2vw, 1.5rem); }
        nav { font-size: var(--step1); }
        nav a { color: var(--muted); text-decoration: none; }
        .gallery { max-width: 110rem; margin: 0 auto; padding: 0 0 4rem; }
        a.unseen:focus { position: absolute; z-index: 4; padding: .75rem 1rem; background: var(--paper); }
        main:focus { outline: none; }
        .gallery h1, .unseen:not(:focus) { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%);
          white-space: nowrap; }
        .gallery h2 { position: sticky; top: 0; z-index: 1; padding: .625rem 1rem; background: var(--paper);
          color: var(--muted); font-size: var(--step0); line-height: 1.25rem; }
        .rows + .rows { margin-top: var(--gap); }
        .rows { display: flex; flex-wrap: wrap; gap: var(--gap); }
        .rows li { flex: 1 0 100%; }
        .rows a { display: block; position: relative; color: inherit; text-decoration: none; outline-offset: -3px; }
        .rows img { width: 100%; height: auto; aspect-ratio: var(--r); object-fit: cover; }
        .legend { display: grid; padding: .625rem 1rem 1.25rem; font-size: var(--step1); line-height: 1.4; }
        .legend b { font-weight: 600; }
        .legend span { color: var(--muted); }
        .after { padding: 1.5rem 1rem 0; }
        @media (width > 40rem) {
        .gallery { padding-inline: var(--gap); }
        .rows:not(.full)::after { content: ""; flex: 5 1 20%; }
        .rows li { flex: var(--r) 1 calc(var(--r) * var(--row)); aspect-ratio: var(--r);
          max-width: min(100%, calc(var(--r) * var(--row) * 1.75)); overflow: hidden; }
        .rows a, .rows img { height: 100%; }
        .legend { position: absolute; inset: auto 0 0; padding: 3rem .875rem .75rem; color: #fff;
          background: linear-gradient(transparent, rgb(0 0 0 / .55) 55%, rgb(0 0 0 / .8)); }
        .legend span { color: #e8e8e8; }
        .gallery h2 { padding-inline: .625rem; }
        .bar:has(+ .gallery) { padding-inline: max(1rem, calc((100% - 110rem) / 2 + 1rem)); }
        }
        @media (width > 40rem) and (hover: hover) {
        .legend { opacity: 0; transition: opacity .16s ease-out; }
        a:is(:hover, :focus-visible) > .legend { opacity: 1; }
        }
        """

    private static let picture = """
        .stage { background: var(--stage); display: grid; align-items: center; justify-items: center; }
        .stage a { min-width: 0; max-width: min(100%, calc(var(--r) * var(--h)));
          outline-offset: -3px; cursor: zoom-in; }
        .stage img { max-width: 100%; height: auto; max-height: var(--h); object-fit: contain; }
        .beside { padding: 1.5rem 1rem 4rem; display: grid; gap: .75rem; align-content: start; }
        .beside h1 { font-size: var(--step3); }
        .column { max-width: 34rem; margin: 0 auto; padding: 4rem 1rem; display: grid; gap: 1rem; }
        @media (min-width: 64rem) {
        .picture { display: grid; grid-template-columns: minmax(0, 1fr) 23.75rem; min-height: var(--h); }
        .bar:has(+ .picture) { position: sticky; top: 0; z-index: 1; background: var(--paper); }
        .stage { position: sticky; top: var(--bar); height: var(--h); align-self: start;
          overflow: hidden; }
        .beside { padding-inline: 1.5rem; }
        }
        """

    private static let parts = """
        .lines { color: var(--muted); font-size: var(--step1); }
        .lines li:first-child { color: var(--ink); }
        section[id] { margin-top: .75rem; padding-top: 1.25rem; border-top: 1px solid var(--rule); display: grid;
          gap: .75rem; }
        .conversation { display: grid; gap: 1.25rem; }
        .conversation .ways { font-size: var(--step0); }
        .who { color: var(--muted); font-size: var(--step0); }
        .who b { color: var(--ink); font-size: var(--step1); font-weight: 600; margin-inline-end: .25rem; }
        .pill { padding: 0 .5em; border: 1px solid; border-radius: 1em; color: var(--accent); }
        .said { white-space: pre-line; font-size: var(--step1); }
        pre { margin: 0; padding: .75rem 1rem; border: 1px solid var(--rule); border-radius: 8px; white-space: pre-wrap;
          font-size: var(--step1); }
        .ways { display: flex; flex-wrap: wrap; gap: 0 1.5rem; }
        .ways a { display: inline-flex; align-items: center; min-height: 2.75rem; }
        .menu { display: grid; }
        .after { display: grid; gap: .5rem; justify-items: center; text-align: center; color: var(--muted); }
        .after .ways a { padding: 0 1.5rem; border: 1px solid var(--rule); border-radius: 8px; color: var(--ink);
          text-decoration: none; font-weight: 600; font-size: var(--step1); }
        .after .ways a:hover { border-color: var(--accent); color: var(--accent); }
        """

    private static let forms = """
        .entries { display: grid; gap: 1.5rem; }
        .entries > li { display: grid; gap: .25rem; padding-top: 1.25rem; border-top: 1px solid var(--rule); }
        .facts { color: var(--muted); font-size: var(--step1); }
        .entries .form { margin-top: .5rem; justify-items: start; }
        .entries button { background: none; color: var(--accent); border-color: currentColor; }
        .entries button.destructive { background: none; color: var(--danger); }
        .form { display: grid; gap: 1.25rem; }
        .field { display: grid; gap: .25rem; }
        label { font-weight: 600; font-size: var(--step1); }
        .hint { color: var(--muted); font-size: var(--step1); line-height: 1.4; }
        .problem { color: var(--danger); font-size: var(--step1); font-weight: 600; line-height: 1.4; }
        input, textarea, select { width: 100%; min-height: 2.75rem; padding: .5rem .75rem; font: inherit; color: inherit;
          background: var(--paper); border: 1px solid var(--muted); border-radius: 8px; }
        select { padding-inline: .5rem; font-size: var(--step1); }
        textarea { field-sizing: content; min-height: 5.5rem; resize: vertical; }
        [aria-invalid] { border: 2px solid var(--danger); }
        button { min-height: 2.75rem; padding: .5rem 1.25rem; font: inherit; font-weight: 600; color: var(--paper);
          background: var(--accent); border: 1px solid transparent; border-radius: 8px; cursor: pointer; }
        button.destructive { background: var(--danger); }
        .field:has(.show) { display: flex; flex-wrap: wrap; gap: .25rem 1rem; }
        .field:has(.show) > * { flex: 0 0 100%; order: 1; }
        .field:has(.show) label { flex: 1 1 auto; order: 0; min-height: 2.75rem; align-content: center; }
        .field .show { flex: 0 1 auto; order: 0; padding: .5rem 0; color: var(--ink); background: none;
          font-size: var(--step1); font-weight: 400; text-decoration: underline; }
        .show[aria-pressed=true] { text-decoration-thickness: .2em; }
        .rules { padding-inline-start: 1.25rem; list-style: disc; color: var(--muted); font-size: var(--step1); line-height: 1.4; }
        .rules [data-state=met] { color: var(--success); list-style-type: "✓ "; }
        .rules [data-state=unmet] { color: var(--danger); list-style-type: "✗ "; }
        .pending, .leaving { color: var(--muted); }
        .leaving .said { text-decoration: line-through; }
        .stage.leaving { opacity: .4; }
        .notes { position: fixed; inset: auto 1rem 1rem; z-index: 3; display: flex; flex-direction: column-reverse; gap: .5rem;
          align-items: center; height: 0; pointer-events: none; }
        .notes p { display: flex; flex-wrap: wrap; align-items: center; gap: .5rem 1.5rem; padding: .5rem .5rem .5rem 1.25rem;
          border-radius: 8px; background: var(--ink); color: var(--paper); pointer-events: auto; }
        .notes :is(a, button) { background: none; color: inherit; border-color: currentColor; }
        .drop img { max-height: 16rem; max-width: 100%; margin-top: .5rem; }
        .drop.over { outline: 3px dashed var(--accent); outline-offset: 8px; }
        progress { display: block; width: 100%; accent-color: var(--accent); }
        [role=alert] { color: var(--danger); font-weight: 600; }
        .notice[role=alert] { color: inherit; font-weight: inherit; }
        dialog { max-width: 26rem; padding: 1.5rem; color: inherit; background: var(--paper); border: 1px solid var(--rule);
          border-radius: 8px; }
        dl { display: grid; grid-template-columns: auto 1fr; gap: .5rem 1.5rem; margin: 0 0 1.5rem; }
        dd { margin: 0; }
        .notice { display: grid; gap: .25rem; padding: .75rem 1rem; border-inline-start: 4px solid var(--accent);
          max-width: 44rem; }
        .notice.failure { border-color: var(--danger); }
        .notice.success { border-color: var(--success); }
        .notice ul { padding-inline-start: 1.25rem; list-style: disc; }
        """

    private static let states = """
        @media (forced-colors: active) {
        [data-theme] { color-scheme: light dark; }
        button, button.show { color: ButtonText; background: ButtonFace; border-color: ButtonText; }
        .notes p { color: CanvasText; background: Canvas; outline: 1px solid; }
        .legend { background: Canvas; color: CanvasText; padding-top: .75rem; }
        .legend span { color: CanvasText; }
        .rows img, .stage img, .sample { forced-color-adjust: none; }
        }
        @media (prefers-reduced-motion: reduce) {
        @view-transition { navigation: none; }
        .legend { transition: none; }
        }
        @media print {
        :root { color-scheme: light; --row: 11rem; }
        nav, .ways, form { display: none; }
        .gallery h2 { position: static; }
        .rows li { break-inside: avoid; overflow: visible; aspect-ratio: auto; }
        .rows img { height: auto; }
        .legend { position: static; opacity: 1; background: none; color: var(--ink); padding: .25rem 0; }
        .legend span { color: var(--muted); }
        .picture { display: block; min-height: 0; }
        .stage { position: static; height: auto; background: none; }
        .stage img { max-height: 60vh; width: auto; max-width: 100%; }
        }
        """
}
