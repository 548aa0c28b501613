/// The open sea below a low sun or moon, and the way of light across it.
struct SeaScene: Scene {
    let seed: Int
    var sky: Palette
    var lamp: Colour
    /// Where sun or moon stands, in shares of width and height.
    var place: (x: Float, y: Float)
    var lampRadius: Float
    var glow: Colour
    var cloud: (lit: Colour, shaded: Colour)
    var cloudiness: Float
    var water: Colour
    var swell: Float
    var starCount = 0

    var film: Film { Film(exposure: 1, saturation: 1.1, vignette: 0.35) }

    private var horizon: Float { 0.55 }

    func paint(on canvas: inout Canvas) {
        let lampX = place.x * canvas.aspect
        let clouds = Noise(seed)
        let (aspect, pixel) = (canvas.aspect, canvas.pixel)
        canvas.shade { x, y in y < horizon ? Light(Colour(0, 0, 0)) : seaLight(x, y, lampX, aspect, pixel) }
        if starCount > 0 {
            canvas.stars(
                count: starCount, seed: seed, brightness: 0.5, in: Box(left: 0, top: 0, right: aspect, bottom: horizon)
            ) {
                _, y in 1 - y / horizon
            }
        }
        canvas.retouch(.rows(0, horizon)) { x, y, light in
            guard y < horizon else { return }
            light += clearSky(x, Lanes(repeating: y), lampX)
            let d = length(x - lampX, Lanes(repeating: y - place.y))
            let disc = clamp((lampRadius - d) * (1 / pixel) + 0.5)
            let face =
                starCount > 0
                ? 0.75 + clouds.fbm(x * 28, Lanes(repeating: y * 28), octaves: 3) * 0.9 : Lanes(repeating: 1)
            light = light.mixed(Light(lamp) * face, disc * smoothstep(horizon, horizon - 0.01, y))
            let depth = 1 / (horizon - y + 0.09)
            let u = (x - aspect / 2) * (depth * 0.55)
            let v = Lanes(repeating: depth * 1.1)
            let body = clouds.fbm(u, v, octaves: 6, gain: 0.55) + (cloudiness - 0.5)
            let towards =
                clouds.fbm(u + (lampX - x) * (0.1 * depth), v + 0.12, octaves: 4, gain: 0.55) + (cloudiness - 0.5)
            let cover = smoothstep(-0.02, 0.32, body) * smoothstep(0.005, 0.12, horizon - y)
            let rim = clamp(0.55 + (body - towards) * 1.7) * (0.45 + exp(d * -1.9))
            let colour = mix(cloud.shaded, cloud.lit, clamp(rim))
            light = light.mixed(colour + glow * exp(d * -5) * 0.5, cover * 0.92)
        }
        canvas.bloom(threshold: 1, radius: 0.05, strength: 0.35)
    }

    /// The sky without its clouds; also what the waves reflect.
    @inline(__always) private func clearSky(_ x: Lanes, _ y: Lanes, _ lampX: Float) -> Light {
        let up = clamp((horizon - y) * (1 / horizon))
        let d = length((x - lampX) * 0.7, y - place.y)
        return sky[up] + glow * (exp(d * -3.4) + exp(d * -11) * 1.2)
    }

    private func seaLight(_ x: Lanes, _ y: Float, _ lampX: Float, _ aspect: Float, _ pixel: Float) -> Light {
        let below = y - horizon + pixel * 0.3
        let distance = 0.16 / below
        let dx = x - aspect / 2
        let u = dx * distance * 6
        let v = Lanes(repeating: distance * 6)
        let footprint = distance * 6 / below * pixel
        let noise = Noise(seed + 9)
        var (slopeX, slopeZ) = (Lanes(repeating: 0), Lanes(repeating: 0))
        var frequency: Float = 0.55
        var height: Float = swell
        for octave in 0..<6 {
            let turned = Float(octave) * 0.9
            let (c, s) = (cos(turned) * frequency, sin(turned) * frequency)
            // Waves run at the viewer: longer across than along.
            let n = noise.slopes((u * c - v * s) * 0.6, u * s + v * c)
            let keep = height / (1 + footprint * frequency * footprint * frequency * 0.4)
            slopeX += (n.dx * c * 0.6 + n.dy * s) * keep
            slopeZ += (n.dy * c - n.dx * s * 0.6) * keep
            frequency *= 1.9
            height *= 0.56
        }
        // The mirrored ray of a wave's face, back on the picture plane.
        let tilt = 1 / (slopeX * slopeX + slopeZ * slopeZ + 1)
        let towards = (dx * slopeX * -1 - below - slopeZ) * (tilt * 2)
        let rx = dx + towards * slopeX
        let ry = -below - towards
        let rz = max(1 + towards * slopeZ, 0.2)
        let skyY = horizon - max(ry, 0.002) / rz
        let skyX = aspect / 2 + rx / rz
        let look = max(-towards * 0.5 * tilt.squareRoot() / tilt, 0)
        let grazing = pow(1 - clamp(look), 5)
        let fresnel = 0.03 + 0.97 * grazing
        var light = mix(water, water * 2.2, clamp(0.5 + slopeZ * 0.8))
        light = light.mixed(clearSky(skyX, skyY, lampX), clamp(fresnel))
        let glint = length((skyX - lampX) * 1.4, (skyY - place.y) * 0.75)
        light += lamp * exp(glint * glint * -220) * (0.5 + fresnel) * 0.8
        let haze = exp(-below * 30) * 0.7
        return light.mixed(clearSky(x, Lanes(repeating: horizon - 0.002), lampX), Lanes(repeating: haze))
    }
}
