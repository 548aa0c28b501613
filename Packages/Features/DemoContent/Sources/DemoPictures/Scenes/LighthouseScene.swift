/// A lighthouse that holds its beam out over a rough sea.
struct LighthouseScene: Scene {
    let seed: Int

    var film: Film { Film(exposure: 1.1, saturation: 1.05, vignette: 0.4) }

    private var horizon: Float { 0.66 }
    private var ink: Colour { Colour(0x0A1016) }

    func paint(on canvas: inout Canvas) {
        let lamp = (x: canvas.aspect * 0.7, y: Float(0.27))
        paintSky(on: &canvas, lamp)
        paintSea(on: &canvas, 0..<5)
        paintRock(on: &canvas, lamp.x)
        paintTower(on: &canvas, lamp.x, lamp.y)
        paintSea(on: &canvas, 5..<12)
        paintRain(on: &canvas)
        canvas.bloom(threshold: 0.8, radius: 0.07, strength: 0.45)
    }

    private func paintSky(on canvas: inout Canvas, _ lamp: (x: Float, y: Float)) {
        let noise = Noise(seed)
        let tones = Palette([0x10181F, 0x1C2A34, 0x34495A, 0x5C7786, 0x9DB0B4])
        canvas.shade { x, y in
            // The sea will cover what is below.
            guard y < horizon + 0.05 else { return Light(ink) }
            let depth = 1 / (Swift.max(horizon - y, 0) + 0.22)
            let u = x * (depth * 0.8)
            let v = Lanes(repeating: depth * 1.5)
            let warp = noise.fbm(u * 0.8, v * 0.8, octaves: 3)
            let body = noise.fbm(u + warp * 1.4, v + warp, octaves: 6, gain: 0.56)
            let lee = noise.fbm(u + warp * 1.4 - 0.09, v + warp + 0.1, octaves: 4, gain: 0.56)
            let dawn = smoothstep(0.35, 0, horizon - y) * exp((x - 0.25) * (x - 0.25) * -1.6)
            var light = tones[clamp(0.36 + body * 0.45 + (body - lee) * 0.9 + dawn * 0.3)]
            light += Colour(0xE8A070) * (dawn * 0.22)
            // Two beams, widening; mist makes them visible in patches.
            let dx = x - lamp.x
            let dy = y - lamp.y
            let reach = length(dx, Lanes(repeating: dy)) + 0.001
            let off = (dy - dx * 0.13) / reach
            let cone = exp(off * off * -420) + exp(off * off * -60) * 0.22
            let mist = clamp(0.75 + body * 0.9)
            let side = smoothstep(0.06, -0.02, dx) + smoothstep(-0.02, 0.06, dx) * 0.55
            return light + Colour(0xFFE9B0) * (cone * mist * side * exp(reach * -1.15) * 1.15)
        }
    }

    private func paintTower(on canvas: inout Canvas, _ x: Float, _ top: Float) {
        let foot: Float = 0.66
        let unit = 1 / canvas.pixel
        let noise = Noise(seed + 2)
        canvas.retouch(Box(left: x - 0.06, top: top + 0.03, right: x + 0.06, bottom: foot)) { px, py, light in
            let t = (py - top - 0.03) / (foot - top - 0.03)
            let half: Float = mix(0.024, 0.042, t)
            let side = (px - x) * (1 / half)
            let stripe = Lanes(repeating: fraction(Lanes(repeating: t * 2.5))[0] < 0.5 ? 1 : 0)
            let paint = mix(Colour(0xD8D4CC), Colour(0xA8342C), stripe)
            let round = clamp(0.75 - side * 0.42 - side * side * 0.18)
            let stain = 0.85 + noise.fbm(px * 60, Lanes(repeating: py * 9), octaves: 3) * 0.4
            let down: Float = py > top + 0.03 ? 1 : 0
            light = light.mixed(
                paint * (round * stain * 0.42), clamp((1 - side.magnitudes) * (half * unit) + 0.5) * down)
        }
        for (index, y) in [top + 0.14, top + 0.25].enumerated() {
            let side = index == 0 ? x - 0.006 : x + 0.004
            canvas.rectangle(
                Box(left: side - 0.004, top: y, right: side + 0.004, bottom: y + 0.018), Colour(0xFFC870) * 0.9)
        }
        canvas.rectangle(Box(left: x - 0.036, top: top + 0.022, right: x + 0.036, bottom: top + 0.03), ink)
        for rail in -3...3 {
            let rx = x + Float(rail) * 0.0115
            canvas.line(rx, top + 0.005, rx, top + 0.024, width: 0.0016, ink)
        }
        canvas.line(x - 0.035, top + 0.006, x + 0.035, top + 0.006, width: 0.0018, ink)
        canvas.rectangle(
            Box(left: x - 0.017, top: top - 0.018, right: x + 0.017, bottom: top + 0.024), Colour(0xFFF0C0) * 3.2)
        for bar: Float in [-0.017, -0.006, 0.006, 0.017] {
            canvas.line(x + bar, top - 0.018, x + bar, top + 0.024, width: 0.0018, ink)
        }
        canvas.polygon([(x - 0.024, top - 0.016), (x, top - 0.05), (x + 0.024, top - 0.016)], Colour(0x5A1C18))
        canvas.line(x, top - 0.045, x, top - 0.07, width: 0.002, ink)
        canvas.glow(x, top, radius: 0.3, Colour(0xFFE0A0) * 0.8, sharpness: 2)
    }

