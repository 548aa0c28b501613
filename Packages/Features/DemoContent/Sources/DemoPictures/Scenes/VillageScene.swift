/// A northern village on a winter evening, while snow falls.
struct VillageScene: Scene {
    let seed: Int

    var film: Film { Film(exposure: 1.1, saturation: 1.1, vignette: 0.35) }

    private let warm = Colour(0xFFB04E)
    private let snow = Colour(0x93AEDC)

    func paint(on canvas: inout Canvas) {
        let noise = Noise(seed)
        let sky = Palette([0x8E8FB8, 0x5C6CA6, 0x3A4E8C, 0x22356C, 0x14224E])
        canvas.shade { x, y in
            guard y < 0.55 else { return Light(snow) }
            let cloud = noise.fbm(x * 1.5, Lanes(repeating: y * 4), octaves: 5) * 0.22
            return sky[(0.5 - y) * 2 + cloud] * 0.75
        }
        canvas.stars(
            count: 260, seed: seed, brightness: 0.4, in: Box(left: 0, top: 0, right: canvas.aspect, bottom: 0.3))
        for layer in 0..<4 { paintHill(on: &canvas, layer) }
        paintTrees(on: &canvas)
        paintFall(on: &canvas)
        canvas.bloom(threshold: 0.65, radius: 0.05, strength: 0.5)
    }

    private func line(_ x: Lanes, _ layer: Int) -> Lanes {
        let noise = Noise(seed + 3)
        let level: Float = [0.4, 0.52, 0.68, 0.86][layer]
        let size: Float = [0.26, 0.12, 0.1, 0.08][layer]
        let place = x * (1.6 - Float(layer) * 0.28) + Float(layer) * 13
        return level - noise.fbm(place, Lanes(repeating: Float(layer)), octaves: layer == 0 ? 5 : 2) * size
    }

    private func paintHill(on canvas: inout Canvas, _ layer: Int) {
        let unit = 1 / canvas.pixel
        let drift = Noise(seed + 5)
        let near = Float(layer) / 3
        // The next hill covers what is further down.
        canvas.retouch(.rows(0.15, [0.62, 0.76, 0.94, 1][layer])) { x, y, light in
            let edge = line(x, layer)
            let depth = y - edge
            guard any(depth .> -0.01) else { return }
            let soft = drift.fbm(x * (3 + near * 2), depth * 9 + near * 7, octaves: 4) * 0.35
            let lit = exp(max(depth, 0) * -7) * 0.55 + 0.42 + soft
            var ground = Light(snow) * (lit * (0.5 + near * 0.22))
            if layer == 0 {
                let wood = smoothstep(-0.1, 0.25, drift.fbm(x * 12, Lanes(repeating: y * 20), octaves: 4))
                ground = ground.mixed(Colour(0x22345C) * 0.7, wood * 0.7)
            }
            light = light.mixed(
                ground.mixed(Colour(0x5A6CA2) * 0.62, Lanes(repeating: (1 - near) * 0.5)), clamp(depth * unit + 0.5))
        }
        var random = SplitMix64(seed + layer * 5)
        let firs = Colour(0x0E1A30).mixed(Colour(0x42568A), (1 - near) * 0.6)
        if layer == 1 {
            for index in 0..<70 {
                let x = random.between(0, canvas.aspect)
                let tall = random.between(0.04, 0.09)
                canvas.fir(
                    x, line(Lanes(repeating: x), 1)[0] + 0.01, height: tall, firs, seed: seed + index, snow: snow * 0.6)
            }
        }
        if layer == 1 || layer == 2 { paintHouses(on: &canvas, layer, &random) }
    }

    private func paintHouses(on canvas: inout Canvas, _ layer: Int, _ random: inout SplitMix64) {
        let walls: [Colour] = [
            Colour(0x7A2A24), Colour(0x8A6A3A), Colour(0x5A3A2E), Colour(0x3E5A6A), Colour(0x8A4A2A), Colour(0x6A6A60),
        ]
        let size: Float = layer == 1 ? 0.55 : 1
        let places: [Float] = layer == 1 ? [0.13, 0.27, 0.4, 0.55, 0.68, 0.84] : [0.17, 0.42, 0.6, 0.86]
        for (index, place) in places.enumerated() {
            let x = (place + random.between(-0.02, 0.02)) * canvas.aspect
            let foot = line(Lanes(repeating: x), layer)[0] + 0.035 * size
            if layer == 1, index == 3 {
                paintChurch(on: &canvas, x, foot, size)
            } else {
                let wall = walls[(index + layer * 2) % walls.count]
                paintHouse(on: &canvas, x, foot, size * random.between(0.85, 1.15), wall * 0.3, &random)
            }
        }
    }

