// The baseline: a node:http server that only returns a constant 302, in as many processes as its argument says.
import cluster from "node:cluster";
import { createServer } from "node:http";

const processes = Number(process.argv[2] ?? 1);
if (processes > 1 && cluster.isPrimary) {
  /** @type {number[]} */
  const ports = [];
  cluster.on("listening", (_worker, { port }) => {
    ports.push(port);
    if (ports.length === processes) process.send?.(port);
  });
  for (let i = 0; i < processes; i += 1) cluster.fork();
} else {
  const server = createServer((_request, response) => {
    response.writeHead(302, { location: "https://shop.example/", "content-length": "0" });
    response.end();
  });
  server.listen(0, "127.0.0.1", () => {
    const address = server.address();
    if (cluster.isPrimary) process.send?.(typeof address === "object" && address ? address.port : 0);
  });
}
