/// Hot-air balloons at sunrise above a valley of stone cones.
struct BalloonsScene: Scene {
    let seed: Int

    var film: Film { Film(exposure: 1.03, saturation: 1.15, vignette: 0.25) }

    private let haze = Colour(0xFFD2AC)

    func paint(on canvas: inout Canvas) {
        let horizon: Float = 0.6
        let sky = Palette([0xFFE3B4, 0xFFC9A0, 0xE6B4B4, 0xA9B4D6, 0x7AA2D6, 0x4F83C4])
        let noise = Noise(seed)
        let sunX = canvas.aspect * 0.24
        canvas.shade { x, y in
            let up = (horizon - y) / horizon
            // Ground will cover what is below.
            guard up > -0.1 else { return Light(sky[0 as Float]) }
            let d = length(x - sunX, Lanes(repeating: (y - horizon + 0.05) * 1.3))
            let depth = 1 / (Swift.max(up, 0) + 0.2)
            let veil = noise.fbm(x * depth * 0.8, Lanes(repeating: depth * 3), octaves: 5, gain: 0.56)
            var light = sky[Lanes(repeating: up)] + Colour(0xFFB45A) * (exp(d * -3.4) * 0.9)
            light = light.mixed(Colour(0xFFE6D0), smoothstep(0.05, 0.5, veil) * smoothstep(0, 0.3, up) * 0.6)
            return light
        }
        let view = Viewpoint(x: 1, height: 2.1, z: 2, horizon: horizon, focal: 1.2, near: 2.6, far: 40, steps: 520)
        _ = canvas.draw(Valley(noise: noise, haze: haze), from: view)
        var random = SplitMix64(seed)
        // From far to near, so that the near hang in front.
        for index in 0..<16 {
            let near = Float(index) / 15
            let size = 0.012 + near * near * near * 0.1
            let x =
                index == 15
                ? canvas.aspect * 0.72 : index == 14 ? canvas.aspect * 0.3 : random.between(0.04, 0.97) * canvas.aspect
            let y = index == 15 ? 0.24 : index == 14 ? 0.36 : 0.12 + random.unit() * 0.4
            balloon(on: &canvas, x, y, size, near, index)
        }
        canvas.bloom(threshold: 0.95, radius: 0.08, strength: 0.25)
    }

    private func balloon(on canvas: inout Canvas, _ x: Float, _ y: Float, _ size: Float, _ near: Float, _ index: Int) {
        let pairs: [(UInt32, UInt32, UInt32)] = [
            (0xD8352A, 0xFFE2A8, 0xF29A2E), (0x1F6FB2, 0xF6F1E4, 0xE8B83A), (0xE8742A, 0x7A1F3D, 0xFFD45A),
            (0x2E8C6A, 0xF4E8C8, 0xE2573A),
            (0x7A3E9C, 0xF0B8D0, 0xFFD45A), (0xE8B42A, 0xB8302A, 0xF6F1E4), (0x2A4A9C, 0xE8402A, 0xF6F1E4),
            (0xD84A7A, 0xFFE8D8, 0x6A3A8C),
        ]
        let pair = pairs[(index * 5 + 2) % pairs.count]
        let (one, two, three) = (Colour(pair.0), Colour(pair.1), Colour(pair.2))
        let fade = (1 - near) * 0.5
        let unit = 1 / canvas.pixel
        let gores = Float(6 + index % 3 * 2)
        let style = index % 3
        canvas.retouch(Box(left: x - size * 1.1, top: y - size * 1.1, right: x + size * 1.1, bottom: y + size * 1.55)) {
            px, py, light in
            // A sphere above, drawn out to the mouth below.
            let v = (py - y) / size
            let lower = Swift.max(v, 0)
            let wide =
                v < 0
                ? Swift.max(1 - v * v, 0).squareRoot()
                : Swift.max(1 - 0.42 * lower * lower - 0.12 * lower * lower * lower, 0).squareRoot()
            let mouth: Float = 1.32
            let side = (px - x) * (1 / Swift.max(wide * size, 1e-6))
            let cover =
                clamp((wide * size - (px - x).magnitudes) * unit + 0.5)
                * clamp((Swift.min(mouth - v, v + 1)) * (size * unit) + 0.5)
            guard any(cover .> 0) else { return }
            let round = max(1 - side * side, 0).squareRoot()
            let turn = atan2(side, round) + 0.35
            let gore = sin(turn * gores)
            let stripe = smoothstep(-0.12, 0.12, gore)
            let zig = v * 3.2
            var cloth = mix(one, two, stripe)
            if style == 1 {
                let chevron = smoothstep(-0.08, 0.08, sin((gore.magnitudes * 0.35 + zig) * 2.4))
                cloth = mix(one, two, chevron).mixed(
                    three, smoothstep(0.62, 0.7, (Lanes(repeating: v) - 0.1).magnitudes) * 0.9)
            } else if style == 2 {
                let band = smoothstep(0.24, 0.2, Lanes(repeating: (v - 0.05).magnitude))
                cloth = cloth.mixed(three, band).mixed(
                    one, smoothstep(0.11, 0.08, Lanes(repeating: ((v - 0.05).magnitude - 0.2).magnitude)) * 0.7)
            }
            let seam = 1 - exp(gore * gore * -60) * 0.18
            let lit = clamp(0.5 - side * 0.42 + round * 0.22 - v * 0.16) * 1.5 + 0.1
            // Sunlight glows through the cloth on the far side.
            let shaded = cloth * (lit * seam) + cloth * (exp((side - 0.75) * (side - 0.75) * -10) * 0.16)
            light = light.mixed(shaded.mixed(haze, Lanes(repeating: fade)), cover)
        }
        let rope = Colour(0x4A3626).mixed(haze, fade)
        for side: Float in [-1, 1] {
            canvas.line(
                x + side * size * 0.26, y + size * 1.3, x + side * size * 0.12, y + size * 1.62, width: size * 0.02,
                rope)
        }
        canvas.rectangle(
            Box(left: x - size * 0.13, top: y + size * 1.6, right: x + size * 0.13, bottom: y + size * 1.79),
            Colour(0x6A4426).mixed(haze, fade))
        canvas.rectangle(
            Box(left: x - size * 0.14, top: y + size * 1.58, right: x + size * 0.14, bottom: y + size * 1.62),
            Colour(0x3A2414).mixed(haze, fade))
        if index % 4 == 3 {
            canvas.glow(x, y + size * 1.25, radius: size * 0.5, Colour(0xFFC050) * 0.9, sharpness: 1.5)
        }
    }

