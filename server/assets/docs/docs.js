// Theme, copy buttons and search. The pages can be read without it.
(function () {
  // The choice made in the dashboard. Set before the first paint.
  try {
    const kept = localStorage.getItem("mantine-color-scheme-value");
    if (kept === "dark" || kept === "light") document.documentElement.dataset.theme = kept;
  } catch {
    // If storage is blocked, the system's theme applies.
  }
  addEventListener("DOMContentLoaded", () => {
    for (const block of document.querySelectorAll("pre.code")) addCopyButton(block);
    addSearch(document.getElementById("search"), document.getElementById("results"), document.getElementById("found"));
  });

  function addCopyButton(block) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "copy";
    button.textContent = "Copy";
    const say = (text) => () => (button.textContent = text);
    button.addEventListener("click", () => {
      void navigator.clipboard.writeText(block.textContent).then(say("Copied"), say("Press Ctrl+C"));
      setTimeout(say("Copy"), 2000);
    });
    const frame = document.createElement("div");
    frame.className = "block";
    block.replaceWith(frame);
    frame.append(block, button);
  }

  function addSearch(input, results, found) {
    let entries;
    input.addEventListener("focus", load);
    input.addEventListener("input", show);
    document.addEventListener("keydown", (event) => {
      const isTyping = /^(INPUT|TEXTAREA|SELECT)$/.test(document.activeElement.tagName);
      if (event.key === "/" && !isTyping) {
        event.preventDefault();
        input.focus();
      }
      if (event.key === "Escape") close();
      if (event.key === "ArrowDown" || event.key === "ArrowUp") move(event);
    });
    document.addEventListener("click", (event) => {
      if (!event.target.closest(".search") || event.target.closest(".results a")) close();
    });
    // Someone may have typed while the page was loading.
    if (input.value !== "") void show();

    // If loading fails, the next keystroke retries.
    function load() {
      // oxlint-disable-next-line no-restricted-globals -- runs in the reader's browser
      entries ??= fetch("/docs/search.json")
        .then((response) => (response.ok ? response.json() : undefined))
        .catch(() => undefined)
        .then((all) => (entries = all));
      return entries;
    }

    function close() {
      results.hidden = true;
    }

    async function show() {
      const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
      const all = await load();
      // More was typed while the index was loading: the later call shows the result.
      if (words.join(" ") !== input.value.toLowerCase().split(/\s+/).filter(Boolean).join(" ")) return;
      const hits = (all ?? [])
        .map((entry) => ({ entry, score: scoreOf(entry, words) }))
        .filter(({ score }) => score > 0)
        .sort((a, b) => b.score - a.score)
        .slice(0, 12);
      const none = all ? "No results. Try another word." : "Couldn't load search results. Type again to retry.";
      results.replaceChildren(...(hits.length > 0 ? hits.map(({ entry }) => linkTo(entry, words)) : [paragraph(none)]));
      results.hidden = words.length === 0;
      const count = hits.length === 1 ? "1 result" : `${hits.length} results`;
      found.textContent = words.length === 0 ? "" : all ? count : none;
    }

    function move(event) {
      const links = [input, ...results.querySelectorAll("a")];
      const at = links.indexOf(document.activeElement);
      if (results.hidden || at < 0) return;
      event.preventDefault();
      links[Math.min(links.length - 1, Math.max(0, at + (event.key === "ArrowDown" ? 1 : -1)))].focus();
    }
  }

  // Every word must occur. A heading counts more than a page's title, and both more than the text.
  function scoreOf([page, heading, text], words) {
    const weights = [
      [heading.toLowerCase(), 8],
      [page.toLowerCase(), 5],
      [text.toLowerCase(), 1],
    ];
    let sum = heading.toLowerCase().includes(words.join(" ")) ? 10 : 0;
    for (const word of words) {
      const score = weights.reduce((best, [part, weight]) => Math.max(best, part.includes(word) ? weight : 0), 0);
      if (score === 0) return 0;
      sum += score;
    }
    return sum;
  }

  function linkTo([page, heading, text, address], words) {
    const link = document.createElement("a");
    link.href = address;
    link.append(heading ? `${page}: ${heading}` : page);
    const at = Math.max(0, text.toLowerCase().indexOf(words[0]) - 40);
    const excerpt = document.createElement("small");
    excerpt.textContent = (at > 0 ? "…" : "") + text.slice(at, at + 120) + (text.length > at + 120 ? "…" : "");
    link.append(excerpt);
    return link;
  }

  function paragraph(text) {
    const message = document.createElement("p");
    message.textContent = text;
    return message;
  }
})();
