/// Red tables of rock in a wide desert, towards evening.
struct MesaScene: Scene {
    let seed: Int

    var film: Film { Film(exposure: 1.05, saturation: 1.12, vignette: 0.25) }

    func paint(on canvas: inout Canvas) {
        let horizon: Float = 0.66
        let sky = Palette([0xF6D9B4, 0xC9D6DC, 0x8DB7DC, 0x5590CC, 0x2F69AE])
        let clouds = Noise(seed + 1)
        canvas.shade { x, y in
            let up = (horizon - y) / horizon
            // Ground will cover what is below.
            guard up > -0.1 else { return Light(sky[0 as Float]) }
            let light = sky[Lanes(repeating: up)]
            let depth = 1 / (Swift.max(up, 0) + 0.14)
            let u = x * (depth * 0.85)
            let v = Lanes(repeating: depth * 2.3)
            let body = clouds.fbm(u, v, octaves: 6, gain: 0.53)
            let lee = clouds.fbm(u - 0.1, v - 0.14, octaves: 4, gain: 0.53)
            let cover = smoothstep(0.04, 0.3, body) * smoothstep(0.02, 0.2, up)
            let lit = mix(Colour(0x9A93A6), Colour(0xFFF0DC) * 1.15, clamp(0.55 + (body - lee) * 2))
            return light.mixed(lit, cover)
        }
        let view = Viewpoint(
            x: -0.6, height: 0.8, z: 1.5, horizon: horizon, focal: 1.75, near: 2.6, far: 40, steps: 560)
        _ = canvas.draw(Desert(noise: Noise(seed)), from: view)
        canvas.bloom(threshold: 1, radius: 0.05, strength: 0.15)
    }

    private struct Desert: Landscape {
        let noise: Noise
        var ceiling: Float { 3.1 }
        private let sunward: (x: Float, y: Float, z: Float) = (-0.74, 0.4, -0.54)

        @inline(__always) private func height(_ x: Lanes, _ z: Lanes, octaves: Int) -> Lanes {
            let broad = noise(x * 0.16 + 0.4, z * 0.13)
            let flutes = noise.fbm(x * 0.9, z * 0.9, octaves: octaves)
            let mask = smoothstep(6, 9, z)
            let n = broad * 1.25 + flutes * 0.13
            let foot = smoothstep(-0.02, 0.3, n) * 0.42
            let wall = smoothstep(0.3, 0.335, n)
            let step = smoothstep(0.41, 0.43, n)
            let plain = flutes * 0.07
            return plain + mask * (foot + wall * 1.35 + step * 0.55 + wall * flutes * 0.06)
        }

        func ground(_ x: Lanes, _ z: Lanes, distance: Float) -> Ground {
            let octaves = distance < 14 ? 5 : 4
            let step = 0.006 + distance * 0.0012
            let h = height(x, z, octaves: octaves)
            return Ground(
                height: h, slopeX: (height(x + step, z, octaves: octaves) - h) * (1 / step),
                slopeZ: (height(x, z + step, octaves: octaves) - h) * (1 / step))
        }

        func light(_ ground: Ground, _ x: Lanes, _ z: Lanes, distance: Float) -> Light {
            let upright = ground.facing((0, 1, 0))
            let facing = max(ground.facing(sunward), 0)
            let grain = noise.fbm(x * 2.3, z * 2.3, octaves: 4) * 0.7
            // Strata: colour by height, a little bent.
            let layer = ground.height + grain * 0.05
            let bands = noise(layer * 9, Lanes(repeating: 0.5)) + noise(layer * 24, Lanes(repeating: 7.5)) * 0.6
            let rock = mix(Colour(0x7C3420), Colour(0xD98A56), clamp(0.5 + bands * 0.9))
            let streaks = noise(x * 13, z * 13 + layer * 0.8) * 0.25 + 0.95
            let sand = mix(Colour(0xA65A34), Colour(0xD9925C), clamp(0.5 + grain))
            let shrub =
                smoothstep(0.16, 0.3, noise(x * 9, z * 9)) * smoothstep(0.85, 0.96, upright)
                * smoothstep(0.6, 0.2, ground.height)
            let flat = sand.mixed(Colour(0x5B5F36), shrub * (0.85 * exp(-distance * 0.05)))
            let surface = flat.mixed(rock * streaks, smoothstep(0.82, 0.5, upright))
            var open = Lanes(repeating: 1)
            for step: Float in [0.25, 0.7, 1.5, 2.8, 4.5] {
                let there = height(x + sunward.x * step, z + sunward.z * step, octaves: 2)
                open = min(open, clamp(1 - (there - ground.height - sunward.y * step) * (4 / step)))
            }
            let lit = Colour(0xFFC890) * (facing * open * 2.7) + Colour(0x8CA6D8) * (0.3 + 0.32 * upright)
            let colour = Light(surface.r * lit.r, surface.g * lit.g, surface.b * lit.b)
            return colour.mixed(Colour(0xD8C4BC), Lanes(repeating: 1 - exp(-distance * 0.022)))
        }
    }
}
