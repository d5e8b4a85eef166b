import { compose, type Offering, WiringError } from "@toolwright/runtime";
import { describe, expect, it } from "vitest";
import { linkMany } from "./many-tools.js";
import { as, byFinance, ledgers, retry } from "./one-tool.js";

const { open } = ledgers[0] as (typeof ledgers)[0];
const { tenant, user, thread } = as("");
const by = { tenant: tenant as string, user: user as string, thread };

function desk() {
  return linkMany({
    ledger: open(),
    tools: {
      read_mail: { policy: { effect: "read" }, run: async () => "mail" },
      send_mail: { policy: { effect: "keyed", retry }, run: async (_, { idempotencyKey }) => idempotencyKey.length },
      drop_table: async () => "gone",
    },
  });
}

const members = {
  names: true,
  specs: true,
  offer: true,
  offerAll: true,
  executeResponse: true,
  start: true,
  collect: true,
  slice: true,
  retryable: true,
  view: true,
} satisfies { readonly [Member in keyof Offering]: true };

describe("every kind of offering", () => {
  const kinds: readonly [
    string,
    () => { readonly offering: Offering; readonly reads: string; readonly sends: string },
  ][] = [
    ["executor", () => ({ offering: desk(), reads: "read_mail", sends: "send_mail" })],
    ["view", () => ({ offering: desk().view({ prefix: "a_" }), reads: "a_read_mail", sends: "a_send_mail" })],
    [
      "view of a view",
      () => ({
        offering: desk()
          .view({ prefix: "a_", rename: { read_mail: "look" } })
          .view({ prefix: "b_", rename: { a_look: "peek" } }),
        reads: "b_peek",
        sends: "b_a_send_mail",
      }),
    ],
    [
      "composition",
      () => ({
        offering: compose(linkMany({ ledger: open(), tools: { other: async () => 1 } }), desk()),
        reads: "read_mail",
        sends: "send_mail",
      }),
    ],
    [
      "view of a composition of views",
      () => ({
        offering: compose(desk().view({ only: ["read_mail"] }), desk().view({ hide: ["read_mail"] })).view({
          prefix: "c_",
        }),
        reads: "c_read_mail",
        sends: "c_send_mail",
      }),
    ],
  ];

  it.each(kinds)("has every capability: %s", async (_kind, make) => {
    const { offering, reads, sends } = make();
    for (const member of Object.keys(members)) expect(offering).toHaveProperty(member, expect.any(Function));

    expect(offering.names()).toEqual(expect.arrayContaining([reads, sends]));
    expect((await offering.specs()).map(({ name }) => name)).toEqual(offering.names());
    expect(offering.retryable(sends)).toBe(true);
    expect(offering.retryable(reads)).toBe(false);
    expect(await offering.offer(reads, { n: 1 }, as("c1"))).toMatchObject({ tool: reads, output: "mail" });
    expect(await offering.offer("nothing", {}, as("c1"))).toBeNull();
    expect(await offering.offerAll([{ tool: sends, input: { n: 1 }, callId: "c2" }], by)).toMatchObject([
      { tool: sends, callId: "c2", status: "succeeded" },
    ]);
    const response = `<tool_call>{"name": "${reads}", "arguments": {"n": 2}}</tool_call>`;
    expect(await offering.executeResponse(response, { ...by, responseId: "r1" })).toMatchObject([
      { tool: reads, result: { tool: reads, output: "mail" } },
    ]);
    expect(await offering.executeResponse("No calls here.", { ...by, responseId: "r2" })).toBeNull();
    expect(await offering.start(sends, { n: 3 }, as("c3"))).toMatchObject({ status: "started", tool: sends });
    expect(await offering.start("nothing", {}, as("c4"))).toBeNull();
    expect(await offering.collect({ ...by, callId: "c3" })).toMatchObject({ status: "succeeded", tool: sends });
    expect(await offering.collect({ ...by, callId: "never made" })).toBeNull();
    expect(await offering.view({ rename: { [reads]: "x" } }).offer("x", { n: 1 }, as("c1"))).toMatchObject({
      tool: "x",
      replayed: true,
    });
  });
});

