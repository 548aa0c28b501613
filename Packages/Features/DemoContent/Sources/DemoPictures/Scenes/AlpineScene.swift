/// High mountains over a valley that the mist has filled.
struct AlpineScene: Scene {
    struct Mood: Sendable {
        var sky: Palette
        var sun: Colour
        var shade: Colour
        var mist: Colour
        /// Where the sun comes from, a unit vector.
        var sunward: (x: Float, y: Float, z: Float)
        /// Above this height snow stays on what is not steep.
        var snowLine: Float
        var mistHeight: Float
        var glow: Colour
        /// The place of the glow in the sky.
        var glowX: Float
        var firs: Colour
    }

    let seed: Int
    let mood: Mood

    var film: Film { Film(exposure: 1.05, saturation: 1.12, vignette: 0.3) }

    func paint(on canvas: inout Canvas) {
        let clouds = Noise(seed + 1)
        let horizon: Float = 0.7
        let glowX = mood.glowX * canvas.aspect
        canvas.shade { x, y in
            let up = (horizon - y) / horizon
            // Ground will cover what is below.
            guard up > -0.1 else { return Light(mood.sky[0 as Float]) }
            var light = mood.sky[Lanes(repeating: up)]
            let away = length((x - glowX) * 0.8, Lanes(repeating: (y - horizon + 0.08) * 1.6))
            light += mood.glow * exp(away * -4.2)
            // High thin clouds, flattened towards the horizon.
            let depth = 1 / (Swift.max(up, 0) + 0.12)
            let veil = clouds.fbm(x * depth * 0.9 + 3, Lanes(repeating: depth * 3.4), octaves: 5, gain: 0.55)
            let cover = smoothstep(0.02, 0.5, veil) * smoothstep(0, 0.35, up) * 0.55
            return light.mixed(mood.glow * 0.6 + mood.sky[0.15] * 0.8, cover)
        }
        let range = Range(mood: mood, noise: Noise(seed), mistNoise: Noise(seed + 2))
        let view = Viewpoint(height: 1.1, z: 3, horizon: horizon, focal: 1.2, near: 2.2, far: 30, steps: 460)
        _ = canvas.draw(range, from: view)
        let slope = Noise(seed + 3)
        canvas.forest(count: 110, height: 0.05...0.12, mood.firs, seed: seed) { x in
            0.985 - slope.fbm(Lanes(repeating: x * 1.3), Lanes(repeating: 0.5), octaves: 3)[0] * 0.12 - 0.05 * x / 1.5
        }
        canvas.forest(count: 40, height: 0.14...0.27, mood.firs * 0.45, seed: seed + 7) { x in
            1.05 - slope.fbm(Lanes(repeating: x * 1.6), Lanes(repeating: 8.5), octaves: 3)[0] * 0.14
                + 0.06 * sin(x * 2.4 + 0.6)
        }
        canvas.bloom(threshold: 0.9, radius: 0.06, strength: 0.25)
    }

    private struct Range: Landscape {
        let mood: Mood
        let noise: Noise
        let mistNoise: Noise
        var ceiling: Float { 6.2 }

        func ground(_ x: Lanes, _ z: Lanes, distance: Float) -> Ground {
            let octaves = distance < 5 ? 9 : distance < 16 ? 8 : 7
            var ground = noise.carved(x, z, frequency: 0.21, octaves: octaves)
            // Low in front, high behind: the eye looks across a valley.
            let rise = smoothstep(4, 15, distance) * 3 + 0.3
            ground.height = ground.height * (rise * 1.25) - 0.35
            ground.slopeX *= rise * 1.25
            ground.slopeZ *= rise * 1.25
            return ground
        }

        func light(_ ground: Ground, _ x: Lanes, _ z: Lanes, distance: Float) -> Light {
            let facing = max(ground.facing(mood.sunward), 0)
            let upright = ground.facing((0, 1, 0))
            let detail = noise.fbm(x * 3.1, z * 3.1, octaves: 3)
            let rock = mix(Colour(0x23262E), Colour(0x5C5E66), clamp(detail + 0.5))
            let meadow = mix(Colour(0x101C1A), Colour(0x2E4230), clamp(detail * 1.4 + 0.4))
            let green = smoothstep(1.5, 0.8, ground.height + detail * 0.5) * smoothstep(0.3, 0.6, upright)
            let lie = smoothstep(mood.snowLine - 0.18, mood.snowLine + 0.22, ground.height + detail * 0.35)
            let snow = lie * smoothstep(0.42, 0.66, upright + detail * 0.1)
            let surface = rock.mixed(meadow, green).mixed(Colour(0xE8EEF6), snow)
            let lit = surface * (mood.sun * facing + mood.shade * (0.55 + 0.45 * upright))
            let haze = 1 - exp(-distance * 0.02)
            let pool = (mistNoise.fbm(x * 0.35, z * 0.35, octaves: 3) * 0.35 + mood.mistHeight - ground.height) * 4.5
            let mist = clamp(1 - exp(-max(pool, 0) * 1.1)) * smoothstep(2, 7, distance)
            // Distance is blue high up and has the colour of the mist below.
            let air = Light(mood.sky[0.5]).mixed(mood.mist, clamp(1.15 - ground.height * 0.42))
            return lit.mixed(air, haze * (1 - mist)).mixed(mood.mist, mist * 0.96)
        }
    }
}

private func * (light: Light, other: Light) -> Light {
    Light(light.r * other.r, light.g * other.g, light.b * other.b)
}
