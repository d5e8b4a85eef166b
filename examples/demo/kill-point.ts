import type { Ledger } from "@toolwright/runtime";
import type { Send } from "../clients/send.js";

/** Where a process can be killed in the life of a call: on both sides of everything it does outside itself. */
export const killPoints = [
  "before the look-up",
  "after the look-up",
  "before the claim is written",
  "after the claim is written",
  "before the request is sent",
  "while the request is on its way",
  "after the answer has come",
  "before the outcome is written",
  "after the outcome is written",
] as const;

export type KillPoint = (typeof killPoints)[number];

/** Ends this process as `kill -9` does: no handler runs, nothing is flushed. */
function die(): Promise<never> {
  process.kill(process.pid, "SIGKILL");
  return new Promise(() => {});
}

/** The same ledger, in a process that dies at this point. */
export function deadlyLedger<L extends Ledger>(ledger: L, point: KillPoint | null): L {
  return {
    ...ledger,
    async look(call, key) {
      if (point === "before the look-up") await die();
      const sight = await ledger.look(call, key);
      if (point === "after the look-up") await die();
      return sight;
    },
    async write(change) {
      const what = change.execution?.next.status === "running" ? "claim" : "outcome";
      if (point === `before the ${what} is written`) await die();
      const written = await ledger.write(change);
      if (point === `after the ${what} is written`) await die();
      return written;
    },
  };
}

/** The same way to the far side, in a process that dies at this point. */
export function deadlySend(send: Send, point: KillPoint | null): Send {
  return async (sending) => {
    if (point === "before the request is sent") await die();
    const answer = send(sending);
    // Long enough for the request to leave, and often too short for the answer: what happened is open.
    if (point === "while the request is on its way") setTimeout(die, 5);
    const received = await answer;
    if (point === "while the request is on its way" || point === "after the answer has come") await die();
    return received;
  };
}
