/// A wood in morning fog, with the sun between the trunks.
struct ForestScene: Scene {
    let seed: Int
    var fog: Palette
    var sun: Colour
    var near: Colour

    var film: Film { Film(exposure: 1.05, saturation: 1.1, vignette: 0.4) }

    private let sunPlace: (x: Float, y: Float) = (0.92, 0.2)

    func paint(on canvas: inout Canvas) {
        canvas.shade { x, y in
            let d = length(x - sunPlace.x, Lanes(repeating: y - sunPlace.y))
            return fog[exp(d * -1.25)] + sun * (exp(d * -7) * 1.4)
        }
        let air = canvas
        let shafts = shafts(on: canvas)
        var random = SplitMix64(seed)
        for layer in 0..<7 {
            let depth = Float(layer) / 6
            paintGround(on: &canvas, depth, layer)
            paintTrunks(on: &canvas, depth, layer, &random)
            if layer < 6 { paintMist(on: &canvas, air, depth, layer) }
            if [2, 4, 6].contains(layer) { add(shafts, to: &canvas, strength: 0.55 - depth * 0.2) }
        }
        paintCanopy(on: &canvas)
        canvas.bloom(threshold: 0.8, radius: 0.09, strength: 0.35)
    }

    private func tone(_ depth: Float) -> Colour { fog[0.5].mixed(near, 0.12 + 0.88 * depth) }

    private func paintTrunks(on canvas: inout Canvas, _ depth: Float, _ layer: Int, _ random: inout SplitMix64) {
        let noise = Noise(seed + layer)
        let unit = 1 / canvas.pixel
        let colour = tone(depth)
        let count = layer == 6 ? 3 : 13 - layer
        for index in 0..<count {
            let slot = (Float(index) + random.between(0.1, 0.9)) / Float(count)
            let x = layer == 6 ? canvas.aspect * [0.08, 0.36, 0.93][index] : slot * canvas.aspect
            let half = (0.006 + depth * depth * 0.034) * random.between(0.7, 1.25)
            let foot = 0.66 + depth * 0.33 + random.between(-0.01, 0.01)
            let lean = random.bell() * 0.025
            canvas.retouch(Box(left: x - half * 2 - 0.07, top: 0, right: x + half * 2 + 0.07, bottom: foot)) {
                px, py, light in
                let up = (foot - py) / foot
                let bend = noise(Lanes(repeating: up * 2), Lanes(repeating: slot * 50)) * 0.02
                let flare = half * (0.72 + 0.28 * (1 - up) + 0.75 * exp(-up * 26))
                let side = (px - x - lean * up - bend) * (1 / flare)
                let rough =
                    noise.fbm(side * 2.2 + slot * 70, Lanes(repeating: py * (6 + 10 * depth)), octaves: 3)
                    * (0.3 * depth)
                let cover = clamp((1 + rough * 0.25 - side.magnitudes) * (flare * unit) + 0.5)
                // The flank towards the sun catches light.
                let towards: Float = x < sunPlace.x ? 1 : -1
                let rim = clamp(side * towards - 0.35) * clamp(side * towards - 0.35) * (0.9 - 0.5 * depth)
                let bark = Light(colour) * (1 + rough * 1.6) + sun * (rim * 0.28)
                light = light.mixed(bark, cover)
            }
            for _ in 0..<(2 + layer) {
                let y = random.between(0.03, 0.45)
                let up = (foot - y) / foot
                let side: Float = random.unit() < 0.5 ? -1 : 1
                let reach = random.between(0.04, 0.12) * (0.4 + depth)
                let sx = x + lean * up
                canvas.line(
                    sx, y, sx + side * reach, y - reach * random.between(0.1, 0.7), width: half * 0.3, to: half * 0.06,
                    colour)
            }
        }
    }

