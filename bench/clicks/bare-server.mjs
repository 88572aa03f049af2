// The baseline: a node:http server that only returns a constant 302.
import { createServer } from "node:http";

const server = createServer((_request, response) => {
  response.writeHead(302, { location: "https://shop.example/", "content-length": "0" });
  response.end();
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  process.send?.(typeof address === "object" && address ? address.port : 0);
});
