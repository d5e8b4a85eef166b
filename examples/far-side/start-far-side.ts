import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

/** The running far side: where it listens, and how to end it. */
export interface FarSide {
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts the far side as a process of its own; it ends with its parent, whatever becomes of that. */
export async function startFarSide(): Promise<FarSide> {
  const child = fork(fileURLToPath(new URL("./main.js", import.meta.url)), {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  const [message] = (await once(child, "message")) as [{ readonly port: number }];
  return {
    url: `http://127.0.0.1:${message.port}`,
    async stop() {
      const exited = once(child, "exit");
      child.disconnect();
      await exited;
    },
  };
}
