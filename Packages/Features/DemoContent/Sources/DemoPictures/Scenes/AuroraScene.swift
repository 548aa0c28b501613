/// Northern lights over a fjord, twice: in the sky and in the water.
struct AuroraScene: Scene {
    let seed: Int
    var low = Colour(0x2BFF9A)
    var middle = Colour(0x29C9D6)
    var high = Colour(0x8A3FE0)

    var film: Film { Film(exposure: 1.1, saturation: 1.1, vignette: 0.3) }

    func paint(on canvas: inout Canvas) {
        let shore: Float = 0.72
        let night = Palette([0x1B4350, 0x11304A, 0x0B1D38, 0x060F24, 0x040818])
        canvas.shade { _, y in night[Lanes(repeating: (shore - y) / shore)] }
        canvas.stars(
            count: 1500, seed: seed, brightness: 0.6, in: Box(left: 0, top: 0, right: canvas.aspect, bottom: shore))
        canvas.retouch(.rows(0, shore)) { x, y, light in light += curtains(x, y) }
        paintMountains(on: &canvas, shore)
        canvas.forest(count: 90, height: 0.02...0.05, Colour(0x03070C), seed: seed) { x in shore - 0.004 + 0 * x }
        canvas.mirror(
            below: shore, noise: Noise(seed + 4), ripples: 0.5, tint: Colour(0.72, 0.8, 0.86), deep: Colour(0x03101C))
        let cabin = canvas.aspect * 0.24
        let aspect = canvas.aspect
        paintCabin(on: &canvas, cabin, shore)
        let bank = Noise(seed + 6)
        canvas.forest(count: 22, height: 0.16...0.34, Colour(0x01040A), seed: seed + 5) { x in
            let side = (x - aspect * 0.62) / aspect
            return 1.07 - side * 0.16 + bank(Lanes(repeating: x * 2), Lanes(repeating: 0.5))[0] * 0.04
                + (side < 0 ? -side * 0.35 : 0)
        }
        canvas.bloom(threshold: 0.4, radius: 0.08, strength: 0.3)
    }

    private func curtains(_ x: Lanes, _ y: Float) -> Light {
        let noise = Noise(seed + 1)
        var sum = Light(Colour(0, 0, 0))
        for index in 0..<5 {
            let phase = Float(index) * 7.3
            let lean = x + (y - 0.4) * (0.22 - 0.08 * Float(index))
            let wander = noise.fbm(lean * 1.1 + phase, Lanes(repeating: phase), octaves: 3)
            let base = 0.56 - 0.075 * Float(index) + wander * 0.3
            let above = base - y
            let folds = noise(lean * 5.5 + phase, Lanes(repeating: phase + 3)) * 0.5
            let rays = noise(lean * 46 + folds * 9, Lanes(repeating: phase + y * 0.6))
            let patch = smoothstep(-0.25, 0.4, noise(lean * 1.7 - phase, Lanes(repeating: 9 + phase)))
            let tall = 0.16 + folds * 0.1 + rays * 0.05
            let rise = smoothstep(-0.012, 0.03, above)
            let fall = exp(max(above, 0) / tall * -1)
            let strength = rise * fall * (0.55 + rays * 0.5) * patch
            let t = clamp(above / (tall * 2.4))
            let tint = mix(low, middle, smoothstep(0.1, 0.5, t)).mixed(high, smoothstep(0.4, 1, t))
            sum += tint * (strength * (1.1 - 0.12 * Float(index)))
            // The glow around the curtain.
            sum += low * (exp(above.magnitudes * -9) * patch * 0.07)
        }
        return sum
    }

    private func paintMountains(on canvas: inout Canvas, _ shore: Float) {
        let noise = Noise(seed + 2)
        let unit = 1 / canvas.pixel
        for (index, tone) in [Colour(0x16304A), Colour(0x0A1A2C)].enumerated() {
            let layer = Float(index)
            canvas.retouch(.rows(0.3, shore)) { x, y, light in
                let place = x * (1.5 + layer * 0.6) + layer * 11
                let peaks = noise.ridges(place, Lanes(repeating: layer * 5), octaves: 5, gain: 0.45)
                let line = shore - (peaks * (0.27 - 0.1 * layer) - 0.03 + 0.03 * layer)
                let cover = clamp((y - line) * unit + 0.5)
                let relief = noise.fbm(x * 9 + layer, (line - y) * 14, octaves: 4)
                let snow = smoothstep(-0.05, 0.25, relief + 0.1 - (y - line) * 2) * (1 - layer * 0.7)
                light = light.mixed(mix(tone, Colour(0x6FA6A8) * 0.5, snow * 0.7), cover)
            }
        }
    }

    private func paintCabin(on canvas: inout Canvas, _ x: Float, _ shore: Float) {
        let dark = Colour(0x05080C)
        canvas.rectangle(Box(left: x - 0.02, top: shore - 0.02, right: x + 0.02, bottom: shore + 0.002), dark)
        canvas.polygon([(x - 0.025, shore - 0.018), (x, shore - 0.036), (x + 0.025, shore - 0.018)], dark)
        let warm = Colour(0xFFB04A) * 2.2
        for side: Float in [-0.011, 0.006] {
            canvas.rectangle(
                Box(left: x + side, top: shore - 0.014, right: x + side + 0.006, bottom: shore - 0.006), warm)
        }
        canvas.glow(x, shore - 0.01, radius: 0.05, warm * 0.2, sharpness: 1)
        // Its light lies long on the water.
        canvas.retouch(Box(left: x - 0.02, top: shore, right: x + 0.02, bottom: shore + 0.2)) { px, py, light in
            let ripple = Noise(seed + 8)(px * 30, Lanes(repeating: 3 / (py - shore + 0.03)))
            let across = (px - x + ripple * 0.008) * 110
            light += warm * (exp(across * across * -1) * exp(-(py - shore) * 16) * 0.3 * clamp(0.6 + ripple * 1.5))
        }
    }
}
