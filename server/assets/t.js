// Stores the click ID of the landing page (?service_id=…) in a first-party cookie of the shop.
// <script src="https://your-tributary/t.js" data-consent="required" data-domains="sister.example" data-days="30" defer></script>
// data-stripe, data-shopify, data-lemon and data-paddle carry the ID to the checkout. data-keep leaves it in the URL.
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

  function current() {
    return (allowed && (stored() || arrived)) || "";
  }

  // Reads the URL again, because a single-page shop may have changed it. Keeps the other parameters.
  function settle() {
    var url = new URL(location.href);
    if (allowed && arrived && arrived === last(stored(), arrived)) write(arrived, (data.days || 30) * 86400);
    carry();
    if (current()) tellCart(current());
    if (!url.searchParams.has(name) || (arrived && "keep" in data)) return;
    url.search = url.search
      .slice(1)
      .split("&")
      .filter((c) => c.split("=")[0] !== name)
      .join("&");
    history.replaceState(history.state, "", url);
  }

  // What an element carries in place of this: the shop's own reference stays, and an ID goes when consent is withdrawn.
  function instead(old) {
    return old && !valid.test(old) ? old : current() || (allowed ? old : "");
  }

  function inLink(parameter, pattern) {
    return (href) => {
      if (pattern && !pattern.test(href)) return href;
      var url = new URL(href);
      var old = url.searchParams.get(parameter) || "";
      var id = instead(old);
      if (id) url.searchParams.set(parameter, id);
      else url.searchParams.delete(parameter);
      return id === old ? href : url.href;
    };
  }

  function inJson(text) {
    try {
      var custom = JSON.parse(text || "{}");
      var old = custom[name] || "";
      var id = instead(old);
      if (id === old) return text;
      custom[name] = id || undefined;
      // Paddle refuses an empty object.
      return JSON.stringify(custom).replace(/^{}$/, "");
    } catch {
      return text;
    }
  }

  // The elements that lead to a checkout, the attribute that carries the ID, and how it changes.
  var carriers = [
    ["stripe", 'a[href^="https://buy.stripe.com/"]', "href", inLink("client_reference_id")],
    ["stripe", "stripe-pricing-table,stripe-buy-button", "client-reference-id", instead],
    [
      "lemon",
      'a[href*=".lemonsqueezy.com/"]',
      "href",
      inLink("checkout[custom][" + name + "]", /^https:\/\/[\w-]+\.lemonsqueezy\.com\/(checkout|buy)\b/),
    ],
    // Paddle would replace the data of an existing transaction.
    ["paddle", ".paddle_button:not([data-transaction-id])", "data-custom-data", inJson],
  ].filter((c) => c[0] in data);

  function carry() {
    carriers.forEach(([, selector, attribute, change]) =>
      document.querySelectorAll(selector).forEach((element) => {
        var old = element.getAttribute(attribute) || "";
        var text = change(old);
        if (text === old) return;
        if (text) element.setAttribute(attribute, text);
        else element.removeAttribute(attribute);
      }),
    );
  }

  // Writes the ID into Shopify's cart, once per tab, ID and cart: the cookie of a new cart differs.
  var told;
  function tellCart(id) {
    var mark = () => id + /\bcart=[^;]*|$/.exec(document.cookie);
    try {
      if (!("shopify" in data) || told === id || sessionStorage[name] === mark()) return;
      told = id;
      // oxlint-disable-next-line no-restricted-globals -- the shop's own cart
      fetch("/cart/update.js", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ attributes: { [name]: id } }),
        keepalive: true,
      }).then(
        (response) => {
          if (response.ok) sessionStorage[name] = mark();
        },
        () => {},
      );
    } catch {
      // A browser without storage has no cart either.
    }
  }

  function wrapPaddle() {
    var checkout = (window.Paddle || {}).Checkout || {};
    ["open", "updateCheckout"].forEach((method) => {
      var plain = checkout[method];
      if (!plain || plain[name]) return;
      checkout[method] = (options = {}) => {
        var custom = options.customData;
        var id = current();
        // Custom data replaces what an existing transaction has, so it is only completed there.
        if (id && (custom || (method === "open" && !options.transactionId)))
          options = { ...options, customData: { ...custom, [name]: id } };
        return plain.call(checkout, options);
      };
      checkout[method][name] = 1;
    });
  }

  // Adds the ID to links to sister shops, for any mouse button.
  function decorate(event) {
    carry();
    var link = event.target.closest && event.target.closest("a[href]");
    var id = allowed && stored();
    if (link && id && sisters.some((c) => c && ("." + link.hostname).endsWith("." + c))) {
      var url = new URL(link.href);
      url.searchParams.set(name, id);
      link.href = url;
    }
  }

  window.tributary = {
    id: () => current() || null,
    consent: (yes) => {
      if (!yes && (told || stored())) tellCart("");
      allowed = !!yes;
      if (!yes) {
        arrived = 0;
        write("", 0);
      }
      settle();
    },
  };
  // The merchant opened the page from the dashboard to check the script: the only request that it ever makes to Tributary.
  if (check) {
    var seen = document.createElement("script");
    seen.src = new URL("seen.js?check=" + encodeURIComponent(check), script.src);
    script.after(seen);
  }
  if (allowed) settle();
  if (carriers[0]) new MutationObserver(carry).observe(document, { childList: true, subtree: true });
  if ("paddle" in data) {
    wrapPaddle();
    // Paddle.js may load later. Load events of elements do not reach the window.
    document.addEventListener("load", wrapPaddle, true);
  }
  addEventListener("click", decorate, true);
  addEventListener("auxclick", decorate, true);
})();