    private func paintHouse(
        on canvas: inout Canvas, _ x: Float, _ foot: Float, _ size: Float, _ wall: Colour, _ random: inout SplitMix64
    ) {
        let half = 0.075 * size
        let tall = 0.075 * size
        let roof = 0.07 * size
        let eaves = foot - tall
        // Smoke first, behind the roof.
        let chimney = x + half * 0.45
        paintSmoke(on: &canvas, chimney, eaves - roof * 0.95, size, random.between(0, 50))
        canvas.rectangle(
            Box(left: chimney - 0.008 * size, top: eaves - roof * 1.02, right: chimney + 0.008 * size, bottom: eaves),
            wall * 0.5)
        canvas.rectangle(
            Box(
                left: chimney - 0.01 * size, top: eaves - roof * 1.08, right: chimney + 0.01 * size,
                bottom: eaves - roof), snow)
        canvas.rectangle(Box(left: x - half, top: eaves, right: x + half, bottom: foot), wall)
        canvas.polygon([(x - half, eaves + 0.001), (x, eaves - roof), (x + half, eaves + 0.001)], wall)
        for side: Float in [-1, 1] {
            canvas.line(
                x, eaves - roof, x + side * half * 1.22, eaves + roof * 0.16, width: 0.02 * size, to: 0.017 * size,
                snow * (side < 0 ? 1 : 0.75))
        }
        for column: Float in [-0.55, 0.55] {
            paintWindow(on: &canvas, x + column * half, eaves + tall * 0.4, 0.017 * size)
        }
        paintWindow(on: &canvas, x, eaves - roof * 0.3, 0.012 * size)
        canvas.rectangle(
            Box(left: x - 0.011 * size, top: foot - 0.045 * size, right: x + 0.011 * size, bottom: foot), wall * 0.4)
        canvas.glow(x, foot + 0.01, radius: 0.17 * size, warm * 0.32, sharpness: 1.1)
        // Snow drifts against the wall.
        canvas.line(
            x - half * 1.15, foot + 0.004, x + half * 1.15, foot + 0.006, width: 0.014 * size, snow * 0.6,
            softness: 0.008 * size)
    }

    private func paintWindow(on canvas: inout Canvas, _ x: Float, _ y: Float, _ size: Float) {
        canvas.rectangle(Box(left: x - size * 0.75, top: y - size, right: x + size * 0.75, bottom: y + size), warm * 2)
        canvas.line(x, y - size, x, y + size, width: size * 0.16, Colour(0x3A1E10))
        canvas.line(x - size * 0.75, y, x + size * 0.75, y, width: size * 0.16, Colour(0x3A1E10))
    }

    private func paintChurch(on canvas: inout Canvas, _ x: Float, _ foot: Float, _ size: Float) {
        let wall = Colour(0xB8B4B0) * 0.26
        canvas.rectangle(Box(left: x, top: foot - 0.09, right: x + 0.11, bottom: foot), wall)
        canvas.polygon(
            [(x - 0.01, foot - 0.088), (x + 0.015, foot - 0.14), (x + 0.1, foot - 0.14), (x + 0.125, foot - 0.088)],
            snow * 0.9)
        canvas.rectangle(Box(left: x - 0.045, top: foot - 0.17, right: x + 0.005, bottom: foot), wall * 1.15)
        canvas.polygon(
            [(x - 0.053, foot - 0.168), (x - 0.02, foot - 0.31), (x + 0.013, foot - 0.168)], Colour(0x26324C) * 0.8)
        canvas.line(x - 0.02, foot - 0.305, x - 0.05, foot - 0.172, width: 0.004, to: 0.012, snow * 0.8)
        canvas.line(x - 0.02, foot - 0.34, x - 0.02, foot - 0.3, width: 0.0028, Colour(0x141820))
        canvas.line(x - 0.03, foot - 0.328, x - 0.01, foot - 0.328, width: 0.0028, Colour(0x141820))
        paintWindow(on: &canvas, x - 0.02, foot - 0.135, 0.011)
        for column: Float in [0.03, 0.06, 0.09] { paintWindow(on: &canvas, x + column, foot - 0.045, 0.012) }
        canvas.glow(x + 0.03, foot, radius: 0.16, warm * 0.3, sharpness: 1.1)
    }

    private func paintSmoke(on canvas: inout Canvas, _ x: Float, _ y: Float, _ size: Float, _ phase: Float) {
        let noise = Noise(seed + 9)
        canvas.retouch(Box(left: x - 0.06, top: y - 0.2 * size, right: x + 0.16, bottom: y)) { px, py, light in
            let up = (y - py) / (0.2 * size)
            let drift = up * up * 0.07 + noise(Lanes(repeating: up * 2.4), Lanes(repeating: phase)) * 0.02 * up
            let wide = (0.004 + up * 0.02) * size
            let off = (px - x - drift) * (1 / wide)
            let puff = noise.fbm(px * 30, Lanes(repeating: py * 30 + phase), octaves: 3)
            light = light.mixed(Colour(0xA4AED0) * 0.6, exp(off * off * -1) * clamp(0.5 + puff) * (0.5 * (1 - up)))
        }
    }

    private func paintTrees(on canvas: inout Canvas) {
        var random = SplitMix64(seed + 31)
        for index in 0..<16 {
            let left = index % 2 == 0
            let x = left ? random.between(-0.04, 0.3) : canvas.aspect - random.between(-0.04, 0.34)
            let foot = line(Lanes(repeating: x), 3)[0] + 0.04 + random.between(0, 0.1)
            canvas.fir(
                x, foot, height: random.between(0.2, 0.4), Colour(0x0A1424), seed: seed + index * 7, snow: snow * 0.85)
        }
    }

    private func paintFall(on canvas: inout Canvas) {
        var random = SplitMix64(seed + 12)
        for index in 0..<900 {
            let near = Float(index) / 900
            let size = 0.0011 + near * near * 0.0035
            let x = random.between(0, canvas.aspect)
            canvas.disc(
                x, random.between(0, 1), radius: size, Colour(0xD8E4FF) * 0.9, softness: size * 1.2,
                opacity: 0.75 - near * 0.35)
        }
        for _ in 0..<14 {
            let size = random.between(0.012, 0.024)
            canvas.disc(
                random.between(0, canvas.aspect), random.between(0, 1), radius: size, Colour(0xD8E4FF) * 0.8,
                softness: size * 0.9,
                opacity: 0.16)
        }
    }
}
