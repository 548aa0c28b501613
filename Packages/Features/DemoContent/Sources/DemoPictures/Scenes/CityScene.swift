/// A city in the rain at night: windows, signs, and all of it again on the
/// wet square.
struct CityScene: Scene {
    let seed: Int

    var film: Film { Film(exposure: 1.15, saturation: 1.15, vignette: 0.35) }

    private var street: Float { 0.63 }

    func paint(on canvas: inout Canvas) {
        let noise = Noise(seed)
        let air = Palette([0xC0607A, 0x7A4A86, 0x3C3870, 0x1C2452, 0x0E1536])
        canvas.shade { x, y in
            let cloud = noise.fbm(x * 1.6, Lanes(repeating: y * 3.2), octaves: 5) * 0.16
            return air[(street - y) / street * 1.05 + cloud + 0.02] * 0.55
        }
        var random = SplitMix64(seed)
        for layer in 0..<4 { paintBlock(on: &canvas, layer, &random) }
        paintLamps(on: &canvas)
        canvas.mirror(
            below: street, noise: Noise(seed + 5), ripples: 1.5, tint: Colour(0.78, 0.8, 0.92), deep: Colour(0x080A16))
        paintWalker(on: &canvas, canvas.aspect * 0.38)
        paintRain(on: &canvas)
        canvas.bloom(threshold: 0.55, radius: 0.05, strength: 0.75)
    }

    private func paintBlock(on canvas: inout Canvas, _ layer: Int, _ random: inout SplitMix64) {
        let near = Float(layer) / 3
        let haze = Colour(0x6A4A80) * 0.42
        var left: Float = -0.05
        while left < canvas.aspect {
            let wide = random.between(0.06, 0.13) * (0.7 + near * 0.9)
            let towards = (left + wide / 2) / canvas.aspect - 0.5
            let tall = random.between(0.2, 0.4) + (1 - near) * 0.16 * random.unit() + towards * towards * near * 0.75
            let box = Box(left: left, top: street - tall * (layer == 3 ? 0.8 : 1), right: left + wide, bottom: street)
            let hasGap = layer == 3 && towards.magnitude < 0.24
            if !hasGap { paintHouse(on: &canvas, box, near, haze.mixed(Colour(0x0A0C1A), 0.35 + 0.65 * near), &random) }
            left += wide + random.between(0, 0.014) * (1 + near * 3)
        }
    }

    private func paintHouse(
        on canvas: inout Canvas, _ box: Box, _ near: Float, _ wall: Colour, _ random: inout SplitMix64
    ) {
        canvas.rectangle(box, wall)
        let middle = (box.left + box.right) / 2
        if random.unit() < 0.45 {
            let mast = random.between(0.03, 0.09)
            canvas.line(middle, box.top, middle, box.top - mast, width: 0.003, to: 0.001, wall)
            canvas.disc(middle, box.top - mast, radius: 0.002, Colour(0xFF4438) * 2.5)
        }
        let noise = Noise(Int(truncatingIfNeeded: random.next() >> 40))
        let pitch = 0.0105 + near * 0.008
        let tall = pitch * random.between(1.1, 1.5)
        let lit = random.between(0.26, 0.55)
        let tone: (Colour, Colour) =
            random.unit() < 0.7
            ? (Colour(0xFFB45A), Colour(0xFFE2AC)) : (Colour(0x8FC8FF), Colour(0xD8F0FF))
        let power = 0.5 + near * 0.75
        let unit = 1 / canvas.pixel
        canvas.retouch(Box(left: box.left, top: box.top + tall * 0.8, right: box.right, bottom: box.bottom)) {
            x, y, light in
            let u = (x - box.left - pitch * 0.4) * (1 / pitch)
            let v = Lanes(repeating: (y - box.top - tall * 0.6) / tall)
            let cell = noise.cell(u, v)
            let fu = fraction(u)
            let fv = fraction(v)
            let frame =
                clamp((0.3 - (fu - 0.5).magnitudes) * (pitch * unit) + 0.5)
                * clamp((0.27 - (fv - 0.5).magnitudes) * (tall * unit) + 0.5)
            let inside = clamp((x - box.left - pitch * 0.3) * unit) * clamp((box.right - pitch * 0.3 - x) * unit)
            let isLit = smoothstep(1 - lit, 1.01 - lit, cell)
            let strength = 0.35 + noise.cell(u + 97, v) * 0.9
            let glow = mix(tone.0, tone.1, noise.cell(u + 31, v + 7)) * (strength * power)
            light = light.mixed(glow, frame * isLit * inside)
        }
        if near > 0.5, random.unit() < 0.62 { paintSign(on: &canvas, box, &random) }
    }

