package import ScreensAPI

extension ScreenScript {
    /// Does the work of ``ScreenField/Kind/work(challenge:)``, in turns of 24 ms, so
    /// that the page goes on answering; the button waits for it.
    ///
    /// SHA-256 (FIPS 180-4) stands here since browsers only have one that is asked
    /// for each digest, at a hundredth of the speed. Its constants are the roots of
    /// the first primes.
    package static let work = ScreenScript("work", text)

    private static let text = #"""
        "use strict";
        for (const field of document.querySelectorAll("input[data-challenge]")) {
          const challenge = field.dataset.challenge, bits = Number(challenge.split(".")[1]);
          const button = field.form.querySelector("button"), bar = field.form.querySelector("progress");
          const primes = [];
          for (let n = 2; primes.length < 64; n++) if (primes.every((p) => n % p)) primes.push(n);
          const fraction = (x) => ((x - Math.floor(x)) * 2 ** 32) | 0;
          const K = Int32Array.from(primes, (p) => fraction(Math.cbrt(p)));
          const start = Int32Array.from(primes.slice(0, 8), (p) => fraction(Math.sqrt(p)));
          const W = new Int32Array(64);
          const absorb = (state, block, at) => {
            for (let i = 0; i < 16; i++) W[i] = block.getInt32(at + 4 * i);
            for (let i = 16; i < 64; i++) {
              const x = W[i - 15], y = W[i - 2];
              W[i] = W[i - 16] + W[i - 7]
                + (((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3))
                + (((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10));
            }
            let [a, b, c, d, e, f, g, h] = state;
            for (let i = 0; i < 64; i++) {
              const s = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
              const t = (h + s + ((e & f) ^ (~e & g)) + K[i] + W[i]) | 0;
              const u = (((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10))) + ((a & b) ^ (a & c) ^ (b & c));
              h = g; g = f; f = e; e = (d + t) | 0; d = c; c = b; b = a;
              a = (t + u) | 0;
            }
            [a, b, c, d, e, f, g, h].forEach((word, i) => { state[i] = (state[i] + word) | 0; });
          };
          const prefix = new TextEncoder().encode(challenge + "."), room = new Uint8Array(256), view = new DataView(room.buffer);
          room.set(prefix);
          const state = new Int32Array(8);
          const firstWord = (number) => {
            const digits = String(number);
            let length = prefix.length;
            for (let i = 0; i < digits.length; i++) room[length++] = digits.charCodeAt(i);
            const end = ((length + 8) >> 6) * 64 + 64;
            room.fill(0, length, end);
            room[length] = 128;
            view.setUint32(end - 4, length * 8);
            state.set(start);
            for (let at = 0; at < end; at += 64) absorb(state, view, at);
            return state[0];
          };
          let number = 0;
          const work = () => {
            const until = performance.now() + 24;
            do {
              for (let i = 0; i < 32; i++, number++) {
                if (Math.clz32(firstWord(number)) < bits) continue;
                field.value = `${challenge}.${number}`;
                bar.value = 1;
                button.disabled = false;
                return;
              }
            } while (performance.now() < until);
            bar.value = 1 - (1 - 2 ** -bits) ** number;
            setTimeout(work);
          };
          button.disabled = true;
          work();
        }

        """#
}

extension ScreenField.Kind {
    /// Whether a script does it.
    package var isWork: Bool {
        if case .work = self { true } else { false }
    }

    /// What has to be done; nil for other fields.
    var challenge: String? {
        if case .work(let challenge) = self { challenge } else { nil }
    }
}
