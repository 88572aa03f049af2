import { createSocket, type RemoteInfo } from "node:dgram";
import { isIPv6 } from "node:net";
import ipaddr from "ipaddr.js";
import { RECEIVER_HOST } from "./certificates.ts";

const A = 1;
const AAAA = 28;
const HEADER_BYTES = 12;

/** The addresses of a name; `asked` counts earlier queries for it, by type. */
export type Zone = (name: string, asked: number) => readonly string[];

export interface NameServer {
  /** In the form that a resolver takes. */
  readonly address: string;
  readonly asked: ReadonlyMap<string, number>;
  close(): Promise<void>;
}

/** A name server whose responses the test controls, and that can change them between queries. */
export async function startNameServer(zone: Zone): Promise<NameServer> {
  const asked = new Map<string, number>();
  const socket = createSocket("udp4");
  socket.on("message", (query: Buffer, from: RemoteInfo) => {
    const { name, type, end } = questionOf(query);
    const key = `${type} ${name}`;
    const before = asked.get(key) ?? 0;
    asked.set(key, before + 1);
    const answers = zone(name, before).filter((address) =>
      type === AAAA ? isIPv6(address) : type === A && !isIPv6(address),
    );
    socket.send(answerTo(query.subarray(0, end), answers), from.port, from.address);
  });
  await new Promise<void>((resolve) => socket.bind(0, RECEIVER_HOST, resolve));
  return {
    address: `${RECEIVER_HOST}:${socket.address().port}`,
    asked,
    close: () => new Promise((resolve) => socket.close(() => resolve())),
  };
}

function questionOf(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = HEADER_BYTES;
  for (let length = query.readUInt8(at); length > 0; length = query.readUInt8(at)) {
    labels.push(query.toString("latin1", at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join(".").toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 };
}

function answerTo(question: Buffer, addresses: readonly string[]): Buffer {
  const header = Buffer.from(question.subarray(0, HEADER_BYTES));
  header.writeUInt16BE(0x8180, 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(addresses.length, 6);
  header.writeUInt32BE(0, 8);
  const records = addresses.map((address) => {
    const bytes = Buffer.from(ipaddr.parse(address).toByteArray());
    const record = Buffer.alloc(12);
    record.writeUInt16BE(0xc000 + HEADER_BYTES, 0);
    record.writeUInt16BE(bytes.length === 4 ? A : AAAA, 2);
    record.writeUInt16BE(1, 4);
    record.writeUInt32BE(0, 6); // TTL 0
    record.writeUInt16BE(bytes.length, 10);
    return Buffer.concat([record, bytes]);
  });
  return Buffer.concat([header, question.subarray(HEADER_BYTES), ...records]);
}
