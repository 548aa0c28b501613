package import ConsoleAPI

/// What the environment says about pictures.
package struct PictureSettings: Sendable {
    /// What the person wants, if they say so.
    private enum Wish: String {
        case kitty, sixel, blocks, none
    }

    private let wish: Wish?
    private let term: String
    private let hasAllColors: Bool

    package init(environment: [String: String]) {
        wish = environment["ESSENTIAL_PICTURES"].flatMap(Wish.init)
        term = environment["TERM"] ?? ""
        hasAllColors =
            ["truecolor", "24bit"].contains(environment["COLORTERM"] ?? "") || term.hasSuffix("-direct")
    }

    /// Whether it is of use to ask the terminal: not where the person has said
    /// what to do, and not where the question itself would show.
    package var asksTheTerminal: Bool { (wish == nil || wish == .kitty || wish == .sixel) && hasGraphics }

    /// The oldest show neither pictures nor the colours of blocks.
    private var hasGraphics: Bool {
        !["", "dumb", "linux", "ansi"].contains(term) && !term.hasPrefix("vt")
    }

    /// How pictures are shown, after what the terminal has said.
    package func display(_ answer: PictureAnswer, columns: Int, rows: Int) -> PictureDisplay? {
        func display(_ means: PictureDisplay.Means) -> PictureDisplay {
            // Where nothing is known, characters are as those of the VT340.
            let cell = answer.cell.flatMap { $0.width > 0 && $0.height > 0 ? $0 : nil } ?? (10, 20)
            return PictureDisplay(means, columns: columns, rows: rows, cellWidth: cell.0, cellHeight: cell.1)
        }
        let blocks = PictureDisplay(hasAllColors ? .blocks : .blocksIn256Colors, columns: columns, rows: rows)
        switch wish {
        case .some(.none): return nil
        case .kitty: return display(.kitty)
        case .sixel: return display(.sixel)
        case .blocks: return blocks
        case nil:
            if answer.hasKittyGraphics { return display(.kitty) }
            if answer.hasSixel { return display(.sixel) }
            return hasGraphics ? blocks : nil
        }
    }
}