    private func paintSign(on canvas: inout Canvas, _ box: Box, _ random: inout SplitMix64) {
        let colours: [Colour] = [
            Colour(0xFF2E88), Colour(0x20D8FF), Colour(0xFF5A30), Colour(0x8A5AFF), Colour(0x30FFA8),
        ]
        let colour = colours[random.index(below: colours.count)] * 2.4
        let x = random.between(box.left + 0.02, Swift.max(box.right - 0.02, box.left + 0.021))
        let top = random.between(street - 0.24, street - 0.15)
        let tall = random.between(0.07, 0.12)
        canvas.rectangle(Box(left: x - 0.011, top: top, right: x + 0.011, bottom: top + tall), Colour(0x0C0814))
        // Strokes as of letters, one below the other.
        var y = top + 0.008
        while y < top + tall - 0.012 {
            for _ in 0..<3 {
                let ax = x + random.between(-0.007, 0.007)
                let isUpright = random.unit() < 0.5
                canvas.line(
                    ax, y + random.between(0, 0.008), isUpright ? ax : x + random.between(-0.007, 0.007), y + 0.011,
                    width: 0.0024, colour)
            }
            y += 0.017
        }
        canvas.glow(x, top + tall / 2, radius: tall * 1.3, colour * 0.14, sharpness: 1.2)
    }

    private func paintLamps(on canvas: inout Canvas) {
        for index in 0..<7 {
            let share = Float(index) / 6
            let x = canvas.aspect * (0.04 + 0.92 * share)
            let away = 1 - (share - 0.45).magnitude * 1.5
            let tall = 0.2 - 0.1 * away
            let colour = Colour(0x06070E)
            canvas.line(x, street + 0.004, x, street - tall, width: 0.005, to: 0.0035, colour)
            canvas.disc(x, street - tall, radius: 0.008, Colour(0xFFDCA0) * 4)
            canvas.glow(x, street - tall, radius: 0.1, Colour(0xFFB860) * 0.5, sharpness: 1.4)
        }
        canvas.rectangle(
            Box(left: 0, top: street - 0.004, right: canvas.aspect, bottom: street + 0.002), Colour(0x06070E))
    }

    private func paintWalker(on canvas: inout Canvas, _ x: Float) {
        let dark = Colour(0x04050B)
        let foot: Float = 0.93
        let top: Float = 0.585
        let unit = 1 / canvas.pixel
        // The reflection first, broken by the wet stones.
        let noise = Noise(seed + 8)
        canvas.retouch(Box(left: x - 0.12, top: foot, right: x + 0.12, bottom: 1)) { px, py, light in
            let shake = noise(px * 30, Lanes(repeating: py * 60)) * 0.02
            light = light.mixed(dark, clamp((0.035 - (px - x + shake).magnitudes) * unit * 0.15 + 0.4) * 0.7)
        }
        canvas.line(x - 0.017, foot - 0.13, x - 0.024, foot, width: 0.026, to: 0.015, dark)
        canvas.line(x + 0.013, foot - 0.13, x + 0.024, foot - 0.006, width: 0.026, to: 0.014, dark)
        canvas.polygon(
            [(x - 0.034, top + 0.1), (x + 0.03, top + 0.1), (x + 0.044, foot - 0.09), (x - 0.046, foot - 0.09)], dark,
            softness: 0.004)
        canvas.disc(x - 0.002, top + 0.085, radius: 0.022, dark)
        canvas.line(x + 0.022, top + 0.17, x + 0.012, top - 0.01, width: 0.0045, Colour(0x1A1620))
        canvas.line(x + 0.03, top + 0.12, x + 0.018, top + 0.165, width: 0.018, dark)
        // The umbrella: a dome with scalloped lower edge, lit through from behind.
        let ux = x + 0.01
        canvas.retouch(Box(left: ux - 0.15, top: top - 0.08, right: ux + 0.15, bottom: top + 0.07)) { px, py, light in
            let side = (px - ux) * (1 / 0.135)
            let dome = (1 - length(side, Lanes(repeating: (py - top - 0.05) / 0.115))) * 0.115
            let scallop = 0.05 + cos(side * 9.4) * 0.006 - side * side * 0.012
            let cover = clamp(dome * unit + 0.5) * clamp((top + scallop - py) * unit + 0.5)
            let rib = 0.7 + 0.3 * cos(side * 9.4)
            light = light.mixed(mix(Colour(0x7A0E1C), Colour(0xE83A3E), rib * clamp(0.75 - side * 0.35)) * 0.62, cover)
        }
        canvas.line(ux, top - 0.06, ux, top - 0.085, width: 0.004, to: 0.002, dark)
    }

    private func paintRain(on canvas: inout Canvas) {
        let noise = Noise(seed + 9)
        canvas.retouch(.all) { x, y, light in
            let u = x * 90 + y * 9
            let v = Lanes(repeating: y * 4.5)
            let drops =
                smoothstep(0.36, 0.62, noise(u, v)) + smoothstep(0.4, 0.64, noise(u * 0.47 + 9, v * 0.7 + 3)) * 0.8
            light += (light + Light(Colour(0x8A90B8) * 0.25)) * (drops * 0.22)
        }
    }
}
