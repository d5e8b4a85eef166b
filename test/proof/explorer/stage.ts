import type { AnyResult, Ledger, ToolContract, ToolPolicy } from "@toolwright/runtime";
import { signDecision } from "@toolwright/runtime";
import { people, policyOf } from "../../executor/one-tool.js";
import type { Actor } from "./actor.js";
import { ObservedLedger } from "./observed-ledger.js";
import type { RuntimeUnderTest } from "./runtime-under-test.js";
import type { Part, Scenario } from "./scenario.js";
import { Schedule } from "./schedule.js";
import { scheduledLedger } from "./scheduled-ledger.js";
import { World } from "./world.js";

const timeoutMs = 1_000;
const graceMs = 50;
const approvals = { finance: { ann: people.ann.publicKey, bo: people.bo.publicKey } };
const anything = () => ({ ok: true }) as const;
const contract = async (): Promise<ToolContract> => ({
  inputSchema: true,
  outputSchema: true,
  input: anything,
  output: anything,
  answer_which: anything,
});

/** One run of a scenario: the runtime's own code between a scheduled ledger and a simulated world. */
export class Stage {
  readonly schedule: Schedule;
  readonly observed: ObservedLedger;
  readonly world: World;
  readonly policy: ToolPolicy;
  readonly #ledger: Ledger<"durable">;
  readonly #runtime: RuntimeUnderTest;

  constructor(scenario: Scenario, runtime: RuntimeUnderTest) {
    const { LedgerUnavailableError, memoryLedger } = runtime.index;
    this.#runtime = runtime;
    this.policy = policyOf({ timeoutMs, errors: { refused: "The far side said no." }, ...scenario.policy });
    this.schedule = new Schedule(
      scenario.budget,
      timeoutMs + 2 * graceMs + 1,
      (message) => new LedgerUnavailableError(message),
    );
    this.observed = new ObservedLedger(
      memoryLedger({ clock: () => this.schedule.nowMs }),
      () => this.schedule.actor.name,
    );
    const { records, ledger } = this.observed;
    this.#ledger = scheduledLedger(
      scenario.spoil?.(ledger) ?? ledger,
      this.schedule,
      (key, generation) => records.get(`${key}#${generation}`)?.revision ?? 0,
      scenario.answersSlowly === true,
    );
    this.world = new World(this.schedule, runtime.index, this.policy.effect, scenario.ends ?? ["returns"], () =>
      this.#forbidden(),
    );
  }

  /** Brings a part on; it runs until it first waits for the schedule. */
  play(part: Part, name: string): Promise<Actor> {
    const link = this.#link();
    switch (part.kind) {
      case "call":
        return this.schedule.start(name, () => this.#call(link, part));
      case "recover":
        return this.schedule.start(name, () => this.#runtime.recoverLapsed(link, 10));
      case "report":
        return this.#wait(
          name,
          () => this.world.operation,
          (id) => this.#runtime.resumeOperation(link, "shop", id, { succeeded: { made: "far side" } }),
        );
      case "answer":
        return this.#wait(
          name,
          () => this.#openQuestion(),
          (id) => this.#runtime.answerQuestion(link, "shop", id, "the new one", "ann"),
        );
      case "decide":
        return this.schedule.start(name, async () => this.#runtime.recordDecision(link, this.#decision(part)));
    }
  }

  async playAlone(part: Part, name: string): Promise<Actor> {
    const actor = await this.play(part, name);
    const diesAt = part.kind === "call" ? part.diesAt : undefined;
    await this.schedule.runAlone(actor, diesAt);
    if (diesAt !== undefined) this.schedule.turn();
    return actor;
  }

  state(): string {
    return `${this.schedule.state()}${this.observed.state()}${this.world.state()}`;
  }

  async #wait(name: string, ready: () => string | undefined, act: (id: string) => Promise<unknown>): Promise<Actor> {
    const isReady = () => ready() !== undefined;
    const actor = await this.schedule.start(name, async () =>
      act(await this.schedule.ask("hear of it", () => ready() ?? "", { isReady })),
    );
    actor.isPatient = true;
    return actor;
  }

  #openQuestion(): string | undefined {
    const asking = [...this.observed.records.values()].find(({ status }) => status === "awaiting_input");
    return asking?.dialogue?.open?.id;
  }

  #call(link: ReturnType<RuntimeUnderTest["linkTools"]>, part: Extract<Part, { kind: "call" }>): Promise<AnyResult> {
    const tool = link.tools.get(this.policy.name);
    if (!tool) throw new Error("the tool is not linked");
    const caller = { tenant: "shop", user: "ada", thread: "t1", run: null, callId: part.callId };
    return this.#runtime.runCall(link, tool, { n: 1 }, { caller, trust: "verified", signal: undefined, join: true });
  }

  /** Every part has a link of its own, as every process has. */
  #link() {
    const { TypedTool, defineRegistry } = this.#runtime.index;
    const { policy } = this;
    class Tool extends TypedTool<ToolPolicy, never, unknown> {
      override readonly policy = policy;
      override readonly contract = contract;
    }
    const { run, reconcile } = this.world;
    const linked = this.#runtime.linkTools(
      defineRegistry(1, { tools: { [policy.name]: { policy, contract } }, stores: {}, states: {} }),
      {
        tools: { [policy.name]: new Tool({ run, reconcile } as never) },
        ledger: this.#ledger,
        ...(policy.approval === "never" ? {} : { approvals }),
        graceMs,
        random: () => 0.5,
        notice: () => {},
      },
    );
    return { ...linked, sleep: (ms: number) => this.schedule.ask(`sleep ${ms}`, () => {}) };
  }

  #decision({ verdict, by }: Extract<Part, { kind: "decide" }>) {
    const [record] = [...this.observed.records.values()];
    if (!record?.approval) throw new Error("nothing to decide");
    const { tool, tenant, input } = record;
    const request = { ...record.approval, tool, tenant, input, editable: [] };
    return signDecision(request, { verdict, by, decidedAtMs: 1 }, people[by].privateKey);
  }

  /** Why a body may not begin now, by what the ledger holds. */
  #forbidden(): string | null {
    const { nowMs, actor } = this.schedule;
    const held = this.observed.heldBy(actor.name).filter(({ atMs, leaseMs }) => nowMs < atMs + (leaseMs ?? 0));
    if (held.length === 0) return "a body began without a claim that holds";
    if (this.policy.approval === "never") return null;
    const { count } = this.policy.approval;
    const allowed = held.some(({ approval }) => {
      const decisions = approval?.decisions ?? [];
      const yeses = new Set(decisions.filter(({ verdict }) => verdict === "approve").map(({ by }) => by));
      return yeses.size >= count && decisions.every(({ verdict }) => verdict === "approve");
    });
    return allowed ? null : "a body ran without its approval";
  }
}
