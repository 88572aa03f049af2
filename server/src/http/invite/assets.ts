/** Files of our own origin, because the page's policy allows no script and no style inside it. */
export const INVITE_SCRIPT_PATH = "/invite-page.js";
export const INVITE_STYLE_PATH = "/invite-page.css";

export const inviteScript = `"use strict";
const token = location.pathname.split("/").pop();
const status = document.querySelector("[role=status]");

async function call(method, path, body) {
  const options = body === undefined
    ? { method }
    : { method, headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
  const response = await fetch(path, options);
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.error);
  return answer;
}

const accept = (body) => call("POST", "/api/portal/invitations/" + token + "/accept", body);

const steps = {
  register: (fields) => accept({ name: fields.get("name"), password: fields.get("password") }),
  accept: () => accept({}),
  "sign-in": async (fields) => {
    await call("POST", "/api/session", { email: fields.get("email"), password: fields.get("password") });
    return accept({});
  },
  "sign-out": async () => {
    await call("DELETE", "/api/session");
    location.reload();
  },
};

function showAccepted({ affiliation }) {
  for (const form of document.forms) form.hidden = true;
  if (affiliation.status !== "active") {
    status.textContent = "You have joined. The merchant will look at your application before your link counts.";
    return;
  }
  const link = document.createElement("a");
  link.href = affiliation.unique_link;
  link.textContent = affiliation.unique_link;
  status.replaceChildren("You have joined. This is your link: ", link);
}

for (const form of document.forms) {
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const button = form.querySelector("button");
    button.disabled = true;
    status.textContent = "";
    try {
      const answer = await steps[form.dataset.step](new FormData(form));
      if (answer) showAccepted(answer);
    } catch (error) {
      status.textContent = error.message;
    } finally {
      button.disabled = false;
    }
  });
}
`;

export const inviteStyle = `:root { color-scheme: light dark; }
body { font: 1.05rem/1.5 system-ui, sans-serif; margin: 0; padding: 2rem 1rem; }
main { max-width: 34rem; margin: 0 auto; }
dt { font-weight: 600; }
dd { margin: 0 0 .75rem; }
label { display: block; margin: .75rem 0; }
input { display: block; width: 100%; box-sizing: border-box; font: inherit; padding: .5rem; }
button { font: inherit; padding: .5rem 1rem; margin-top: .5rem; }
[role=status] { font-weight: 600; overflow-wrap: anywhere; }
`;
