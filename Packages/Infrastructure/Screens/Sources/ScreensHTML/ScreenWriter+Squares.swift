import ScreensAPI

/// Draws squares for cameras: dark on light, whatever the theme.
extension ScreenWriter {
    func squares(_ squares: ScreenSquares) -> Markup {
        let side = (squares.rows.map(\.count).max() ?? 0) + 2 * squares.margin
        let path = squares.rows.enumerated().map { y, row in
            row.indices.filter { row[$0] }.map { "M\($0 + squares.margin) \(y + squares.margin)h1v1h-1z" }.joined()
        }.joined()
        return .element(
            "svg",
            [
                Attribute("width", 288), Attribute("viewBox", "0 0 \(side) \(side)"), Attribute("role", "img"),
                Attribute("aria-label", words(squares.alternative)), Attribute("shape-rendering", "crispEdges"),
            ],
            [
                .element("path", [Attribute("fill", "#fff"), Attribute("d", "M0 0h\(side)v\(side)H0z")], []),
                .element("path", [Attribute("fill", "#000"), Attribute("d", path)], []),
            ])
    }
}
