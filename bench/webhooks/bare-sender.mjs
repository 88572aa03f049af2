// The limit: nothing but undici, posting bodies that were signed before, over a fixed number of connections.
import { Agent } from "undici";

process.on("message", async (message) => {
  const { posts, connections } = /** @type {{ posts: Post[], connections: number }} */ (message);
  const agent = new Agent({ connections, pipelining: 1, keepAliveTimeout: 10_000 });
  let next = 0;
  const worker = async () => {
    for (let post = posts[next++]; post; post = posts[next++]) {
      const answer = await agent.request({ ...post, method: "POST" });
      await answer.body.dump();
    }
  };
  await Promise.all(Array.from({ length: connections }, worker));
  await agent.close();
  process.send?.("done");
});
process.send?.("ready");

/** @typedef {{ origin: string, path: string, headers: Record<string, string>, body: string }} Post */
