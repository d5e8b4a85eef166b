import type { AnyResult } from "../result.js";
import type { ExecutorEvent } from "./executor-event.js";
import type { CallContent, Tracing } from "./tracing.js";

type Attributes = { [name: string]: string | number | boolean };

interface Span {
  setAttributes(attributes: Attributes): unknown;
  setStatus(status: { code: number }): unknown;
  addEvent(name: string, attributes?: Attributes): unknown;
  end(): void;
}

/** The part of `@opentelemetry/api` that is used: pass the module itself. Without a configured SDK it does nothing. */
export interface OpenTelemetryApi<C = never> {
  readonly context: { active(): C; with<T>(context: C, run: () => T): T };
  readonly trace: {
    getTracer(name: string): { startSpan(name: string, options: { kind: number; attributes: Attributes }): Span };
    setSpan(context: C, span: never): C;
    getActiveSpan(): Span | undefined;
  };
  readonly metrics: {
    getMeter(name: string): {
      createHistogram(name: string, options: { unit: string; description: string }): Recording<"record">;
      createCounter(name: string, options: { description: string }): Recording<"add">;
    };
  };
}

type Recording<Verb extends string> = { readonly [verb in Verb]: (value: number, attributes?: Attributes) => void };

// From the API's enums, which are part of its stable contract.
const internal = 0;
const errorStatus = 2;
const scope = "@toolwright/runtime";

/**
 * Spans and metrics by OpenTelemetry's GenAI conventions, as options for `createExecutor`: a span "execute_tool {tool}"
 * a call, its duration, and a count of what was recorded. Keys are never in them; arguments and results only where
 * `content` is asked for, and without secrets.
 * Who has a listener of their own calls this one's `onEvent` from it.
 */
export function openTelemetry<C>(
  api: OpenTelemetryApi<C>,
  { content = false }: { readonly content?: boolean } = {},
): {
  readonly tracing: Tracing;
  readonly onEvent: (event: ExecutorEvent) => void;
} {
  const meter = api.metrics.getMeter(scope);
  const duration = meter.createHistogram("gen_ai.client.operation.duration", {
    unit: "s",
    description: "How long calls of tools take.",
  });
  const recorded = meter.createCounter("toolwright.recorded", { description: "What was written to the ledger." });
  return {
    tracing: {
      begin({ tool, callId, thread }) {
        const startedMs = performance.now();
        const common: Attributes = { "gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": tool };
        const span = api.trace.getTracer(scope).startSpan(`execute_tool ${tool}`, {
          kind: internal,
          attributes: {
            ...common,
            "gen_ai.tool.type": "function",
            "gen_ai.tool.call.id": callId,
            "gen_ai.conversation.id": thread,
          },
        });
        const end = (errorType: string | null, attributes: Attributes) => {
          const error: Attributes = errorType === null ? {} : { "error.type": errorType };
          span.setAttributes({ ...attributes, ...error });
          if (errorType !== null) span.setStatus({ code: errorStatus });
          span.end();
          duration.record((performance.now() - startedMs) / 1_000, { ...common, ...error });
        };
        return {
          within: (run) => api.context.with(api.trace.setSpan(api.context.active(), span as never), run),
          answered: (result, seen) =>
            end(errorTypeOf(result), {
              ...(content ? contentAttributes(seen) : {}),
              "toolwright.status": result.status,
              "toolwright.replayed": "replayed" in result && result.replayed,
            }),
          threw: (error) => end(error instanceof Error ? error.name : "thrown", {}),
        };
      },
    },
    onEvent(event) {
      if (!("generation" in event)) return;
      const tool: Attributes = event.tool === null ? {} : { "gen_ai.tool.name": event.tool };
      recorded.add(1, { "toolwright.kind": event.kind, ...tool });
      api.trace.getActiveSpan()?.addEvent(`toolwright.${event.kind}`);
    },
  };
}

function contentAttributes({ input, output }: CallContent): Attributes {
  const attributes: Attributes = {};
  for (const [name, part] of [
    ["gen_ai.tool.call.arguments", input],
    ["gen_ai.tool.call.result", output],
  ] as const)
    try {
      const text = JSON.stringify(part()) as string | undefined;
      if (text !== undefined) attributes[name] = text;
    } catch {
      // What is not JSON was rejected, and there is nothing to show.
    }
  return attributes;
}

/** What kept a call from being done; null where it was, or may still be. Few values, so that they can be counted by. */
function errorTypeOf(result: AnyResult): string | null {
  switch (result.status) {
    case "failed":
      return result.code;
    case "rejected":
      return result.reason;
    case "in_doubt":
    case "unreported":
      return result.status;
    case "succeeded":
    case "awaiting_approval":
    case "awaiting_input":
    case "deferred":
    case "busy":
      return null;
  }
}
