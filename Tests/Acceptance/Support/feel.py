"""Uses screens with scripts, in Debian's Chromium, as people do who are in a hurry.

`feel.py generate FOLDER COUNT` adds pictures to the data of a server that doesn't run. Otherwise a plan is
read from standard input (see BrowserFeel.swift), and a line of JSON is written for all that was wrong.
"""
import json
import os
import signal
import sqlite3
import struct
import sys
import zlib

import looks
from playwright.sync_api import sync_playwright

PATIENCE = 60_000
HOSTILE = "<script>alert(1)</script><img src=x onerror=alert(1)> \"quoted\" & second"
WATCH = """(() => {
    window.moved = []; window.tasks = [];
    new PerformanceObserver(list => { for (const entry of list.getEntries()) if (!entry.hadRecentInput && entry.value > 0.001)
        moved.push(entry.value.toFixed(4) + ' ' + entry.sources.map(source => source.node?.outerHTML?.slice(0, 60))) })
        .observe({type: 'layout-shift', buffered: true});
    new PerformanceObserver(list => { for (const entry of list.getEntries())
        tasks.push([Math.round(entry.duration), window.seen?.length ?? 0]) })
        .observe({type: 'longtask', buffered: true});
})()"""
SEEN = """() => { window.seen = []; window.most = window.spared = 0; const known = new Set(), add = tile => {
    if (tile.querySelector('img:not([src])')) spared++;
    if (!known.has(tile.id)) { known.add(tile.id); seen.push(tile.querySelector('b')?.textContent.trim() ?? ''); } };
    document.querySelectorAll('.rows > li').forEach(add);
    new MutationObserver(changes => {
        for (const {addedNodes} of changes) for (const node of addedNodes) if (node.isConnected && node.matches)
            node.matches('li') ? add(node) : node.querySelectorAll('li').forEach(add);
        window.most = Math.max(most, document.getElementById('feed').querySelectorAll('li').length);
    }).observe(document.getElementById('feed'), {childList: true, subtree: true}); }"""
ON_TOP = """() => { const tile = [...document.querySelectorAll('.rows > li')].find(
    tile => tile.getBoundingClientRect().bottom > 48); return [tile.id, tile.getBoundingClientRect().top]; }"""
AT_REST = """async () => { let last; do { last = scrollY; await new Promise(done => setTimeout(done, 600)); }
    while (last !== scrollY); return """
HERE = """() => [...document.querySelectorAll('.rows img')].every(image => { const {top, bottom} = image.getBoundingClientRect();
    return bottom < 0 || top > innerHeight || image.complete && image.naturalWidth > 0; })"""
STILL = "() => { const is = window.before === scrollY; window.before = scrollY; return is; }"


def generate(folder, count):
    """Pictures of everybody's, newer than those that are there, each called by its number."""
    database = sqlite3.connect(os.path.join(folder, "essentiald.sqlite"))
    old = database.execute(
        "SELECT author_id, media_type, digest, byte_count, width, height, tint, created_at FROM images "
        "WHERE visibility = 'public'").fetchall()
    last = database.execute("SELECT max(position), max(created_at) FROM images").fetchone()
    database.executemany(
        "INSERT INTO images (position, id, description, visibility, author_id, media_type, digest, byte_count, width,"
        " height, tint, created_at) VALUES (?, ?, ?, 'public', ?, ?, ?, ?, ?, ?, ?, ?)",
        ((last[0] + number, f"{number:08x}-0000-4000-8000-{number:012x}", f"number {number}", *old[number % len(old)][:-1],
          last[1] + number) for number in range(1, count + 1)))
    database.commit()


def png(width, height):
    """A picture in one colour."""
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    rows = zlib.compress((b"\0" + b"\x40\x80\xc0" * width) * height)
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


