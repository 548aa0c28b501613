/// A bamboo grove with light from above, tall as the grove is.
struct BambooScene: Scene {
    let seed: Int

    var size: (width: Int, height: Int) { (960, 1200) }
    var film: Film { Film(exposure: 1.05, saturation: 1.12, vignette: 0.4) }

    private let air = Palette([0x1C3A22, 0x3E7038, 0x8CB858, 0xDCEB9C, 0xFBFBDC])
    private let deep = Colour(0x07150B)

    func paint(on canvas: inout Canvas) {
        let noise = Noise(seed)
        let middle = canvas.aspect * 0.56
        canvas.shade { x, y in
            let d = length((x - middle) * 1.5, Lanes(repeating: (y - 0.24) * 0.9))
            let leaves = noise.fbm(x * 7, Lanes(repeating: y * 7), octaves: 4, gain: 0.6)
            return air[exp(d * -1.9) * 1.05 + leaves * 0.13]
        }
        var random = SplitMix64(seed)
        for layer in 0..<5 {
            let near = Float(layer) / 4
            paintStalks(on: &canvas, near, count: [22, 16, 11, 6, 3][layer], &random)
            if layer < 4 { paintLeaves(on: &canvas, near, count: 120, &random) }
            if layer < 4 { paintLight(on: &canvas, near, layer, middle) }
        }
        paintPath(on: &canvas, noise, middle)
        paintLeaves(on: &canvas, 1, count: 60, &random)
        canvas.bloom(threshold: 0.75, radius: 0.06, strength: 0.3)
    }

    private func paintStalks(on canvas: inout Canvas, _ near: Float, count: Int, _ random: inout SplitMix64) {
        let unit = 1 / canvas.pixel
        for index in 0..<count {
            var slot = (Float(index) + random.between(0.15, 0.85)) / Float(count)
            // The nearest leave the middle free.
            if near > 0.7 { slot = slot < 0.5 ? slot * 0.6 : 1 - (1 - slot) * 0.6 }
            let x = slot * canvas.aspect
            let half = (0.004 + near * near * 0.021) * random.between(0.8, 1.2)
            let lean = random.bell() * 0.02
            let joint = (0.05 + near * 0.11) * random.between(0.85, 1.15)
            let start = random.unit()
            let tone = air[0.55].mixed(
                Colour(0x3F6A22).mixed(Colour(0x6A8A2A), random.unit()) * 0.6, 0.25 + near * 0.75)
            let foot = 0.8 + near * 0.25
            let reach = half * 1.3 + lean.magnitude
            let box = Box(left: x - reach, top: 0, right: x + reach, bottom: foot)
            canvas.retouch(box) { px, py, light in
                let axis = x + lean * (0.8 - py) + (py - 0.5) * (py - 0.5) * lean * 0.8
                let along = py / joint + start
                let within = along - floor(along)
                let knot = Swift.max(0, 1 - Swift.min(within, 1 - within) * joint * 150 / (0.4 + near))
                let wide = half * (1 + knot * 0.14)
                let side = (px - axis) * (1 / wide)
                let cover = clamp((1 - side.magnitudes) * (wide * unit) + 0.5)
                let round = clamp(0.85 - side * side * 0.6) + exp((side + 0.35) * (side + 0.35) * -14) * (0.45 * near)
                let ring: Float = within < 0.5 ? 1 - knot * 0.55 : 1 + knot * 0.35
                let below: Float = 1 - 0.35 * clamp((py - 0.45) * 1.6)
                light = light.mixed(Light(tone) * (round * (ring * below)), cover)
            }
        }
    }

    private func paintLeaves(on canvas: inout Canvas, _ near: Float, count: Int, _ random: inout SplitMix64) {
        for _ in 0..<count {
            let x = random.between(-0.05, canvas.aspect + 0.05)
            let fall = random.unit()
            let y = fall * fall * (0.75 - near * 0.25) - 0.03
            let size = (0.022 + near * 0.06) * random.between(0.6, 1.2)
            let light = random.unit()
            let tone = air[0.6].mixed(Colour(0x2E5A1C).mixed(Colour(0x9CC04A), light * light) * 0.6, 0.3 + near * 0.7)
            // Leaves hang in fans from one twig.
            for blade in 0..<4 {
                let angle = 1.1 + Float(blade) * 0.42 + random.bell() * 0.16
                let (dx, dy) = (cos(angle) * size, sin(angle) * size)
                let middle = (x: x + dx * 0.45, y: y + dy * 0.45)
                canvas.line(x, y, middle.x, middle.y, width: size * 0.03, to: size * 0.16, tone)
                canvas.line(middle.x, middle.y, x + dx, y + dy, width: size * 0.16, to: size * 0.008, tone)
            }
        }
    }

    private func paintLight(on canvas: inout Canvas, _ near: Float, _ layer: Int, _ middle: Float) {
        let noise = Noise(seed + 10 + layer)
        let mist = air[0.85]
        canvas.retouch(.all) { x, y, light in
            let slant = x + y * 0.35
            let beams = smoothstep(0.05, 0.45, noise.fbm(slant * 6, Lanes(repeating: y * 0.35), octaves: 2))
            let low = exp((y - 0.72) * (y - 0.72) * -12) * 0.3
            let off = (x - middle) * 2
            let amount = (beams * (0.26 * (1 - y * 0.6)) + low + 0.05) * exp(off * off * -1.1) * (1 - near * 0.55)
            light = light.mixed(mist, clamp(amount))
        }
    }

    private func paintPath(on canvas: inout Canvas, _ noise: Noise, _ middle: Float) {
        let unit = 1 / canvas.pixel
        canvas.retouch(.rows(0.76, 1)) { x, y, light in
            let below = Swift.max(y - 0.79, 0.001)
            let line = 0.835 - noise(x * 3, Lanes(repeating: 6.5)) * 0.03 - (x - middle).magnitudes * 0.045
            let depth = 0.09 / (below + 0.05)
            let bend = middle + noise(Lanes(repeating: depth * 0.8), Lanes(repeating: 1.5)) * 0.07
            let wide = 0.03 + below * 0.95
            let off = (x - bend).magnitudes * (1 / wide)
            let litter = noise.fbm(x * (7 + depth * 9), Lanes(repeating: depth * 16), octaves: 4, gain: 0.6)
            let flecks = smoothstep(0.1, 0.4, noise(x * 5 + 20, Lanes(repeating: depth * 5)))
            let moss = mix(deep, Colour(0x35521C) * 0.7, clamp(0.4 + litter))
            let way = mix(Colour(0x4A3E22) * 0.55, Colour(0xC8B878) * 0.9, clamp(0.3 + litter * 0.7 + flecks * 0.5))
            let ground = moss.mixed(way, smoothstep(1.08, 0.75, off + litter * 0.3))
            let far = exp(-below * 9) * 0.7
            light = light.mixed(ground.mixed(air[0.7], Lanes(repeating: far)), clamp((y - line) * unit * 0.4 + 0.5))
        }
    }
}
