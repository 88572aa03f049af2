import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import fastify, { type FastifyInstance } from "fastify";
import { describe, expect, it, onTestFinished } from "vitest";
import { sendCsv, type Columns } from "../../src/http/response/send-csv.ts";

type Row = readonly [text: string | null, figure: number, flag: boolean];
const columns: Columns<Row> = [
  ["text", ([text]) => text],
  ["figure", ([, figure]) => figure],
  ["flag", ([, , flag]) => flag],
];

async function serve(batches: () => AsyncGenerator<Row[], void>): Promise<FastifyInstance> {
  const app = fastify();
  onTestFinished(() => app.close());
  app.get("/rows.csv", (_request, reply) => sendCsv(reply, { name: "rows", columns, batches: batches() }));
  await app.listen({ host: "127.0.0.1", port: 0 });
  return app;
}

async function request(app: FastifyInstance): Promise<IncomingMessage> {
  const { port } = app.server.address() as AddressInfo;
  const [response] = (await once(get({ host: "127.0.0.1", port, path: "/rows.csv" }), "response")) as [IncomingMessage];
  return response;
}

async function* of(...batches: Row[][]): AsyncGenerator<Row[], void> {
  yield* batches;
}

describe("a CSV", () => {
  it("escapes text that a spreadsheet would run, and leaves numbers, null and booleans unchanged", async () => {
    const texts = [
      "=1+1",
      "+49 30",
      "-5",
      "@SUM(A1)",
      "\tx",
      "\rx",
      "plain",
      'say "hi", twice',
      null,
      "x;=cmd|' /C calc'!A0;y",
    ];
    const app = await serve(() =>
      of(texts.map((text, index): Row => [text, index === 0 ? -7.5 : index, index % 2 === 0])),
    );
    const { body } = await app.inject({ url: "/rows.csv" });
    expect(body.slice(1).split("\r\n")).toEqual([
      "text,figure,flag",
      "'=1+1,-7.5,true",
      "'+49 30,1,false",
      "'-5,2,true",
      "'@SUM(A1),3,false",
      `"'\tx",4,true`,
      `"'\rx",5,false`,
      "plain,6,true",
      '"say ""hi"", twice",7,false',
      ",8,true",
      `"x;'=cmd|' /C calc'!A0;y",9,false`,
      "",
    ]);
    expect(body.codePointAt(0)).toBe(0xfeff);
  });

  it("keeps text with any kind of line break in its cell", async () => {
    const app = await serve(() => of(["a\n=1", "a\r=1", "a\r\n=1"].map((text): Row => [text, 1, true])));
    const { body } = await app.inject({ url: "/rows.csv" });
    expect(body).toBe('\uFEFFtext,figure,flag\r\n"a\n\'=1",1,true\r\n"a\r\'=1",1,true\r\n"a\r\n\'=1",1,true\r\n');
  });

  it("without rows has its header", async () => {
    const app = await serve(() => of([]));
    expect((await app.inject({ url: "/rows.csv" })).body).toBe("\uFEFFtext,figure,flag\r\n");
  });

  it("without an end is streamed, waits for its reader, and stops when the reader disconnects", async () => {
    let made = 0;
    let left: () => void = () => {};
    const hasLeft = new Promise<void>((resolve) => {
      left = resolve;
    });
    const app = await serve(async function* () {
      try {
        for (;;) {
          made += 1;
          yield Array.from({ length: 500 }, (_, index): Row => ["a text of some length", index, true]);
        }
      } finally {
        left();
      }
    });
    const response = await request(app);
    const [chunk] = (await once(response, "data")) as [Buffer];
    expect(chunk.toString()).toContain("text,figure,flag");
    response.pause();
    // The reader takes nothing, so only what fills the sockets is produced.
    let before = 0;
    await expect
      .poll(() => {
        const stood = made === before;
        before = made;
        return stood;
      })
      .toBe(true);
    response.destroy();
    await hasLeft;
  });

  it("that fails before its first row is an ordinary error, and one that fails later is cut off", async () => {
    const app = await serve(async function* () {
      yield* of();
      throw new Error("no database");
    });
    expect((await app.inject({ url: "/rows.csv" })).statusCode).toBe(500);
    const late = await serve(async function* () {
      yield [["first", 1, true]];
      throw new Error("no database");
    });
    const response = await request(late);
    response.resume();
    const [error] = (await once(response, "error")) as [NodeJS.ErrnoException];
    expect(error.code).toBe("ECONNRESET");
  });
});