class Feel:
    def __init__(self, context, plan):
        self.context, self.plan, self.problems = context, plan, []
        self.page = self.open_window()

    def open_window(self):
        page = self.context.new_page()
        page.on("console", self.hear)
        page.on("dialog", lambda dialog: self.problems.append(f"a script said {dialog.message}"))
        return page

    def hear(self, message):
        known = ["the server responded with a status", "net::ERR_"]
        if message.type == "error" and not any(text in message.text for text in known):
            self.problems.append(f"console: {message.text}")

    def want(self, condition, text):
        if not condition:
            self.problems.append(text)

    def wait(self, condition, text):
        try:
            self.page.wait_for_function(condition, timeout=PATIENCE)
        except Exception:
            self.problems.append(f"{text}: {self.page.locator('main').inner_text()[:400]!r}")

    def log_in(self):
        page = self.page
        page.goto("/sign-in")
        page.fill("main [name=email]", self.plan["email"])
        page.fill("main [name=secret-password]", self.plan["password"])
        with page.expect_navigation():
            page.click("main form button:not([type=button])")

    def asked(self):
        """Whether somebody who leaves is asked first."""
        return self.page.evaluate("() => !dispatchEvent(new Event('beforeunload', {cancelable: true}))")

    def press(self, name):
        self.page.get_by_role("button", name=name, exact=True).click()

    def post(self, path, data=None, method="POST"):
        """As the person does on another device."""
        request = self.context.request
        login = {"email": self.plan["email"], "password": self.plan["password"]}
        token = request.post("/auth/login", data=login).json()["token"]["access_token"]
        answer = request.fetch(path, method=method, data=data, headers={"Authorization": f"Bearer {token}"})
        self.want(answer.ok, f"{path} answers {answer.status}")

    def open_picture(self):
        self.page.goto(f"/p/{self.plan['picture']}")
        self.page.wait_for_function("() => stream?.readyState === 1")

    # What people do.

    def scrolling(self):
        page, pages = self.page, self.plan["pages"]
        page.goto("/")
        page.evaluate(SEEN)
        page.mouse.move(600, 400)
        while page.evaluate("() => seen.length") < pages * 30:
            page.mouse.wheel(0, 1500)
            page.wait_for_timeout(30)
        page.wait_for_function(STILL, polling=500)
        names, most = page.evaluate("() => [seen, most]")
        first = int(names[0].split()[-1])
        self.want(names == [f"number {first - index}" for index in range(len(names))], "pictures are missing or come twice")
        self.want(most <= 300, f"{most} pictures are there")
        self.want(page.locator("#feed[role=region][aria-label]").count() == 1, "the feed has no name")
        self.settled("down")
        # Such a wheel shows pictures to nobody, and fetches few of them.
        self.want(page.evaluate("() => spared") > 0, "pictures are fetched that nobody can see")
        self.wait(HERE, "the pictures that are looked at don't come")
        # Up over pictures that weren't there any more, as fast as a hand turns a wheel.
        self.turn(-400, 70)
        self.settled("up")
        # Down again, so fast that a browser that draws without a GPU waits for its own decoder: pictures that it has
        # shown before are decoded before the frame, not after it. Only what is there is looked at.
        self.turn(900, 30)
        # What came with a page and isn't shown is forgotten. To look takes a task of the browser's own, so it comes last.
        documents = self.documents()
        self.want(documents < 10, f"the browser keeps {documents} documents")
        # Back finds the place.
        page.wait_for_timeout(400)
        tile, top = page.evaluate(ON_TOP)
        self.want("?after=" in page.url, f"the address is {page.url}")
        with page.expect_navigation():
            page.evaluate("() => [...document.querySelectorAll('.rows > li')].find(tile => "
                          "tile.getBoundingClientRect().top > 60).querySelector('a').click()")
        page.go_back()
        page.wait_for_function(f"() => document.getElementById('{tile}')")
        page.wait_for_function(STILL, polling=500)
        place = page.evaluate(f"() => document.getElementById('{tile}').getBoundingClientRect().top")
        self.want(abs(place - top) < 3, f"back comes to {place}, not to {top}")
        # And up over pictures that this page hasn't had yet. A turn of the wheel may meet what comes above in one
        # frame, which browsers count as a movement, so only the place is compared.
        self.turn(-900, 20)

    def turn(self, step, times):
        """Turns the wheel by so many pixels every 50 ms."""
        for _ in range(times):
            self.page.mouse.wheel(0, step)
            self.page.wait_for_timeout(50)
        self.page.wait_for_function(STILL, polling=500)
        self.in_order()
        self.wait(HERE, "the pictures that are looked at don't come")

    def resizing(self):
        """The picture in the middle stays in view when the window has another width."""
        page = self.page
        page.goto("/")
        page.mouse.move(600, 400)
        for _ in range(25):
            page.mouse.wheel(0, 1200)
            page.wait_for_timeout(50)
        middle = page.evaluate(AT_REST + "(document.elementFromPoint(innerWidth / 2 + 9, innerHeight / 2 + 9)"
                               " ?? document.body).closest('.rows > li')?.id; }")
        for width in [900, 360, 1280]:
            page.set_viewport_size({"width": width, "height": 800})
            top, bottom = page.evaluate(
                AT_REST + f"[document.getElementById('{middle}').getBoundingClientRect()].flatMap(it => [it.top, it.bottom]); }}")
            self.want(top < 600 and bottom > 200, f"at {width} it is at {top} to {bottom}")

    def times(self):
        """Times are the person's own."""
        page = self.page
        self.log_in()
        for path in ["/account/devices", f"/p/{self.plan['picture']}"]:
            page.goto(path)
            for exact, text in page.evaluate("""() => [...document.querySelectorAll('time')].map(time => [
                new Intl.DateTimeFormat('en', {timeZone: 'Asia/Kolkata', minute: '2-digit'}).format(new Date(time.dateTime)),
                time.title || time.textContent])"""):
                self.want(exact in text and "UTC" not in text, f"{path} says {text}, not :{exact}")
            self.want(page.locator("time").count() > 0, f"{path} has no times")

    def in_order(self):
        ids = self.page.evaluate("""() => [...document.querySelectorAll('.rows')].flatMap(list =>
            [...list.children].map(tile => parseInt(tile.id.slice(0, 8), 16)))""")
        self.want(all(next < tile for tile, next in zip(ids, ids[1:])), "pictures are out of order")
        shown = self.page.evaluate("""() => [...document.querySelectorAll('.rows')].filter(list => {
            const {top, bottom} = list.getBoundingClientRect(); return bottom > 0 && top < innerHeight && !list.children.length; }).length""")
        self.want(shown == 0, "there are no pictures where somebody looks")

    def documents(self):
        """How many there are in the browser's memory, the page itself included, once what nobody needs is gone."""
        browser = self.context.new_cdp_session(self.page)
        browser.send("HeapProfiler.collectGarbage")
        return browser.send("Memory.getDOMCounters")["documents"]

    def settled(self, way):
        moved, tasks = self.page.evaluate("() => [moved, tasks]")
        self.want(not moved, f"{way}, it moves: {moved[:3]}")
        # Each with how many pictures had been seen.
        print(f"{way}: tasks over 50 ms: {tasks}", file=sys.stderr)
        longest = self.plan.get("longestTask")
        self.want(not longest or all(time <= longest for time, _ in tasks), f"{way}, tasks take {tasks} ms")

    def withoutScripts(self):
        """Later pages lead back, too."""
        page = self.page
        page.goto("/")
        names = page.locator(".rows b").all_inner_texts()
        for _ in range(2):
            with page.expect_navigation():
                page.locator("a[rel=next]").click()
        for _ in range(2):
            with page.expect_navigation():
                page.locator("a[rel=prev]").click()
        self.want(page.locator(".rows b").all_inner_texts() == names, "newer pictures are others")
        self.want(page.locator("a[rel=prev]").count() == 0, "something is newer than the newest")

    def comments(self):
        page = self.page
        self.log_in()
        self.open_picture()
        page.evaluate("""() => { window.shown = []; new MutationObserver(() => { const remark = document.querySelector('.pending');
            if (remark) shown.push(remark.innerText) }).observe(document.querySelector('main'), {childList: true, subtree: true}) }""")
        for text in [HOSTILE, "second", "third"]:
            page.fill("textarea", text)
            self.press("Post the comment")
            self.want(page.input_value("textarea") == "", "the field isn't empty at once")
        # Two presses say it once.
        page.fill("textarea", "pressed twice")
        page.get_by_role("button", name="Post the comment", exact=True).dblclick()
        page.fill("textarea", "typed meanwhile")
        self.wait("() => !document.querySelector('.pending') && [...document.querySelectorAll('.said')].at(-1).textContent === 'pressed twice'",
                  "the comments don't come")
        self.want(page.locator(".said", has_text="pressed twice").count() == 1, "it is there twice")
        self.want(page.locator("#comments [role=alert]").count() == 0, "the second press is refused")
        self.want(HOSTILE in page.evaluate("() => shown.join()"), "it isn't there at once")
        self.want(HOSTILE in page.locator(".said").all_inner_texts(), "it isn't there as it was written")
        self.want(page.input_value("textarea") == "typed meanwhile", "what was typed meanwhile is gone")
        self.want(page.evaluate("() => moved.length") == 0, f"it moves: {page.evaluate('() => moved')}")
        # What can't be said comes back with the reason.
        page.fill("textarea", "\u202ex")
        self.press("Post the comment")
        self.wait("() => document.querySelector('.problem')", "nobody says what is wrong")
        self.want(page.input_value("textarea") == "\u202ex", "the text doesn't come back")
        # What others say.
        page.evaluate("() => { moved.length = 0 }")
        self.post(f"/image/{self.plan['picture']}/comments", {"message": HOSTILE + " from elsewhere"})
        self.wait("() => document.querySelector('.notes button')", "nobody hears what others say")
        self.press("Show them")
        self.want((HOSTILE + " from elsewhere") in page.locator(".said").all_inner_texts(), "it isn't shown")
        self.want(page.input_value("textarea") == "\u202ex", "what was typed is gone")
        # Nobody listens whom nobody sees.
        page.evaluate("""() => { Object.defineProperty(document, 'hidden', {value: true, configurable: true});
            document.dispatchEvent(new Event('visibilitychange')) }""")
        self.want(page.evaluate("() => stream") is None, "a hidden window has a stream")

    def killed(self):
        """The server ends while a comment is on its way."""
        page = self.page
        self.log_in()
        self.open_picture()
        page.fill("textarea", "it isn't lost")
        os.kill(self.plan["server"], signal.SIGSTOP)
        self.press("Post the comment")
        self.wait("() => document.querySelector('.pending')", "it isn't there at once")
        self.want(self.asked(), "who leaves while it is on its way isn't asked")
        os.kill(self.plan["server"], signal.SIGKILL)
        self.wait("() => document.querySelector('#comments [role=alert]')", "nobody says that it wasn't sent")
        self.want(page.input_value("textarea") == "it isn't lost", "the text doesn't come back")
        self.want(page.locator(".pending").count() == 0, "it looks as if it were sent")

    def ended(self):
        """The session ends elsewhere while somebody writes; in another window nobody does."""
        page = self.page
        self.log_in()
        other = self.open_window()
        other.goto("/account/devices")
        other.wait_for_function("() => stream?.readyState === 1")
        self.open_picture()
        page.fill("textarea", "kept over the end")
        self.post("/auth/sessions", method="DELETE")
        self.wait("() => document.querySelector('[name=secret-password]')", "it doesn't lead to logging in")
        self.want("What you wrote is kept" in page.locator("main").inner_text(), "nobody says that it is kept")
        other.wait_for_url("**/sign-in?*")
        self.want("Your session here was ended" in other.locator("main").inner_text(), "nobody says that it ended")
        page.fill("main [name=email]", self.plan["email"])
        page.fill("main [name=secret-password]", self.plan["password"])
        with page.expect_navigation():
            page.click("main form button:not([type=button])")
        self.want(page.input_value("textarea") == "kept over the end", "it doesn't come back")

    def undo(self):
        page = self.page
        self.log_in()
        self.open_picture()
        page.fill("textarea", "soon gone")
        self.press("Post the comment")
        self.wait("() => document.querySelector('#comments [data-undo]')", "it can't be deleted")
        gone = "() => ![...document.querySelectorAll('.said')].some(text => text.textContent === 'soon gone')"
        page.locator("#comments [data-undo]").click()
        self.wait("() => document.querySelector('.notes').innerText.includes('Deleting “soon gone”…')", "nobody says what is deleted")
        self.wait("() => /^Undo \\([78] s\\)$/.test(document.activeElement.innerText)", "nobody says how long it can be undone")
        page.keyboard.press("Enter")
        self.want(page.locator(".leaving, .notes p").count() == 0, "it can't be called back")
        page.reload()
        self.want(not page.evaluate(gone), "it is deleted all the same")
        page.locator("#comments [data-undo]").click()
        self.want(not page.evaluate(gone), "it is deleted before its time")
        self.wait(gone, "it isn't deleted")
        # What is deleted elsewhere meanwhile can't be called back.
        self.say_and_delete("gone meanwhile")
        place = page.locator("#comments [data-undo]").get_attribute("href").split("?")[0].removesuffix("/delete")
        self.post(place.replace("/p/", "/image/"), method="DELETE")
        page.locator(".notes button", has_text="Undo").click()
        self.wait("() => document.querySelector('.notes').innerText.includes('It is gone')", "nobody says that it is gone")
        page.reload()
        # Who goes elsewhere means it, and isn't shown what is here then.
        self.say_and_delete("gone at once")
        with page.expect_navigation():
            page.locator("a", has_text="Back to the feed").click()
        page.go_back()
        self.want("gone at once" not in page.locator(".said").all_inner_texts(), "it isn't deleted")
        # Whose session ends elsewhere deletes nothing, and is told so.
        self.say_and_delete("it outlives the session")
        self.post("/auth/sessions", method="DELETE")
        page.wait_for_url("**/sign-in?*")
        self.want("was not deleted" in page.locator("main").inner_text(), "nobody says that it isn't deleted")
        self.log_in()
        self.open_picture()
        self.want("it outlives the session" in page.locator(".said").all_inner_texts(), "it is deleted")

    def say_and_delete(self, text):
        page = self.page
        page.fill("textarea", text)
        self.press("Post the comment")
        self.wait("() => document.querySelector('#comments [data-undo]')", "it can't be deleted")
        page.locator("#comments [data-undo]").click()
        self.wait("() => document.querySelector('.notes button')", "nobody says that it is deleted")

    def keys(self):
        page = self.page
        self.log_in()
        self.open_picture()
        focus = "() => document.activeElement.tagName"
        page.keyboard.press("c")
        self.want(page.evaluate(focus) == "TEXTAREA", "c doesn't comment")
        page.keyboard.type("jk?gfcn")
        self.want(page.input_value("textarea") == "jk?gfcn", "keys act in a field")
        page.fill("textarea", "")
        page.keyboard.press("Escape")
        self.want(page.evaluate(focus) == "BODY", "Esc doesn't leave the field")
        page.keyboard.press("?")
        self.want("These keys" in page.locator("dialog").inner_text(), "? doesn't help")
        page.keyboard.press("Escape")
        self.wait("() => !document.querySelector('dialog')", "Esc doesn't close the help")
        here = page.url
        page.keyboard.press("Control+c")
        self.want(page.evaluate(focus) == "BODY", "a key acts with another one")
        for key in ["ArrowRight", "ArrowLeft"]:
            with page.expect_navigation():
                page.keyboard.press(key)
        self.want(page.url == here, f"right and left come to {page.url}")
        page.evaluate("() => { document.documentElement.dataset.keys = 'off' }")
        page.keyboard.press("c")
        self.want(page.evaluate(focus) == "BODY", "keys that are switched off act")
        page.evaluate("() => { delete document.documentElement.dataset.keys }")
        with page.expect_navigation():
            page.keyboard.press("g")
            page.keyboard.press("f")
        shown = "() => document.activeElement.closest('li')?.id"
        page.keyboard.press("j")
        first = page.evaluate(shown)
        page.keyboard.press("j")
        self.want(first and page.evaluate(shown) not in [None, first], "j doesn't go on")
        page.keyboard.press("k")
        self.want(page.evaluate(shown) == first, "k doesn't go back")
        with page.expect_navigation():
            page.keyboard.press("n")
        self.want(page.url.endswith("/publish"), f"n comes to {page.url}")

    def publishing(self):
        page = self.page
        self.log_in()
        page.goto("/publish")
        page.fill("[name=description]", "it stays")
        page.set_input_files("[name=picture]", files=[{"name": "bad.png", "mimeType": "image/png", "buffer": b"no picture"}])
        self.press("Publish")
        self.wait("() => document.querySelector('.problem')", "nobody says that it is no picture")
        chosen = "() => document.querySelector('[type=file]').files[0]?.name"
        self.want(page.input_value("[name=description]") == "it stays", "the text is gone")
        self.want(page.evaluate(chosen) == "bad.png", "the file is gone")
        self.want(page.locator("[data-do=ask]:visible").count() == 2, "the camera or the place is gone")
        with open(self.plan["file"], "rb") as file:
            page.evaluate("""bytes => { const files = new DataTransfer();
                files.items.add(new File([new Uint8Array(bytes)], 'dropped.jpg', {type: 'image/jpeg'}));
                document.querySelector('main').dispatchEvent(
                    new DragEvent('drop', {bubbles: true, cancelable: true, dataTransfer: files})) }""", list(file.read()))
        self.want(page.evaluate(chosen) == "dropped.jpg", "what is dropped isn't taken")
        self.wait("() => document.querySelector('.drop img')?.naturalWidth > 0", "it isn't shown before")
        os.kill(self.plan["server"], signal.SIGSTOP)
        self.press("Publish")
        self.wait("() => document.querySelector('progress')", "nobody sees how far it is")
        self.want(self.asked(), "who leaves while it is on its way isn't asked")
        self.press("Cancel")
        self.want(not self.asked(), "who leaves when nothing is on its way is asked")
        os.kill(self.plan["server"], signal.SIGCONT)
        self.want(page.locator("progress").count() == 0, "it can't be stopped")
        self.want(page.evaluate(chosen) == "dropped.jpg", "the file is gone")
        with page.expect_navigation():
            self.press("Publish")
        self.want("it stays" in page.locator("h1").inner_text(), f"{page.url} isn't the picture")

    def twoPictures(self):
        """On a telephone there are two ways to a picture; that which was taken last is published."""
        page = self.page
        self.log_in()
        page.goto("/publish")
        page.fill("[name=description]", "the second one")
        page.set_input_files("[type=file]:not([capture])", self.plan["file"])
        self.wait("() => document.querySelector('.drop img')?.naturalWidth > 0", "it isn't shown before")
        taken = {"name": "taken.png", "mimeType": "image/png", "buffer": png(60, 90)}
        page.set_input_files("[type=file][capture]", files=[taken])
        self.wait("() => document.querySelector('.drop img')?.naturalWidth === 60", "the second one isn't shown")
        with page.expect_navigation():
            self.press("Publish")
        self.wait("() => document.querySelector('.stage img')?.naturalHeight === 90", "it is the first one")

    def twoWindows(self):
        """What somebody writes in one window while they do something in another one."""
        page = self.page
        self.log_in()
        page.goto("/publish")
        page.fill("[name=description]", "soon gone")
        page.set_input_files("[name=picture]", self.plan["file"])
        with page.expect_navigation():
            self.press("Publish")
        page.wait_for_function("() => stream?.readyState === 1")
        picture = page.url.split("?")[0]
        other = self.open_window()

        # Another language.
        other.goto("/account/preferences")
        other.check("[name=language][value=es]")
        with other.expect_navigation():
            other.get_by_role("button", name="Save").click()
        page.fill("textarea", "\u202ex")
        self.press("Post the comment")
        self.wait("() => document.querySelector('.problem')", "nobody says what is wrong")
        self.want(page.input_value("textarea") == "\u202ex", "the text is gone with the language")
        page.fill("textarea", "in two languages")
        page.locator("#comments form button").click()
        self.wait("() => [...document.querySelectorAll('.said')].some(it => it.textContent === 'in two languages')",
                  "it isn't said")
        other.check("[name=language][value=browser]")
        with other.expect_navigation():
            other.get_by_role("button", name="Guardar").click()

        # The picture is deleted.
        page.reload()
        page.fill("textarea", "about nothing")
        other.goto(picture + "/delete")
        with other.expect_navigation():
            other.locator("main form button").click()
        self.press("Post the comment")
        self.wait("() => document.querySelector('#comments [role=alert]')", "nobody says that the picture is gone")
        self.want(page.input_value("textarea") == "about nothing", "the text is gone with the picture")

        # Somebody logs out.
        self.open_picture()
        page.fill("textarea", "kept over the end")
        other.goto("/sign-out")
        with other.expect_navigation():
            other.locator("main form button").click()
        self.wait("() => document.querySelector('[name=secret-password]')", "it doesn't lead to logging in")
        self.want("What you wrote is kept" in page.locator("main").inner_text(), "nobody says that it is kept")
        # They log in in the other window, and go where they were.
        other.goto("/sign-in")
        other.fill("main [name=email]", self.plan["email"])
        other.fill("main [name=secret-password]", self.plan["password"])
        with other.expect_navigation():
            other.click("main form button:not([type=button])")
        self.want(other.locator("textarea").input_value() == "kept over the end", "it doesn't come back")


def main():
    if sys.argv[1:2] == ["generate"]:
        return generate(sys.argv[2], int(sys.argv[3]))
    plan = json.load(sys.stdin)
    with sync_playwright() as playwright:
        browser = looks.reach(playwright, PATIENCE)
        context = browser.new_context(
            base_url=plan["address"], viewport={"width": plan["width"], "height": 800},
            java_script_enabled=plan["scenario"] != "withoutScripts", timezone_id="Asia/Kolkata",
            has_touch=plan["scenario"] == "twoPictures", is_mobile=plan["scenario"] == "twoPictures")
        context.set_default_timeout(PATIENCE)
        context.add_init_script(WATCH)
        feel = Feel(context, plan)
        try:
            getattr(feel, plan["scenario"])()
        except Exception as error:
            feel.problems.append(f"{error} {feel.page.url} {feel.page.locator('body').inner_text()[:300]!r}")
        for problem in feel.problems:
            print(json.dumps(problem), flush=True)
        browser.close()


main()
