import { connect as connectSocket, createServer, type NetConnectOpts, type Socket } from "node:net";
import type { Connection } from "../../src/db/database.ts";
import { freePort } from "../../../scripts/free-port.mjs";

/** A connection between the application and its database that a test can cut and restore. */
export interface Cable {
  readonly connection: Connection;
  pull(): Promise<void>;
  plug(): Promise<void>;
  /** New connections go there; existing ones stay. */
  leadTo(connection: Connection): void;
  /** Like a host that lost power: nothing is closed and nothing arrives, on new connections either. */
  silence(): void;
  /** New connections work again; the silent ones stay silent. */
  speak(): void;
  /** Closes the connection on which the server next sends these bytes, right after them. */
  cutAfter(bytes: Buffer): void;
}

export async function cableTo(connection: Connection): Promise<Cable> {
  const sockets = new Set<Socket>();
  let target = targetOf(connection);
  let isSilent = false;
  let last: Buffer | undefined;
  const server = createServer((inside) => {
    if (isSilent) {
      sockets.add(inside);
      inside.on("error", () => {});
      return;
    }
    const outside = connectSocket(target);
    for (const [from, to] of [
      [inside, outside],
      [outside, inside],
    ] as const) {
      sockets.add(from);
      from.on("error", () => to.destroy());
      from.on("close", () => {
        sockets.delete(from);
        to.destroy();
      });
    }
    inside.pipe(outside);
    outside.on("data", (chunk: Buffer) => {
      const at = last === undefined ? -1 : chunk.indexOf(last);
      if (last === undefined || at === -1) return;
      outside.unpipe();
      inside.end(chunk.subarray(0, at + last.length));
      last = undefined;
    });
    outside.pipe(inside);
  });
  const listen = (port: number): Promise<void> =>
    new Promise((resolve, reject) => {
      server.once("error", reject);
      server.listen(port, "127.0.0.1", () => {
        server.off("error", reject);
        resolve();
      });
    });
  const port = await freePort();
  await listen(port);
  return {
    connection: through(connection, port),
    plug: () => listen(port),
    leadTo: (other) => {
      target = targetOf(other);
    },
    silence: () => {
      isSilent = true;
      for (const socket of sockets) socket.unpipe();
    },
    speak: () => {
      isSilent = false;
    },
    cutAfter: (bytes) => {
      last = bytes;
    },
    pull: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

function targetOf({ connectionString, host, port }: Connection): NetConnectOpts {
  if (connectionString !== undefined) {
    const url = new URL(connectionString);
    return { host: url.hostname, port: Number(url.port || 5432) };
  }
  // A folder is the directory of the server's socket.
  return host?.startsWith("/")
    ? { path: `${host}/.s.PGSQL.${port ?? 5432}` }
    : { host: host ?? "", port: port ?? 5432 };
}

function through(connection: Connection, port: number): Connection {
  if (connection.connectionString === undefined) return { ...connection, host: "127.0.0.1", port };
  const url = new URL(connection.connectionString);
  url.host = `127.0.0.1:${port}`;
  return { connectionString: url.href };
}