    private func paintGround(on canvas: inout Canvas, _ depth: Float, _ layer: Int) {
        let noise = Noise(seed + 20 + layer)
        let unit = 1 / canvas.pixel
        let colour = tone(depth)
        let size = 0.3 + depth
        // Nearer ground covers what is further down.
        canvas.retouch(.rows(0.55 + depth * 0.25, depth < 1 ? 0.86 + depth * 0.3 : 1)) { x, y, light in
            let line = 0.655 + depth * 0.3 - noise(x * 2.2, Lanes(repeating: 0.5)) * 0.05 * size
            let ferns = noise.ridges(x * (26 / size), Lanes(repeating: y * (9 / size)), octaves: 3) * (0.045 * size)
            let cover = clamp((y - line + ferns) * unit + 0.5)
            let path = exp((x - 0.8 - (y - 0.8) * 0.6) * (x - 0.8 - (y - 0.8) * 0.6) * -26)
            let moss = noise.fbm(x * (9 / size), Lanes(repeating: y * (20 / size)), octaves: 4)
            let ground = Light(colour) * (1 + moss * 0.8) + fog[0.9] * (path * (0.16 + moss * 0.2) * (1 - 0.45 * depth))
            light = light.mixed(ground, cover)
        }
    }

    /// Lets what is far sink into the light of the air.
    private func paintMist(on canvas: inout Canvas, _ air: Canvas, _ depth: Float, _ layer: Int) {
        let noise = Noise(seed + 40 + layer)
        for row in 0..<canvas.height {
            let y = canvas.centre(ofRow: row)
            let low = exp((y - 0.68 - depth * 0.14) * (y - 0.68 - depth * 0.14) * -30)
            let strength = (low * 0.5 + 0.12) * (1 - depth * 0.6)
            for tile in 0..<canvas.tilesPerRow {
                let index = row * canvas.tilesPerRow + tile
                var amount = Lanes(repeating: strength)
                if low > 0.05 {
                    let x = canvas.columns(ofTile: tile)
                    amount +=
                        noise.fbm(x * 1.6 + depth * 5, Lanes(repeating: y * 4), octaves: 2)
                        * (strength * smoothstep(0.05, 0.2, low))
                }
                canvas.tiles[index] = canvas.tiles[index].mixed(air.tiles[index] * 0.95, clamp(amount))
            }
        }
    }

    /// How bright the beams between the leaves are at each place.
    private func shafts(on canvas: Canvas) -> [Lanes] {
        let noise = Noise(seed + 60)
        var result: [Lanes] = []
        result.reserveCapacity(canvas.tiles.count)
        for row in 0..<canvas.height {
            let dy = Lanes(repeating: canvas.centre(ofRow: row) - sunPlace.y + 0.18)
            for tile in 0..<canvas.tilesPerRow {
                let dx = canvas.columns(ofTile: tile) - sunPlace.x
                let d = length(dx, dy)
                let rays = noise.fbm(atan2(dx, dy) * 5.5 + 9, Lanes(repeating: 9), octaves: 4, gain: 0.62)
                result.append(smoothstep(0.02, 0.5, rays) * smoothstep(0.05, 0.3, d) * exp(d * -1.7))
            }
        }
        return result
    }

    private func add(_ shafts: [Lanes], to canvas: inout Canvas, strength: Float) {
        for index in canvas.tiles.indices { canvas.tiles[index] += sun * (shafts[index] * strength) }
    }

    private func paintCanopy(on canvas: inout Canvas) {
        let noise = Noise(seed + 80)
        let leaf = near * 1.3
        canvas.retouch(.rows(0, 0.34)) { x, y, light in
            let mass = noise.fbm(x * 2.4, Lanes(repeating: y * 2.4), octaves: 3)
            let leaves = noise.fbm(x * 26, Lanes(repeating: y * 30), octaves: 3, gain: 0.6)
            let away = length(x - sunPlace.x, Lanes(repeating: y - sunPlace.y))
            let edge = 0.16 - y + mass * 0.22 + leaves * 0.15 - exp(away * -5) * 0.16
            let through = leaf * (1 + clamp(leaves * 2) * 1.5) + sun * (clamp(leaves) * exp(away * -3) * 0.3)
            light = light.mixed(through, smoothstep(-0.012, 0.03, edge) * 0.9)
        }
    }
}
