import type { CallName } from "../ledger/call-record.js";
import type { ExecutionRecord } from "../ledger/execution-record.js";
import type { Signal } from "../tool/signal.js";
import type { CallRequest } from "./call-request.js";
import { undecidedBy } from "./gates/undecided-by.js";
import { join } from "./join.js";
import type { Link } from "./link.js";
import type { LinkedTool } from "./linked-tool.js";
import { makeCall } from "./make-call.js";
import { recoverOne } from "./recover-lapsed.js";
import { isLapsed } from "./recovery.js";
import type { AnyResult } from "./result.js";
import { rejected, resultOf } from "./result-of.js";

/** A call that is under way without anybody waiting for it; `collect` fetches what becomes of it. */
export interface Started {
  readonly status: "started";
  readonly tool: string;
  readonly callId: string;
}

interface Running {
  readonly tool: string;
  readonly user: string | null;
  readonly ended: Promise<AnyResult>;
}

/** Calls that run detached from whoever made them. */
export class Background {
  readonly #link: Link;
  readonly #running = new Map<string, Running>();

  constructor(link: Link) {
    this.#link = link;
  }

  /**
   * Resolves once the call is claimed, or answered without that. A plain read claims nothing: until it has ended, only
   * this process knows of it.
   */
  start(tool: LinkedTool, value: unknown, request: CallRequest): Promise<AnyResult | Started> {
    const { policy } = tool;
    const { callId, user } = request.caller;
    const call = nameOf(request.caller);
    return new Promise((resolve, reject) => {
      const begun = () => {
        if (!this.#running.has(call)) this.#running.set(call, { tool: policy.name, user, ended });
        resolve({ status: "started", tool: policy.name, callId });
      };
      const detached = { ...request, signal: undefined, join: true };
      const ended = makeCall({ ...this.#link, begun }, tool, value, detached);
      const leave = () => {
        if (this.#running.get(call)?.ended === ended) this.#running.delete(call);
      };
      ended.then(
        (result) => {
          leave();
          resolve(result);
        },
        (error: Error) => {
          // Once it was under way nobody holds this promise: the operator is told, and the ledger tells who collects.
          if (this.#running.get(call)?.ended === ended)
            this.#link.notice({ kind: "background_failed", tool: policy.name, message: error.message });
          leave();
          reject(error);
        },
      );
    });
  }

  /**
   * Waits for a call that was made in any process; null if nobody knows it. Aborting only ends the waiting. Where a user
   * is named, what was done for another is not handed out, unless its spec shares it.
   */
  async collect(name: CallName, user: string | undefined, signal: Signal | undefined): Promise<AnyResult | null> {
    const here = this.#running.get(nameOf(name));
    const mine = user === undefined || here?.user === user;
    const result = here && mine && (await unlessAborted(here.ended, signal));
    if (result) return result;
    for (;;) {
      const { call, execution, nowMs } = await this.#link.ledger.look(name, "");
      const tool = execution && this.#link.tools.get(execution.tool);
      if (!call || !tool) return here && mine ? { status: "busy", tool: here.tool, callId: name.callId } : null;
      const tell = (record: ExecutionRecord) => resultOf(tool.policy, record, name.callId, true);
      if (user !== undefined && execution.user !== user && !tool.policy.key?.share)
        return rejected(execution.tool, name.callId, "not_shared", "this was done for another user");
      if (execution.status !== "running") return tell(execution);
      if (!isLapsed(execution, nowMs)) {
        if (!(await join(this.#link, execution, nowMs, signal))) return tell(execution);
      } else if (!(await recoverOne(this.#link, execution))) {
        const { execution: now } = await this.#link.ledger.look(name, "");
        if (now?.revision === execution.revision) return tell(undecidedBy(execution, "it cannot be recovered now"));
      }
    }
  }

  /** Resolves when nothing runs any more. */
  async ended(): Promise<void> {
    await Promise.allSettled([...this.#running.values()].map(({ ended }) => ended));
  }
}

function nameOf({ tenant, thread, callId }: CallName): string {
  return JSON.stringify([tenant, thread, callId]);
}

/** The result; undefined if waiting was given up, or the call threw and only the ledger can tell. */
async function unlessAborted(ended: Promise<AnyResult>, signal: Signal | undefined) {
  const settled = ended.catch(() => undefined);
  if (!signal) return settled;
  if (signal.aborted) return undefined;
  return new Promise<AnyResult | undefined>((resolve) => {
    const stop = () => resolve(undefined);
    signal.addEventListener("abort", stop, { once: true });
    void settled.then((result) => {
      signal.removeEventListener("abort", stop);
      resolve(result);
    });
  });
}
