extension Canvas {
    /// Paints still water below a line: what is above, upside down, drawn out
    /// by ripples that grow towards the viewer.
    ///
    /// - Parameter cover: how much of each pixel is land and stays as it is.
    mutating func mirror(
        below line: Float, noise: Noise, ripples: Float, tint: Colour, deep: Colour, cover: [Lanes]? = nil
    ) {
        let source = self
        let depthOfView = 1 - line
        for row in Swift.max(0, Int(line * Float(height)))..<height {
            let y = centre(ofRow: row)
            let below = Swift.max(y - line, pixel * 0.5)
            let distance = Lanes(repeating: 0.35 / (below + 0.012))
            for tile in 0..<tilesPerRow {
                let x = columns(ofTile: tile)
                let across = (x - aspect / 2) * distance
                let long = noise(across * 1.1, distance * 5)
                let short = noise(across * 3.7 + 40, distance * 15)
                let rise = (long * 0.65 + short * 0.35) * (ripples * (0.012 + below))
                let shift = short * (ripples * 0.25 * below)
                var light = Light(Colour(0, 0, 0))
                for lane in 0..<8 {
                    let up = 2 * line - y + rise[lane]
                    light[lane] = source.sample(x[lane] + shift[lane], Swift.min(up, line - pixel))
                }
                // Steeper views see deeper into the water.
                let depth = clamp(below / depthOfView * 0.8)
                let slant = clamp(Lanes(repeating: depth) + rise * 2)
                let water = (light * tint).mixed(deep, slant * 0.75)
                let index = row * tilesPerRow + tile
                let land = cover.map { clamp($0[index]) } ?? Lanes(repeating: 0)
                tiles[index] = water.mixed(tiles[index], land)
            }
        }
    }
}
