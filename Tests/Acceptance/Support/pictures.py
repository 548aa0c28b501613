"""Compares a page with kept pictures of it, pixel by pixel."""
import base64
import os

import looks

WIDTHS = [360, 1280]
SCHEMES = ["light", "dark"]
# A newer browser draws the edge of a letter a little differently; anything else changes more.
FAR, FAR_SHARE, NEAR, NEAR_SHARE = 40, 0.0002, 4, 0.002
# A pixel without colour: the tint of a picture is seen through it.
PIXEL = base64.b64decode("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7")
COMPARE = """async ([one, other, far, near]) => {
    const pixels = async text => {
        const bytes = Uint8Array.from(atob(text), it => it.charCodeAt(0));
        const bitmap = await createImageBitmap(new Blob([bytes], {type: 'image/png'}));
        const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
        context.drawImage(bitmap, 0, 0);
        return context.getImageData(0, 0, bitmap.width, bitmap.height);
    };
    const [a, b] = [await pixels(one), await pixels(other)];
    if (a.width != b.width || a.height != b.height) return null;
    let isFar = 0, isNear = 0;
    for (let at = 0; at < a.data.length; at += 4) {
        const off = Math.max(...[0, 1, 2].map(it => Math.abs(a.data[at + it] - b.data[at + it])));
        isFar += off > far; isNear += off > near;
    }
    return [isFar, isNear, a.data.length / 4];
}"""


class Album:
    """Kept pictures in a folder, which are written anew if somebody wants that."""

    def __init__(self, browser, kept, shown, is_written):
        self.browser, self.judge = browser, None
        self.kept, self.shown, self.is_written = kept, shown, is_written

    def compare(self, page, name):
        """What looks otherwise than it did; afterwards the page is as before."""
        problems, before = [], page.viewport_size
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 800})
            for scheme in SCHEMES:
                page.emulate_media(**{**looks.USUAL, "color_scheme": scheme})
                page.wait_for_load_state("networkidle")
                shot = page.screenshot(animations="disabled", caret="hide")
                problems += self.judged(shot, f"{name}-{width}-{scheme}.png")
        page.emulate_media(**looks.USUAL)
        page.set_viewport_size(before)
        return problems

    def close(self):
        if self.judge:
            self.judge.close()

    def judged(self, shot, file):
        kept = os.path.join(self.kept, file)
        if self.is_written:
            os.makedirs(self.kept, exist_ok=True)
            with open(kept, "wb") as picture:
                picture.write(shot)
            return []
        with open(os.path.join(self.shown, file), "wb") as picture:
            picture.write(shot)
        if not os.path.exists(kept):
            return [f"there is no kept picture {file}"]
        with open(kept, "rb") as picture:
            texts = [base64.b64encode(it).decode() for it in (shot, picture.read())]
        self.judge = self.judge or self.browser.new_page()
        found = self.judge.evaluate(COMPARE, [*texts, FAR, NEAR])
        if found is None:
            return [f"{file} has another size"]
        far, near, count = found
        if far <= count * FAR_SHARE and near <= count * NEAR_SHARE:
            return []
        return [f"{file} looks otherwise: {far} pixels of {count} far off, {near} at all. It is beside the others in "
                f"{self.shown}; if it is right, `make screens-pictures` keeps it."]
