import { QueryObserver } from "@tanstack/react-query";
import { expect, it, vi } from "vitest";
import { ApiFailure } from "../src/api/failure.ts";
import { createQueryClient } from "../src/api/query-client.ts";
import { readEarly } from "../src/session/root-route.tsx";

const read = vi.fn<() => Promise<never>>(() => Promise.reject(new ApiFailure(401, { code: "not_signed_in" })));
const query = { queryKey: ["page"], queryFn: read };

/** A server whose responses arrive when the test says so. Each shows the state at the time of its request. */
function serverWith(state: string) {
  const held: (() => void)[] = [];
  const server = {
    state,
    read: () => {
      const seen = server.state;
      return new Promise<string>((resolve) => held.push(() => resolve(seen)));
    },
    respond: () => {
      for (const respond of held.splice(0)) respond();
    },
  };
  return server;
}

it.each(["preloads", "opens"])(
  "never shows a response from before a change to a page that %s meanwhile",
  async (does) => {
    const queryClient = createQueryClient(() => undefined);
    const server = serverWith("pending");
    const conversion = { queryKey: ["account", "conversion"], queryFn: server.read };
    const shown: unknown[] = [];
    const observer = new QueryObserver(queryClient, conversion);
    const open = (): (() => void) => observer.subscribe(({ data }) => shown.push(data));
    readEarly(queryClient, [conversion]);
    const awaited = queryClient.ensureQueryData(conversion);
    let close = does === "opens" ? open() : undefined;

    server.state = "rejected";
    void queryClient.invalidateQueries({ queryKey: ["account"] });
    server.respond();
    expect(await awaited).toBe("rejected");
    close ??= open();
    await expect.poll(() => observer.getCurrentResult().data).toBe("rejected");
    expect(shown).not.toContain("pending");
    close();
  },
);

it("reports an expired session when a page shows the query, but not when a link preloads it", async () => {
  const onSignedOut = vi.fn<() => void>();
  const queryClient = createQueryClient(onSignedOut);
  readEarly(queryClient, [query]);
  await expect.poll(() => queryClient.getQueryState(query.queryKey)?.status).toBe("error");
  expect(onSignedOut).not.toHaveBeenCalled();

  const close = new QueryObserver(queryClient, query).subscribe(() => {});
  await expect.poll(() => onSignedOut.mock.calls.length).toBe(1);
  readEarly(queryClient, [query]);
  await Promise.resolve();
  expect(read).toHaveBeenCalledTimes(2);
  close();
});