describe("a view", () => {
  it("shows only what it is told to, and hides the rest in every way", async () => {
    const executor = desk();
    const view = executor.view({ only: ["read_mail", "send_mail"], hide: ["send_mail"] });
    expect(view.names()).toEqual(["read_mail"]);
    for (const hidden of ["send_mail", "drop_table"]) {
      expect(await view.offer(hidden, { n: 1 }, as("c1"))).toBeNull();
      expect(await view.start(hidden, { n: 1 }, as("c1"))).toBeNull();
      expect(view.retryable(hidden)).toBe(false);
    }
    await executor.execute("drop_table", { n: 1 }, as("c1"));
    expect(await view.collect({ ...by, callId: "c1" })).toBeNull();
    expect(await view.slice({ ...by, callId: "c1" })).toBeNull();
    expect(await view.offerAll([{ tool: "drop_table", input: {}, callId: "c2" }], by)).toMatchObject([
      { status: "rejected", reason: "unknown_tool", tool: "drop_table" },
    ]);
  });

  it("knows a renamed tool by its new name only", async () => {
    const view = desk().view({ rename: { send_mail: "mail" }, prefix: "desk_" });
    expect(view.names()).toEqual(["desk_read_mail", "desk_mail", "desk_drop_table"]);
    expect(await view.offer("send_mail", { n: 1 }, as("c1"))).toBeNull();
    expect((await view.specs())[1]).toMatchObject({ name: "desk_mail", inputSchema: { title: "send_mail" } });
  });

  it("may swap two names", async () => {
    const view = desk().view({ rename: { read_mail: "send_mail", send_mail: "read_mail" } });
    expect(await view.offer("send_mail", { n: 1 }, as("c1"))).toMatchObject({ tool: "send_mail", output: "mail" });
  });

  it("is the same work as the tool itself: a call made through it is replayed outside", async () => {
    const executor = desk();
    await executor.view({ prefix: "x_" }).offer("x_drop_table", { n: 1 }, as("c1"));
    expect(await executor.offer("drop_table", { n: 1 }, as("c1"))).toMatchObject({
      tool: "drop_table",
      replayed: true,
    });
  });

  it("leaves an approval under the name that people sign", async () => {
    const executor = linkMany({
      ledger: open(),
      tools: { pay: { policy: { approval: byFinance }, run: async () => 1 } },
    });
    expect(await executor.view({ prefix: "x_" }).offer("x_pay", { n: 1 }, as("c1"))).toMatchObject({
      tool: "x_pay",
      approval: { tool: "pay" },
    });
  });

  it("under which two tools would have one name, or that names none, is refused", () => {
    expect(() => desk().view({ rename: { read_mail: "send_mail" } })).toThrow(
      new WiringError('"read_mail" and "send_mail" would both be called "send_mail"'),
    );
    expect(() => desk().view({ rename: { read_mail: "send_mail" }, hide: ["send_mail"] })).not.toThrow();
    for (const view of [{ only: ["x"] }, { hide: ["x"] }, { rename: { x: "y" } }])
      expect(() => desk().view(view)).toThrow(new WiringError('the view names "x", and there is no such tool'));
  });
});

describe("a composition", () => {
  const first = () => linkMany({ ledger: open(), tools: { a: async () => "first a", b: async () => "first b" } });
  const second = () => linkMany({ ledger: open(), tools: { b: async () => "second b", c: async () => "second c" } });

  it("takes a tool from the first that has it, and says null where none has", async () => {
    const both = compose(first(), second());
    expect(both.names()).toEqual(["a", "b", "c"]);
    expect(await both.specs()).toHaveLength(3);
    expect(await both.offer("b", { n: 1 }, as("c1"))).toMatchObject({ output: "first b" });
    expect(await both.offer("c", { n: 1 }, as("c1"))).toMatchObject({ output: "second c" });
    expect(await both.offer("d", { n: 1 }, as("c1"))).toBeNull();
  });

  it("of nothing has nothing", async () => {
    expect(compose().names()).toEqual([]);
    expect(await compose().offer("a", {}, as("c1"))).toBeNull();
  });
});
