package import ScreensAPI

extension ScreenScript {
    /// Pictures go on while somebody scrolls, and nothing that is seen moves.
    ///
    /// There is a block for each page, up to its last full row: what is left of a
    /// page comes again with the next one. No more than 300 pictures are there;
    /// the lists of those that are far away are empty, as high as they were, and
    /// are filled again when somebody comes near. The address and the state of the
    /// history say which picture is on top. While pictures fly past faster than
    /// anybody can look, none is fetched: their places show their tints.
    package static let scrolling = ScreenScript("scroll", compact: text)

    private static let text = #"""
        {
          const feed = named("feed"), near = 1500;
          history.scrollRestoration = "manual";
          // Of what a page brings only what is shown is kept: the whole page would stay with anything else.
          const read = (page, address) => ({
            address, lists: [...page.querySelectorAll(".rows")], next: way(page, "next"),
          });
          const tiles = (block) => block.lists.flatMap((list) => [...list.children]);
          const top = (block) => box(block.lists[0]).top;
          const bottom = (block) => box(block.lists.at(-1)).bottom;
          const blocks = [read(document, location.pathname + location.search)];
          let start = named("start"), end = named("end"), busy, waits;

          const empty = (block) => {
            block.counts = block.lists.map((list) => list.children.length);
            for (const [list, height] of block.lists.map((list) => [list, box(list).height])) {
              list.style.height = height + "px";
              list.replaceChildren();
            }
          };
          const fill = (block, page) => {
            const all = [...page.querySelectorAll(".rows li")].filter((tile) => !named(tile.id));
            block.lists.forEach((list, i) => {
              list.append(...all.splice(0, block.counts[i]));
              list.style.height = "";
            });
            block.counts = null;
          };
          // Pictures of one age stay below one heading.
          const join = (sections, below) => {
            for (const section of below ? sections : sections.reverse()) {
              const there = below ? feed.lastElementChild : feed.firstElementChild;
              const lists = section.querySelectorAll(".rows");
              if (there.firstElementChild.textContent === section.firstElementChild.textContent) {
                below ? there.append(...lists) : there.firstElementChild.after(...lists);
              } else if (below) {
                feed.append(section);
              } else {
                // What is anew where it is hasn't moved (Layout Instability, section 2.1).
                const same = there.cloneNode();
                same.append(...there.childNodes);
                there.replaceWith(section, same);
              }
            }
          };
          // The pictures of the last row, and where the next block begins: before them.
          const goOn = (block) => {
            const all = tiles(block), tail = all.at(-1), list = tail.parentNode;
            const row = [...list.children].filter((tile) => tile.offsetTop === tail.offsetTop);
            const isFull = row.length === 1 && tail.offsetWidth >= list.clientWidth - 1;
            block.rest = isFull || row.length === all.length ? [] : row;
            const on = all.slice(0, all.length - block.rest.length).slice(-2).reverse();
            return block.next.replace(/after=.*/, on.map((tile, i) => `${i ? "or" : "after"}=${tile.id}`).join("&"));
          };
          const add = (page, address) => {
            const over = blocks.at(-1), cut = over.rest[0]?.parentNode, id = over.rest.find((tile) => tile.contains(focused()))?.id;
            for (const tile of over.rest) tile.remove();
            over.rest = null;
            over.lists = over.lists.filter((list) => list.firstChild || list.remove());
            if (cut?.firstChild) cut.classList.add("full");
            const block = read(page, address), mark = page.getElementById("end");
            if (block.lists.length) {
              join([...page.querySelectorAll("#feed > section")], true);
              blocks.push(block);
            } else over.next = null;
            end.replaceWith(mark);
            end = mark;
            if (id) focus(named(id).firstElementChild);
          };
          const above = async (page, address) => {
            // What is on its way would come to where it isn't any more.
            while (later) await new Promise((done) => setTimeout(done, 100));
            const seen = tiles(blocks[0])[0], before = box(seen).top;
            const block = read(page, address), mark = page.getElementById("start");
            if (!block.lists.length) return start.remove(), start = null;
            block.lists.at(-1).classList.add("full");
            join([...page.querySelectorAll("#feed > section")]);
            mark ? start.replaceWith(mark) : start.remove();
            start = mark;
            blocks.unshift(block);
            scrollBy(0, box(seen).top - before);
          };
          // What is farthest away leaves first.
          const leave = (coming) => {
            const full = blocks.filter((block) => !block.counts);
            let count = feed.querySelectorAll("li").length + coming;
            while (count > 300) {
              const block = -bottom(full[0]) > top(full.at(-1)) - innerHeight ? full.shift() : full.pop();
              count -= tiles(block).length;
              empty(block);
            }
          };
          // What a screen shows that is gone within a tenth of a second would be fetched, decoded and thrown away unseen.
          let speed = 0, was = scrollY, when = 0;
          const flung = () => speed > innerHeight / 100;
          const hold = (image) => {
            const blank = image.cloneNode();
            for (const name of ["alt", "src", "srcset"]) blank.removeAttribute(name);
            blank.image = image;
            image.replaceWith(blank);
          };
          const show = () => {
            if (!flung()) for (const blank of feed.querySelectorAll("img:not([src])")) blank.replaceWith(blank.image);
          };
          // Back to where somebody was, as soon as there is enough to scroll.
          let wish = history.state;
          const restore = () => {
            const seen = named(wish.tile), off = () => box(seen).top - wish.top;
            if (seen) scrollBy(0, off());
            if (!seen || Math.abs(off()) < 1) wish = null;
          };
          const load = async (address, take) => {
            busy = true;
            end.ariaBusy = "true";
            try {
              const page = (await ask(address)).response;
              if (!page.getElementById("feed")) throw page;
              for (const image of [...page.images]) {
                image.loading = "lazy";
                if (flung()) hold(image);
              }
              leave(page.querySelectorAll(".rows li").length);
              await take(page, address);
              show();
              if (wish) restore();
              waits = false;
            } catch {
              waits = true;
              tell(end, words.lost);
              setTimeout(again, 5000);
            }
            end.ariaBusy = null;
            busy = false;
            check();
          };
          // Which block is the first near what is shown. They are in order, and after an hour there are a thousand: to ask
          // each of them where it is would take a frame.
          const first = (i = 0, j = blocks.length, mid = (i + j) >> 1) =>
            i === j ? i : bottom(blocks[mid]) > -near ? first(i, mid) : first(mid + 1, j);
          const check = (up) => {
            if (busy || waits) return;
            const i = first(), gap = blocks.slice(i, i + 20).filter((block) => block.counts && top(block) < innerHeight + near);
            const seen = gap.find((block) => bottom(block) > 0) ?? gap[0];
            if (seen) return load(seen.address, (page) => fill(seen, page));
            if (start && (up || scrollY > 0) && top(blocks[0]) > -near) return load(way(start.parentNode, "prev"), above);
            const last = blocks.at(-1);
            if (last.next && bottom(last) < innerHeight + near) {
              load(goOn(last), (page, address) => {
                add(page, address);
                say(words.more.replace("{count}", tiles(blocks.at(-1)).length));
              });
            }
          };
          const again = () => { waits = false; check(); };
          const at = (x, y) => [...feed.querySelectorAll("li")].find((tile) => box(tile).right > x && box(tile).bottom > y);
          const keep = () => {
            const tile = at(0, 48), block = blocks.find((block) => block.lists.includes(tile?.parentNode));
            middle = scrollY ? at(innerWidth / 2, innerHeight / 2) : null;
            if (block) history.replaceState(scrollY ? { tile: tile.id, top: box(tile).top } : null, "", block.address);
          };
          let soon, later, middle;
          addEventListener("scroll", ({ timeStamp }) => {
            speed = (speed + Math.abs(scrollY - was) / (timeStamp - when)) / 2;
            was = scrollY;
            when = timeStamp;
            soon ??= requestAnimationFrame(() => {
              soon = null;
              show();
              check();
            });
            clearTimeout(later);
            later = setTimeout(() => {
              later = speed = 0;
              show();
              keep();
            }, 150);
          });
          // What is in the middle stays there when rows become other ones.
          addEventListener("resize", () => {
            middle?.scrollIntoView({ block: "center" });
            again();
          });
          addEventListener("online", again);
          addEventListener("wheel", (event) => event.deltaY < 0 && check(true));
          addEventListener("pagehide", keep);
          addEventListener("click", (event) => {
            const rel = event.target.closest?.(".after a[rel]")?.rel;
            if (!rel || !plain(event)) return;
            event.preventDefault();
            waits = false;
            check(rel === "prev");
          });
          for (const type of ["wheel", "touchstart", "keydown"]) addEventListener(type, () => { wish = null; });
          if (wish) restore();
          check();
        }
        """#
}
