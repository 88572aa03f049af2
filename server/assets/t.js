// Keeps the click id of the landing page (?service_id=…) in a cookie of the shop's own domain.
// <script src="https://your-tributary/t.js" data-consent="required" data-domains="sister.example" data-days="30" defer></script>
// Sent without these comments and without indentation: keep each comment on a line of its own.
(function () {
  var name = "service_id";
  var data = document.currentScript.dataset;
  var valid = /^clk_[0-7][0-9a-hjkmnp-tv-z]{25}$/;
  var sisters = (data.domains || "").split(/[\s,]+/);
  var arrived = new URLSearchParams(location.search).get(name);
  if (!valid.test(arrived)) arrived = 0;
  var allowed = data.consent !== "required";

  // An id begins with its time. One from more than a day ahead of this clock is forged, or the clock is far behind: it counts
  // only where there is no other.
  function forged(id) {
    var time = 0;
    for (var i = 4; i < 14; i++) time = time * 32 + "0123456789abcdefghjkmnpqrstvwxyz".indexOf(id[i]);
    // oxlint-disable-next-line house/no-ambient-clock -- the visitor's own
    return time - 864e5 > new Date();
  }

  // Ids are ordered by time: of two the larger is the last click. With a clock far behind all are ahead, and the latter wins.
  function last(kept, id) {
    return kept && !forged(kept) && (kept > id || forged(id)) ? kept : id;
  }

  function stored() {
    return document.cookie
      .split("; ")
      .map(function (c) {
        return c.split(name + "=")[1];
      })
      .filter(function (id) {
        return valid.test(id);
      })
      .reduce(last, 0);
  }

  // The widest domain that the browser accepts: it refuses .com and .co.uk by itself. An address or localhost has none.
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

  // Reads the address anew: a shop that is one page may have changed it since. The other parameters stay as they are.
  function settle() {
    var url = new URL(location.href);
    if (allowed && arrived && arrived === last(stored(), arrived)) write(arrived, (data.days || 30) * 86400);
    if (!url.searchParams.has(name)) return;
    url.search = url.search
      .slice(1)
      .split("&")
      .filter(function (c) {
        return c.split("=")[0] !== name;
      })
      .join("&");
    history.replaceState(history.state, "", url);
  }

  // A link to a sister shop carries the id along, whichever button opens it.
  function decorate(event) {
    var link = event.target.closest && event.target.closest("a[href]");
    var id = allowed && stored();
    if (
      link &&
      id &&
      sisters.some(function (c) {
        return c && ("." + link.hostname).endsWith("." + c);
      })
    ) {
      var url = new URL(link.href);
      url.searchParams.set(name, id);
      link.href = url;
    }
  }

  window.tributary = {
    id: function () {
      return (allowed && (stored() || arrived)) || null;
    },
    consent: function (yes) {
      allowed = !!yes;
      if (!yes) {
        arrived = 0;
        write("", 0);
      }
      settle();
    },
  };
  if (allowed) settle();
  addEventListener("click", decorate, true);
  addEventListener("auxclick", decorate, true);
})();
