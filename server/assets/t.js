// Stores the click ID of the landing page (?service_id=…) in a first-party cookie of the shop.
// <script src="https://your-tributary/t.js" data-consent="required" data-domains="sister.example" data-days="30" defer></script>
// Minified by build-downloads.mjs.
(() => {
  var name = "service_id";
  var script = document.currentScript;
  var data = script.dataset;
  var valid = /^clk_[0-7][0-9a-hjkmnp-tv-z]{25}$/;
  var sisters = (data.domains || "").split(/[\s,]+/);
  var arrived = new URLSearchParams(location.search).get(name);
  var check = (arrived || "").startsWith("chk_") && arrived;
  if (!valid.test(arrived)) arrived = 0;
  var allowed = data.consent !== "required";

  // An ID starts with its time. One from more than a day in the future is forged, or this clock is far behind. Use it only if
  // there is no other.
  function forged(id) {
    var time = 0;
    for (var i = 4; i < 14; i++) time = time * 32 + "0123456789abcdefghjkmnpqrstvwxyz".indexOf(id[i]);
    // oxlint-disable-next-line house/no-ambient-clock -- the visitor's own
    return time - 864e5 > new Date();
  }

  // IDs sort by time, so the larger one is the last click. If both are in the future, the second one wins.
  function last(kept, id) {
    return kept && !forged(kept) && (kept > id || forged(id)) ? kept : id;
  }

  function stored() {
    return document.cookie
      .split("; ")
      .map((c) => c.split(name + "=")[1])
      .filter((id) => valid.test(id))
      .reduce(last, 0);
  }

  // Uses the broadest domain that the browser accepts. Browsers reject .com and .co.uk. An IP address or localhost has none.
  function write(id, seconds) {
    var labels = location.hostname.split(".");
    var i = labels.length;
    var tail = ";path=/;samesite=lax;max-age=" + seconds + (location.protocol === "https:" ? ";secure" : "");
    while (i--) {
      document.cookie = name + "=" + id + tail + ";domain=" + labels.slice(i).join(".");
      if (seconds && stored() === id) return;
    }
    document.cookie = name + "=" + id + tail;
  }

  // Reads the URL again, because a single-page shop may have changed it. Keeps the other parameters.
  function settle() {
    var url = new URL(location.href);
    if (allowed && arrived && arrived === last(stored(), arrived)) write(arrived, (data.days || 30) * 86400);
    if (!url.searchParams.has(name)) return;
    url.search = url.search
      .slice(1)
      .split("&")
      .filter((c) => c.split("=")[0] !== name)
      .join("&");
    history.replaceState(history.state, "", url);
  }

  // Adds the ID to links to sister shops, for any mouse button.
  function decorate(event) {
    var link = event.target.closest && event.target.closest("a[href]");
    var id = allowed && stored();
    if (link && id && sisters.some((c) => c && ("." + link.hostname).endsWith("." + c))) {
      var url = new URL(link.href);
      url.searchParams.set(name, id);
      link.href = url;
    }
  }

  window.tributary = {
    id: () => (allowed && (stored() || arrived)) || null,
    consent: (yes) => {
      allowed = !!yes;
      if (!yes) {
        arrived = 0;
        write("", 0);
      }
      settle();
    },
  };
  // The merchant opened the page from the dashboard to check the script: the only request that it ever makes.
  if (check) {
    var seen = document.createElement("script");
    seen.src = new URL("seen.js?check=" + encodeURIComponent(check), script.src);
    script.after(seen);
  }
  if (allowed) settle();
  addEventListener("click", decorate, true);
  addEventListener("auxclick", decorate, true);
})();
