/// A polished slice of agate with crystals at its heart.
struct AgateScene: Scene {
    let seed: Int
    var bands: Palette
    var rind: Colour
    var heart: (Colour, Colour)
    /// The middle of the stone, in shares of width and height.
    var centre: (x: Float, y: Float)

    var film: Film { Film(tone: .plain, saturation: 1.08, vignette: 0.3, grain: 1.5) }

    func paint(on canvas: inout Canvas) {
        let noise = Noise(seed)
        let fine = Noise(seed + 1)
        let cx = centre.x * canvas.aspect
        canvas.shade { x, y in
            let dx = (x - cx) * 0.92
            let dy = Lanes(repeating: (y - centre.y) * 1.12)
            let warpX = noise.fbm(x * 1.7, Lanes(repeating: y * 1.7), octaves: 4, gain: 0.45)
            let warpY = noise.fbm(x * 1.7 + 31, Lanes(repeating: y * 1.7 + 5), octaves: 4, gain: 0.45)
            let px = dx + warpX * 0.3
            let py = dy + warpY * 0.3
            // Bands follow the wall of the hole they grew in.
            let wall = noise(px * 2.1 + 9, py * 2.1) * 0.3 + fine.fbm(px * 7, py * 7, octaves: 3) * 0.035
            let r = length(px, py) + wall * 0.6
            let slow = noise.fbm(r * 3.3, Lanes(repeating: 2.5), octaves: 3, gain: 0.7)
            let quick = fine.fbm(r * 34, Lanes(repeating: 8.5), octaves: 3, gain: 0.7)
            let milky = fine.fbm(x * 9, Lanes(repeating: y * 9), octaves: 4) * 0.06
            let place = r * 0.95 + slow * 0.32 + quick * 0.09 + milky
            var stone = bands[place] * (0.88 + quick * 0.35)
            let vein = smoothstep(0.42, 0.5, fine(r * 60, Lanes(repeating: 3.5)))
            stone = stone.mixed(Colour(0xFFF8EC), vein * 0.5)
            let crystal = crystals(x, y, r, fine)
            stone = stone.mixed(crystal, smoothstep(0.19, 0.165, r + quick * 0.03))
            // A dark seam around the heart, and the rough rind outside.
            stone = stone * (1 - exp((r - 0.18) * (r - 0.18) * -9000) * 0.55)
            let rough = fine.fbm(x * 24, Lanes(repeating: y * 24), octaves: 4, gain: 0.6)
            let rock = Light(rind) * (0.75 + rough * 1.3)
            let crust = smoothstep(0.93, 0.97, r + rough * 0.05)
            let gloss = exp((x * 0.7 + y - 0.62) * (x * 0.7 + y - 0.62) * -9) * 0.1
            return stone.mixed(rock, crust) + Light(Colour(1, 1, 1)) * (gloss * (1 - crust))
        }
        canvas.bloom(threshold: 0.75, radius: 0.03, strength: 0.2)
    }

    /// Facets: cells around scattered points, each tilted its own way.
    private func crystals(_ x: Lanes, _ y: Float, _ r: Lanes, _ noise: Noise) -> Light {
        let size: Float = 26
        let (u, v) = (x * size, Lanes(repeating: y * size))
        let (cu, cv) = (floor(u), floor(v))
        var nearest = Lanes(repeating: 9)
        var second = Lanes(repeating: 9)
        var tilt = Lanes(repeating: 0)
        for offsetY: Float in [-1, 0, 1] {
            for offsetX: Float in [-1, 0, 1] {
                let (gx, gy) = (cu + (offsetX + 0.5), cv + (offsetY + 0.5))
                let jitterX = noise.cell(gx, gy)
                let jitterY = noise.cell(gx + 57, gy)
                let dx = gx + (jitterX - 0.5) - u
                let dy = gy + (jitterY - 0.5) - v
                let d = length(dx, dy)
                let isNearer = d .< nearest
                second = min(second, d).replacing(with: nearest, where: isNearer)
                nearest.replace(with: d, where: isNearer)
                tilt.replace(with: (jitterX * dx - jitterY * dy) * 0.9 + jitterX, where: isNearer)
            }
        }
        let edge = smoothstep(0, 0.12, second - nearest)
        let depth = clamp(r * 6.5)
        let glint = smoothstep(0.86, 1.1, tilt)
        let body = mix(heart.0, heart.1, clamp(tilt * 0.8 + depth * 0.25))
        return body * (0.45 + edge * 0.55) + Light(Colour(1, 1, 1)) * (glint * 0.7)
    }
}
