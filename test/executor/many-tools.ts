import {
  createExecutor,
  defineRegistry,
  type Executor,
  type ExecutorOptions,
  type Ledger,
  type Notice,
  type Registry,
  type StatePolicy,
  type ToolPolicy,
} from "@toolwright/runtime";
import { type AnyCatalog, AnyTool, anyContract, type Body, people, policyOf } from "./one-tool.js";

export interface ManyTools {
  /** Bodies by tool name, or bodies with what their policies say otherwise. */
  readonly tools: { readonly [name: string]: Body | { readonly policy: Partial<ToolPolicy>; readonly run: Body } };
  readonly ledger: Ledger<"durable">;
  readonly states?: { readonly [name: string]: StatePolicy };
  readonly options?: ExecutorOptions;
  readonly notices?: Notice[];
}

/** An executor of several hand-made tools. */
export function linkMany({ tools, ledger, states = {}, options, notices }: ManyTools): Executor<AnyCatalog> {
  const entries = Object.entries(tools).map(([name, tool]) => {
    const { policy, run } = typeof tool === "function" ? { policy: {}, run: tool } : tool;
    return {
      name,
      run,
      policy: policyOf({ ...policy, name }),
      contract: anyContract({ inputSchema: { title: name } }),
    };
  });
  const registry: Registry<AnyCatalog> = defineRegistry(1, {
    tools: Object.fromEntries(entries.map(({ name, policy, contract }) => [name, { policy, contract }])),
    stores: {},
    states,
  });
  const wiring = {
    tools: Object.fromEntries(
      entries.map(({ name, policy, contract, run }) => [name, new AnyTool(policy, contract, { run })]),
    ),
    ledger,
    stores: "ledger",
    approvals: { finance: { ann: people.ann.publicKey, bo: people.bo.publicKey } },
    graceMs: 50,
    notice: (notice: Notice) => notices?.push(notice),
    ...options,
  };
  return createExecutor(registry, wiring);
}
