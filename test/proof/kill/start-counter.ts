import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

/** The judge: a process that counts what happened, whoever made it happen. */
export interface Counter {
  readonly port: number;
  effects(): Promise<readonly { readonly key: string; readonly call: string }[]>;
  stop(): void;
}

export async function startCounter(): Promise<Counter> {
  const child = spawn(process.execPath, [fileURLToPath(new URL("./counter.mjs", import.meta.url))], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [first] = await once(child.stdout, "data");
  const port = Number(String(first).trim());
  return {
    port,
    effects: async () => (await fetch(`http://127.0.0.1:${port}/`)).json() as never,
    stop: () => void child.kill("SIGKILL"),
  };
}
