/// Growth that two substances make by reacting and spreading (Gray and Scott
/// 1983; Pearson, “Complex patterns in a simple system”, 1993), lit like coral.
struct CoralScene: Scene {
    let seed: Int
    var growth: Palette
    var deep: Palette
    /// How fast the first substance is fed, and the second removed.
    var feed: Float
    var kill: Float

    var film: Film { Film(tone: .plain, saturation: 1.1, vignette: 0.35, grain: 1.5) }

    func paint(on canvas: inout Canvas) {
        let cells = Reaction(width: 192, height: 128, seed: seed, feed: feed, kill: kill)
        let field = cells.run(1500)
        let scale = Float(128) / Float(canvas.height)
        var height = Canvas(width: canvas.width, height: canvas.height)
        var row = 0
        height.shade { _, y in Light(Lanes(repeating: y), Lanes(), Lanes()) }
        for y in 0..<canvas.height {
            row = y * height.tilesPerRow
            for tile in 0..<height.tilesPerRow {
                for lane in 0..<8 {
                    let place = field.smooth(
                        (Float(tile * 8 + lane) + 0.5) * scale - 0.5, (Float(y) + 0.5) * scale - 0.5)
                    height.tiles[row + tile].r[lane] = place.value
                    height.tiles[row + tile].g[lane] = place.dx
                    height.tiles[row + tile].b[lane] = place.dy
                }
            }
        }
        light(height, on: &canvas)
        canvas.bloom(threshold: 0.7, radius: 0.04, strength: 0.3)
    }

    private func light(_ relief: Canvas, on canvas: inout Canvas) {
        let noise = Noise(seed + 1)
        var index = 0
        canvas.shade { x, y in
            let place = relief.tiles[index]
            index += 1
            let v = clamp(place.r * 3)
            let pores = noise.fbm(x * 46, Lanes(repeating: y * 46), octaves: 3, gain: 0.6)
            let sx = place.g * 14 + pores * 0.25
            let sy = place.b * 14
            let up = 1 / (sx * sx + sy * sy + 1).squareRoot()
            let facing = clamp((0.5 * sx * -1 - 0.62 * sy + 0.6) * up)
            let gleam = pow(clamp((0.28 * sx * -1 - 0.36 * sy + 0.89) * up), 40)
            let patch = noise.fbm(x * 1.3, Lanes(repeating: y * 1.3), octaves: 3)
            let body = growth[v * 0.72 + patch * 0.45 + 0.12] * (facing * 0.95 + 0.28 + pores * 0.12)
            let caustic = noise.ridges(x * 5 + patch, Lanes(repeating: y * 5), octaves: 3, gain: 0.5)
            let floor = deep[0.3 + patch * 0.6 + (0.5 - y) * 0.35] * (0.65 + caustic * caustic * 0.55)
            // Dark in the gaps close to the walls.
            let shaded = floor * (1 - smoothstep(0.02, 0.42, v) * 0.75)
            let cover = smoothstep(0.34, 0.46, v)
            return shaded.mixed(body + Light(Colour(1, 0.97, 0.9)) * (gleam * 0.35), cover)
        }
    }
}
