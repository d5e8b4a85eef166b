import { randomBytes } from "node:crypto";
import * as api from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from "@opentelemetry/sdk-metrics";
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from "@opentelemetry/sdk-trace-base";
import { LedgerUnavailableError, type Notice, type Tracing } from "@toolwright/runtime";
import { openTelemetry } from "@toolwright/runtime/opentelemetry";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { as, type Body, ledgers, linkOne, turnableClock } from "./one-tool.js";

const { open } = ledgers[0] as (typeof ledgers)[0];

describe("OpenTelemetry", () => {
  const spans = new InMemorySpanExporter();
  const measured = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
  const meters = new MeterProvider({ readers: [new PeriodicExportingMetricReader({ exporter: measured })] });

  beforeEach(() => {
    api.context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
    api.trace.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(spans)] }));
    api.metrics.setGlobalMeterProvider(meters);
    spans.reset();
  });
  afterEach(() => {
    api.context.disable();
    api.trace.disable();
    api.metrics.disable();
  });

  it("gets a span a call, by the GenAI conventions", async () => {
    const executor = linkOne({ ledger: open(), run: async () => "the output", options: openTelemetry(api) });
    await executor.execute("work", { n: 1, note: "the input" }, as("c1"));
    await executor.execute("work", { n: 1, note: "the input" }, as("c1"));
    const [first, second] = spans.getFinishedSpans();
    expect(first).toMatchObject({ name: "execute_tool work", kind: api.SpanKind.INTERNAL, status: { code: 0 } });
    expect(first?.attributes).toEqual({
      "gen_ai.operation.name": "execute_tool",
      "gen_ai.tool.name": "work",
      "gen_ai.tool.type": "function",
      "gen_ai.tool.call.id": "c1",
      "gen_ai.conversation.id": "t1",
      "toolwright.status": "succeeded",
      "toolwright.replayed": false,
    });
    expect(first?.events.map(({ name }) => name)).toEqual(["toolwright.claimed", "toolwright.settled"]);
    expect(second?.attributes["toolwright.replayed"]).toBe(true);
    expect(JSON.stringify([first?.attributes, first?.events])).not.toMatch(/the (in|out)put/);
  });

  it("gets arguments and result only where they are asked for, and never a secret", async () => {
    const policy = { secrets: { input: ["/note"], output: ["/pin"] } };
    const options = { ...openTelemetry(api, { content: true }), sealing: { key: randomBytes(32) } };
    const executor = linkOne({
      ledger: open(),
      policy,
      options,
      contract: {
        input: (value) =>
          (value as { n: number }).n < 9
            ? { ok: true }
            : { ok: false, violations: [{ path: "/n", message: "is too large", keyword: "maximum" }] },
      },
      run: async () => ({ pin: "9041", ok: true }),
    });
    await executor.execute("work", { n: 1, note: "DE89" }, as("c1"));
    await executor.execute("work", { n: 9, wrong: "DE89" }, as("c2"));
    await executor.execute("work", 7n, as("c3"));
    const [first, second, third] = spans.getFinishedSpans().map(({ attributes }) => attributes);
    expect(first).toMatchObject({
      "gen_ai.tool.call.arguments": '{"n":1,"note":"[secret]"}',
      "gen_ai.tool.call.result": '{"pin":"[secret]","ok":true}',
    });
    expect(Object.keys({ ...second, ...third }).filter((name) => /arguments|result/.test(name))).toEqual([]);
  });

  it("finds the body's own spans inside the call's, and that inside the caller's", async () => {
    const tracer = api.trace.getTracer("test");
    const run: Body = async () => tracer.startActiveSpan("http", (span) => span.end());
    const executor = linkOne({ ledger: open(), run, options: openTelemetry(api) });
    await tracer.startActiveSpan("turn", async (turn) => {
      await executor.execute("work", { n: 1 }, as("c1"));
      turn.end();
    });
    const [http, call, turn] = ["http", "execute_tool work", "turn"].map((name) =>
      spans.getFinishedSpans().find((span) => span.name === name),
    );
    expect(http?.parentSpanContext?.spanId).toBe(call?.spanContext().spanId);
    expect(call?.parentSpanContext?.spanId).toBe(turn?.spanContext().spanId);
  });

  it.each<[string, Body, object, string]>([
    ["a rejection", async () => 1, { trust: "blocked" }, "trust"],
    ["a doubt", () => Promise.reject(new Error("reset")), {}, "in_doubt"],
  ])("is told the type of an error: %s", async (_name, run, context, type) => {
    await linkOne({ ledger: open(), run, options: openTelemetry(api) }).execute("work", { n: 1 }, as("c1", context));
    expect(spans.getFinishedSpans()).toMatchObject([
      { status: { code: api.SpanStatusCode.ERROR }, attributes: { "error.type": type } },
    ]);
  });

  it("is told that a call threw", async () => {
    const ledger = { ...open(), write: () => Promise.reject(new LedgerUnavailableError("gone")) };
    const executor = linkOne({ ledger, run: async () => 1, options: openTelemetry(api) });
    await expect(executor.execute("work", { n: 1 }, as("c1"))).rejects.toThrow(LedgerUnavailableError);
    expect(spans.getFinishedSpans()).toMatchObject([{ attributes: { "error.type": "LedgerUnavailableError" } }]);
  });

  it("counts what was recorded, and measures how long calls take", async () => {
    measured.reset();
    const executor = linkOne({
      ledger: open(),
      policy: { name: "counted" },
      run: async () => 1,
      options: openTelemetry(api),
    });
    await executor.execute("counted", { n: 1 }, as("c1"));
    await executor.execute("counted", { n: 1 }, as("c2"));
    await meters.forceFlush();
    const points = measured
      .getMetrics()
      .flatMap(({ scopeMetrics }) => scopeMetrics.flatMap(({ metrics }) => metrics))
      .flatMap(({ descriptor, dataPoints }) => dataPoints.map((point) => ({ name: descriptor.name, ...point })))
      .filter(({ attributes }) => attributes["gen_ai.tool.name"] === "counted");
    expect(points).toMatchObject([
      {
        name: "gen_ai.client.operation.duration",
        attributes: { "gen_ai.operation.name": "execute_tool" },
        value: { count: 2 },
      },
      { name: "toolwright.recorded", attributes: { "toolwright.kind": "claimed" }, value: 2 },
      { name: "toolwright.recorded", attributes: { "toolwright.kind": "settled" }, value: 2 },
    ]);
  });

  it("gets a span for a body that a recovery runs, and what the body traces lies in it", async () => {
    const clock = turnableClock();
    const ledger = open(clock);
    const policy = { effect: "idempotent", timeoutMs: 600_000 } as const;
    let begun = false;
    const hanging: Body = () => new Promise(() => (begun = true));
    void linkOne({ ledger, policy, run: hanging }).execute("work", { n: 7 }, as("c1"));
    await expect.poll(() => begun).toBe(true);
    clock.turn(700_000);
    const run: Body = async () => api.trace.getActiveSpan()?.setAttribute("from the body", true) && "done";
    await linkOne({ ledger, policy, run, options: openTelemetry(api) }).recover();
    expect(spans.getFinishedSpans()).toMatchObject([
      {
        name: "execute_tool work",
        attributes: { "gen_ai.tool.call.id": "c1", "toolwright.status": "succeeded", "from the body": true },
      },
    ]);
  });

  it("that is not set up changes nothing", async () => {
    api.trace.disable();
    api.context.disable();
    api.metrics.disable();
    const executor = linkOne({ ledger: open(), run: async () => "done", options: openTelemetry(api) });
    expect(await executor.execute("work", { n: 1 }, as("c1"))).toMatchObject({ output: "done" });
    expect(spans.getFinishedSpans()).toEqual([]);
  });
});

describe("a tracer that fails", () => {
  const broken = () => {
    throw new Error("no collector");
  };
  const silent = { within: <T>(run: () => T) => run(), answered: () => {}, threw: () => {} };
  it.each<[string, Tracing]>([
    ["when a call begins", { begin: broken }],
    ["around the call", { begin: () => ({ ...silent, within: broken }) }],
    ["when it has ended", { begin: () => ({ ...silent, answered: broken }) }],
  ])("changes nothing, and the call is made once: %s", async (_when, tracing) => {
    let runs = 0;
    const notices: Notice[] = [];
    const executor = linkOne({ ledger: open(), notices, run: async () => ++runs, options: { tracing } });
    expect(await executor.execute("work", { n: 1 }, as("c1"))).toMatchObject({ status: "succeeded", output: 1 });
    expect(notices).toEqual([{ kind: "listener_failed", tool: "work", message: "tracing: Error: no collector" }]);
  });
});
