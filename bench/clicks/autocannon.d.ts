/** What the benchmark uses of it: the package brings no types. */
declare module "autocannon" {
  interface Client {
    setRequests(requests: { method: string; path: string }[]): void;
    on(event: "headers", listener: (head: { statusCode: number; headers: string[] }) => void): void;
    on(event: "response", listener: (status: number, bytes: number, durationMs: number) => void): void;
  }
  interface Options {
    url: string;
    connections: number;
    duration: number;
    setupClient: (client: Client) => void;
  }
  export default function autocannon(options: Options): Promise<unknown>;
}
