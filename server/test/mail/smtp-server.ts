import { createServer, type AddressInfo, type Socket } from "node:net";

export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
  /** The decoded body of a plain-text email. */
  readonly text: string;
}

/** How the server treats an email: accepts it, rejects its recipient permanently, defers it, or disconnects. */
export type Behaviour = "accept" | "refuse_reader" | "busy" | "hang_up";

/** A small mail server that listens on loopback and keeps what it receives. */
export interface SmtpServer {
  readonly url: string;
  readonly received: ReceivedMail[];
  readonly connections: () => number;
  behave(how: Behaviour): void;
  close(): Promise<void>;
}

export async function startSmtpServer(): Promise<SmtpServer> {
  const received: ReceivedMail[] = [];
  const sockets = new Set<Socket>();
  let behaviour: Behaviour = "accept";
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket)).on("error", () => {});
    if (behaviour === "hang_up") socket.destroy();
    else converse(socket, behaviour, (mail) => received.push(mail));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    connections: () => connections,
    behave: (how) => {
      behaviour = how;
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function converse(socket: Socket, behaviour: Behaviour, onMail: (mail: ReceivedMail) => void): void {
  let buffered = "";
  let from = "";
  let to: string[] = [];
  let inData = false;
  const say = (line: string): void => void socket.write(`${line}\r\n`);
  const take = (line: string): void => {
    const [command = ""] = line.toUpperCase().split(/[ :]/);
    if (command === "EHLO") say("250 loopback");
    else if (command === "MAIL") {
      from = addressIn(line);
      say(behaviour === "busy" ? "451 try again later" : "250 ok");
    } else if (command === "RCPT") {
      to.push(addressIn(line));
      say(behaviour === "refuse_reader" ? `550 no such user ${addressIn(line)}` : "250 ok");
    } else if (command === "DATA") {
      inData = true;
      say("354 go on");
    } else if (command === "QUIT") socket.end("221 bye\r\n");
    else {
      if (command === "RSET") to = [];
      say("250 ok");
    }
  };
  say("220 loopback");
  socket.on("data", (bytes) => {
    buffered += bytes.toString("latin1");
    for (;;) {
      const end = buffered.indexOf(inData ? "\r\n.\r\n" : "\r\n");
      if (end < 0) return;
      const part = buffered.slice(0, end);
      buffered = buffered.slice(end + (inData ? 5 : 2));
      if (!inData) take(part);
      else {
        inData = false;
        onMail({ from, to, ...parseMail(part) });
        to = [];
        say("250 queued");
      }
    }
  });
}

const addressIn = (line: string): string => /<([^>]*)>/.exec(line)?.[1] ?? "";

function parseMail(raw: string): Pick<ReceivedMail, "headers" | "text"> {
  const split = raw.indexOf("\r\n\r\n");
  const head = raw.slice(0, split).replaceAll(/\r\n[ \t]+/g, " ");
  const headers = Object.fromEntries(
    head
      .split("\r\n")
      .map((line) => [line.slice(0, line.indexOf(":")).toLowerCase(), line.slice(line.indexOf(":") + 1).trim()]),
  );
  return { headers, text: decode(raw.slice(split + 4), headers["content-transfer-encoding"] ?? "7bit") };
}

function decode(body: string, encoding: string): string {
  if (encoding === "base64") return Buffer.from(body, "base64").toString("utf8");
  const plain =
    encoding === "quoted-printable"
      ? body
          .replaceAll(/=\r\n/g, "")
          .replaceAll(/=([0-9A-F]{2})/g, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
      : body;
  return Buffer.from(plain, "latin1").toString("utf8").replaceAll("\r\n", "\n");
}
