// The baseline: only undici, posting bodies that were signed in advance, over a fixed number of connections.
import { Agent } from "undici";

process.on("message", (message) => void post(/** @type {{ posts: Post[], connections: number }} */ (message)));
process.send?.("ready");

/** @param {{ posts: Post[], connections: number }} what */
async function post({ posts, connections }) {
  const agent = new Agent({ connections, pipelining: 1, keepAliveTimeout: 10_000 });
  let next = 0;
  const worker = async () => {
    for (let each = posts[next++]; each; each = posts[next++]) {
      const answer = await agent.request({ ...each, method: "POST" });
      await answer.body.dump();
    }
  };
  await Promise.all(Array.from({ length: connections }, worker));
  await agent.close();
  process.send?.("done");
}

/** @typedef {{ origin: string, path: string, headers: Record<string, string>, body: string }} Post */
