"""Shows pages in Debian's Chromium, and says how long that takes.

usage: screens.py copy ADDRESS FOLDER          the first page with all that it needs, as files
       screens.py show COUNT ADDRESS...        milliseconds until the largest picture is seen, in turns
       screens.py pages COUNT ADDRESS PICTURES milliseconds until a page anywhere in the feed is seen
"""
import json
import os
import random
import sys
from urllib.parse import urlsplit

from playwright.sync_api import sync_playwright

# The last entry counts: the browser may have taken something smaller for the largest first.
LARGEST = """() => new Promise(done => new PerformanceObserver(list => done(list.getEntries().at(-1).startTime))
    .observe({type: 'largest-contentful-paint', buffered: true}))"""
MOVED = """() => new Promise(done => {
    let sum = 0;
    new PerformanceObserver(list => { for (const shift of list.getEntries()) sum += shift.value })
        .observe({type: 'layout-shift', buffered: true});
    requestAnimationFrame(() => requestAnimationFrame(() => done(sum)));
})"""
# What is asked for before a picture is, the page included.
BEFORE = """() => {
    const all = performance.getEntriesByType('resource');
    const picture = Math.min(...all.filter(it => it.initiatorType === 'img').map(it => it.startTime));
    return 1 + all.filter(it => it.startTime < picture).length;
}"""
FIRST = """() => new Promise(done => new PerformanceObserver(list => {
    const first = list.getEntriesByName('first-contentful-paint')[0];
    if (first) done(first.startTime);
}).observe({type: 'paint', buffered: true}))"""


def copy(browser, address, folder):
    page = browser.new_page(viewport={"width": 1280, "height": 800})

    def keep(response):
        path = urlsplit(response.url).path
        place = os.path.join(folder, "index.html" if path == "/" else path.lstrip("/"))
        os.makedirs(os.path.dirname(place), exist_ok=True)
        with open(place, "wb") as file:
            file.write(response.body())

    seen = []
    page.on("response", lambda response: seen.append(response))
    page.goto(address, wait_until="load")
    page.wait_for_load_state("networkidle")
    for response in seen:
        keep(response)


def show(browser, count, addresses):
    results = [{"shown": [], "moved": 0, "requests": 0} for _ in addresses]
    for _ in range(count):
        for address, result in zip(addresses, results):
            # Nothing is there from before.
            context = browser.new_context(viewport={"width": 1280, "height": 800})
            page = context.new_page()
            page.goto(address, wait_until="load")
            result["shown"].append(page.evaluate(LARGEST))
            result["moved"] = max(result["moved"], page.evaluate(MOVED))
            result["requests"] = max(result["requests"], page.evaluate(BEFORE))
            context.close()
    return results


def pages(browser, count, address, pictures):
    chance, times = random.Random(7), []
    page = browser.new_page(viewport={"width": 1280, "height": 800})
    # Pictures that stand in the table alone.
    page.route("**/image/**", lambda route: route.abort())
    link = browser_link(page, address)
    for _ in range(count):
        number = chance.randrange(40, pictures)
        page.goto(link(f"{number:08x}-0000-4000-8000-{number:012x}"), wait_until="domcontentloaded")
        times.append(page.evaluate(FIRST))
    return times


def browser_link(page, address):
    """The way to the pictures after another, as the first page has it."""
    page.goto(address)
    href = page.locator("a[rel=next]").get_attribute("href")
    last = page.locator(".rows a").last.get_attribute("href").rsplit("/", 1)[1]
    assert last in href, f"{last} is not in {href}"
    return lambda identifier: address + href.replace(last, identifier)


with sync_playwright() as playwright:
    browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
    what, arguments = sys.argv[1], sys.argv[2:]
    if what == "copy":
        copy(browser, *arguments)
    elif what == "show":
        print(json.dumps(show(browser, int(arguments[0]), arguments[1:])))
    else:
        print(json.dumps(pages(browser, int(arguments[0]), arguments[1], int(arguments[2]))))
    browser.close()
