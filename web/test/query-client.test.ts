import { QueryObserver } from "@tanstack/react-query";
import { expect, it, vi } from "vitest";
import { ApiFailure } from "../src/api/failure.ts";
import { createQueryClient } from "../src/api/query-client.ts";
import { readEarly } from "../src/session/root-route.tsx";

const read = vi.fn<() => Promise<never>>(() => Promise.reject(new ApiFailure(401, { code: "not_signed_in" })));
const query = { queryKey: ["page"], queryFn: read };

it("reports an expired session when a page shows the query, but not when a link preloads it", async () => {
  const onSignedOut = vi.fn<() => void>();
  const queryClient = createQueryClient(onSignedOut);
  readEarly(queryClient, [query]);
  await vi.waitFor(() => expect(queryClient.getQueryState(query.queryKey)?.status).toBe("error"));
  expect(onSignedOut).not.toHaveBeenCalled();

  const close = new QueryObserver(queryClient, query).subscribe(() => {});
  await vi.waitFor(() => expect(onSignedOut).toHaveBeenCalledOnce());
  readEarly(queryClient, [query]);
  await Promise.resolve();
  expect(read).toHaveBeenCalledTimes(2);
  close();
});
