import { request, type ClientRequest } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { beforeAll, describe, expect, it } from "vitest";
import { aDesk, type Desk } from "../dashboard/desk.ts";
import { appForFile, call, CsvBody, type TestResponse, type TestApp } from "../support/app.ts";
import { until } from "../start/processes.ts";

let app: TestApp;
let port: number;
beforeAll(async () => {
  app = await appForFile({ SIGNUP: "open" });
  await app.http.listen({ port: 0, host: "127.0.0.1" });
  port = (app.http.server.address() as AddressInfo).port;
});

const HEADINGS = "payout_id,status\n";

const upload = (desk: Desk, csv: string): Promise<TestResponse> =>
  desk.send("POST", "payout-imports/preview", new CsvBody(csv));

async function refusal(desk: Desk, csv: string): Promise<[number, string]> {
  const { status, body } = await upload(desk, csv);
  return [status, body.error as string];
}

describe("an uploaded CSV of bank results", () => {
  it("has limits, each with an error that names the line", async () => {
    const desk = await aDesk(app);
    const noHeadings = [400, "The first line must contain column headings, including payout_id and status."];
    expect(await refusal(desk, "")).toEqual(noHeadings);
    expect(await refusal(desk, "a,b\n1,2\n")).toEqual(noHeadings);
    expect(await refusal(desk, `payout_id,status${",".repeat(19)}\n`)).toEqual([
      400,
      "Line 1 has more than 20 columns. Remove those you do not need.",
    ]);
    expect(await refusal(desk, `${HEADINGS}x,paid\ny,paid,Miller, John\n`)).toEqual([
      400,
      "Line 3 has 4 cells, which does not match the number of headings.",
    ]);
    expect(await refusal(desk, `${HEADINGS}x,paid\n${"x".repeat(501)},paid\n`)).toEqual([
      400,
      "Line 3 has a cell with more than 500 characters. Shorten it.",
    ]);
    expect(await refusal(desk, `${HEADINGS}${"x,paid\n".repeat(20_001)}`)).toEqual([
      400,
      "Line 20002: the file has more than 20,000 lines. Split it.",
    ]);
    expect(await refusal(desk, `${HEADINGS}"po_1,paid\n`)).toEqual([
      400,
      "Line 2: the file ends inside a quoted cell. Close the quote.",
    ]);
    expect(await refusal(desk, `${HEADINGS}"x"y,paid\n`)).toEqual([
      400,
      "Line 2 has a quote in the wrong place. Quote the whole cell and double the quotes inside it.",
    ]);
    const large = HEADINGS + " ".repeat(2_000_000);
    expect(await refusal(desk, large)).toEqual([413, "The file is larger than 2 MB. Split it."]);
    const longest = await upload(desk, `${HEADINGS}${"x,paid\n".repeat(20_000)}`);
    expect(longest.body).toMatchObject({ changes: 0, refused: 20_000 });
    expect(longest.body.results).toHaveLength(20_000);
    expect((await upload(desk, `${HEADINGS}${"x".repeat(500)},paid\n`)).body.refused).toBe(1);
    expect((await upload(desk, `${HEADINGS}x\0,paid`)).body.results[0].error).toBe(
      "The line contains characters that are not text.",
    );
  });

  it("is rejected with an error over a real connection, which stays usable", async () => {
    const desk = await aDesk(app);
    const send = async (csv: string): Promise<[number, string]> => {
      const response = await fetch(
        `http://127.0.0.1:${port}/api/dashboard/${desk.merchant.accountId}/payout-imports/preview`,
        {
          method: "POST",
          headers: { "content-type": "text/csv", cookie: desk.browser.cookie ?? "", "sec-fetch-site": "same-origin" },
          body: csv,
        },
      );
      return [response.status, ((await response.json()) as { error: string }).error];
    };
    for (let tries = 0; tries < 4; tries += 1) {
      expect(await send("a,b\n".repeat(50_000))).toEqual([
        400,
        "The first line must contain column headings, including payout_id and status.",
      ]);
      expect(await send(HEADINGS + " ".repeat(2_500_000))).toEqual([413, "The file is larger than 2 MB. Split it."]);
    }
    // The client would reuse them for its next request.
    app.http.server.closeAllConnections();
  });

  it("is UTF-8 text of the type text/csv, even where a chunk splits a character", async () => {
    const desk = await aDesk(app);
    const path = `/api/dashboard/${desk.merchant.accountId}/payout-imports/preview`;
    const as = (type: string, raw: string | Buffer) =>
      call(app, "POST", path, {
        raw: raw as string,
        headers: { "sec-fetch-site": "same-origin", cookie: desk.browser.cookie ?? "", "content-type": type },
      });
    expect((await as("application/json", '{"csv":"payout_id,status"}')).body).toMatchObject({
      code: "unsupported_media_type",
      error: "Send the file as text/csv.",
    });
    expect((await as("application/json", "[".repeat(1_900_000))).status).toBe(415);
    const latin = Buffer.from("payout_id,status\nM\u00FCller,paid\n", "latin1");
    expect((await as("text/csv", latin)).body.error).toBe("The file is not UTF-8 text. Save it as CSV UTF-8.");
    const cut = `${HEADINGS}${"\u20AC".repeat(400)},paid\n${`${"\u20AC".repeat(100)},paid\n`.repeat(1_000)}`;
    const { body } = await as("text/csv; charset=utf-8", cut);
    expect(new Set((body.results as { payout_id: string }[]).map((each) => each.payout_id))).toEqual(
      new Set(["\u20AC".repeat(400), "\u20AC".repeat(100)]),
    );
  });

  it("is parsed one at a time per account, and a second gets a retry error", async () => {
    const desk = await aDesk(app);
    const other = await aDesk(app);
    const begin = (): ClientRequest => {
      const open = request({
        host: "127.0.0.1",
        port,
        method: "POST",
        path: `/api/dashboard/${desk.merchant.accountId}/payout-imports`,
        headers: { "content-type": "text/csv", "sec-fetch-site": "same-origin", cookie: desk.browser.cookie ?? "" },
      });
      open.write(HEADINGS);
      return open;
    };
    const isBusy = async (): Promise<boolean> => (await upload(desk, HEADINGS)).status === 429;
    /**
     * The check whether it is busy is an upload too and may come first; then the open one is rejected and restarted.
     */
    const begun = async (): Promise<{ open: ClientRequest; answer: Promise<unknown> }> => {
      const open = begin();
      let refused = false;
      const answer = new Promise<unknown>((resolve) =>
        open.on("response", (response) => {
          refused = response.statusCode === 429;
          resolve(json(response));
        }),
      );
      open.on("error", () => {});
      const state = await until(async () => (refused ? "refused" : (await isBusy()) ? "begun" : undefined));
      if (state === "begun") return { open, answer };
      open.destroy();
      return begun();
    };

    const first = await begun();
    expect((await upload(desk, HEADINGS)).body).toMatchObject({
      code: "import_running",
      error: "Another import for this account is still running. Try again when it has finished.",
    });
    expect((await upload(other, HEADINGS)).status).toBe(200);
    first.open.end("po_unknown,paid\n");
    expect(await first.answer).toMatchObject({ changes: 0, refused: 1 });
    await until(async () => ((await isBusy()) ? undefined : true));

    const second = await begun();
    second.open.destroy();
    await until(async () => ((await isBusy()) ? undefined : true));
  });
});