    private struct Valley: Landscape {
        let noise: Noise
        let haze: Colour
        var ceiling: Float { 2.6 }
        private let sunward: (x: Float, y: Float, z: Float) = (-0.82, 0.36, 0.44)

        @inline(__always) private func height(_ x: Lanes, _ z: Lanes) -> Lanes {
            let broad = noise.fbm(x * 0.12 + 4, z * 0.12, octaves: 3)
            // Cones: round hats on a grid that the noise has shaken.
            let u = x * 0.62 + noise(x * 0.5, z * 0.5) * 0.9
            let v = z * 0.62 + noise(x * 0.5 + 9, z * 0.5) * 0.9
            let du = fraction(u) - 0.5
            let dv = fraction(v) - 0.5
            let tall = noise.cell(u, v)
            let cone = max(1 - length(du, dv) * (2.4 - tall * 0.5), 0)
            let field = smoothstep(-0.12, 0.2, noise(x * 0.16 + 11, z * 0.16))
            let plateau = smoothstep(0.05, 0.22, broad) * 0.75
            let valley = smoothstep(5, 13, z) * 0.8 + 0.2
            return (broad * 0.9 + plateau) * valley + cone * (0.3 + tall) * field * 0.85
        }

        func ground(_ x: Lanes, _ z: Lanes, distance: Float) -> Ground {
            let step = 0.01 + distance * 0.0018
            let h = height(x, z)
            var ground = Ground(
                height: h, slopeX: (height(x + step, z) - h) * (1 / step),
                slopeZ: (height(x, z + step) - h) * (1 / step))
            let rough = noise.fbm(x * 2.6, z * 2.6, octaves: 4)
            ground.height += rough * 0.07
            ground.slopeX += rough * 0.35
            return ground
        }

        func light(_ ground: Ground, _ x: Lanes, _ z: Lanes, distance: Float) -> Light {
            let upright = ground.facing((0, 1, 0))
            let facing = max(ground.facing(sunward), 0)
            let grain = noise.fbm(x * 3.3 + 5, z * 3.3, octaves: 4)
            let layer = noise(ground.height * 8 + grain, Lanes(repeating: 3.5))
            let stone = mix(Colour(0xA67C62), Colour(0xEBD3B0), clamp(0.5 + layer * 0.7 + grain * 0.4))
            let scrub = mix(Colour(0x4C5A34), Colour(0x8C8A52), clamp(0.5 + grain))
            let green = smoothstep(0.78, 0.93, upright + grain * 0.14) * smoothstep(0.85, 0.3, ground.height)
            let surface = stone.mixed(scrub, green)
            let lit = Colour(0xFFBE86) * (facing * 2.6) + Colour(0x92A0D2) * (0.28 + 0.36 * upright)
            let colour = Light(surface.r * lit.r, surface.g * lit.g, surface.b * lit.b)
            let mist = exp(max(ground.height + 0.35, 0) * -2.2) * smoothstep(3, 14, distance) * 0.75
            let far = Lanes(repeating: exp(-distance * 0.032))
            return colour.mixed(haze, 1 - far * (1 - mist))
        }
    }
}