    private func paintRock(on canvas: inout Canvas, _ middle: Float) {
        let noise = Noise(seed + 3)
        let unit = 1 / canvas.pixel
        canvas.retouch(Box(left: middle - 0.36, top: 0.56, right: canvas.aspect, bottom: 0.9)) { x, y, light in
            let side = (x - middle - 0.03) * 3
            let crags = noise.ridges(x * 4, Lanes(repeating: y * 2), octaves: 5, gain: 0.55)
            let line =
                0.63 + side * side * 0.11 - crags * 0.035 - smoothstep(0.06, 0.02, (x - middle).magnitudes) * 0.012
            let relief = noise.ridges(x * 9 + y * 4, x * 3 + y * 9, octaves: 5, gain: 0.55)
            let lit = clamp(relief * 1.3 - 0.45) * clamp(1 - (y - line) * 6)
            light = light.mixed(mix(Colour(0x0B1014), Colour(0x5E6466), lit), clamp((y - line) * unit + 0.5))
        }
        // A keeper's house beside the tower.
        let x = middle + 0.12
        canvas.rectangle(Box(left: x - 0.045, top: 0.605, right: x + 0.045, bottom: 0.66), Colour(0x8A8680) * 0.4)
        canvas.polygon(
            [(x - 0.055, 0.608), (x - 0.03, 0.575), (x + 0.03, 0.575), (x + 0.055, 0.608)], Colour(0x2A1A18))
        canvas.rectangle(Box(left: x - 0.026, top: 0.62, right: x - 0.012, bottom: 0.637), Colour(0xFFC060) * 1.3)
        canvas.rectangle(Box(left: x + 0.012, top: 0.62, right: x + 0.026, bottom: 0.637), Colour(0xFFC060) * 1.3)
    }

    /// Rows of waves, each in front of the last.
    private func paintSea(on canvas: inout Canvas, _ rows: Range<Int>) {
        let noise = Noise(seed + 4)
        let unit = 1 / canvas.pixel
        for row in rows {
            let near = Float(row) / 11
            let level = horizon + 0.34 * pow(near, 1.5) + 0.005
            let size = 0.006 + near * 0.075
            let phase = Float(row) * 5.7
            canvas.retouch(.rows(level - size * 1.6, row == 11 ? 1 : level + 0.14)) { x, y, light in
                let u = x * (0.16 / (size + 0.012)) + phase
                let crest = noise.ridges(u, Lanes(repeating: phase), octaves: 4, gain: 0.42)
                let line = level + size * 0.45 - crest * size * 1.5
                let depth = y - line
                let slope = noise.fbm(u * 2.3, depth * (6 / (size + 0.02)) + phase, octaves: 4, gain: 0.55)
                let through = exp(depth * (-2.2 / (size + 0.004)))
                var water = mix(Colour(0x0B1B24), Colour(0x2C5A62), clamp(through * 0.9 + slope * 0.5))
                let foam = smoothstep(0.62, 0.95, crest + slope * 0.35) * exp(depth * (-4 / size))
                let flecks = smoothstep(
                    0.22, 0.5, noise.fbm(u * 5, depth * (26 / (size + 0.02)) + u * 2, octaves: 4, gain: 0.6))
                water = water.mixed(Colour(0xBFD0D2) * 0.75, clamp(foam + flecks * 0.28))
                let haze = (1 - near) * (1 - near) * 0.55
                water = water.mixed(Colour(0x4A6270) * 0.7, Lanes(repeating: haze))
                light = light.mixed(water, clamp(depth * unit + 0.5))
            }
        }
    }

    private func paintRain(on canvas: inout Canvas) {
        let noise = Noise(seed + 6)
        canvas.retouch(.all) { x, y, light in
            let u = x * 62 + y * 17
            let v = Lanes(repeating: y * 5) - x * 1.1
            let drops = smoothstep(0.34, 0.6, noise(u, v)) + smoothstep(0.4, 0.62, noise(u * 2.1 + 9, v * 1.7))
            light += Colour(0xA8C0CC) * (drops * 0.055)
        }
    }
}
