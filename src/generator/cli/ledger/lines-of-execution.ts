import type { ExecutionRecord, TrailEntry } from "@toolwright/runtime";

/** One line an execution, for lists. */
export function lineOf(record: ExecutionRecord): string {
  const { status, tool, tenant, thread, callId, atMs } = record;
  return `${timeOf(atMs)}  ${status.padEnd(17)}  ${tool}  ${shown([tenant, thread, callId].join("/"))}`;
}

/** Everything about an execution, for people. */
export function linesOf(record: ExecutionRecord, trail: readonly TrailEntry[]): readonly string[] {
  const { tool, effect, status, generation, revision, attempts, fence, user, input, outcome, approval } = record;
  const decided = approval?.decisions.map(({ verdict, by }) => `${by}: ${verdict}`).join(", ");
  return [
    `${tool} (${effect}) is ${status}`,
    `call      ${shown([record.tenant, record.thread, record.callId].join("/"))}${user === null ? "" : `, for ${shown(user)}`}`,
    `key       ${shown(record.key)}, generation ${generation}`,
    `attempts  ${attempts} (fence ${fence}, revision ${revision}), last written ${timeOf(record.atMs)}`,
    `input     ${JSON.stringify(input)}`,
    ...(approval ? [`approval  ${approval.id}${decided ? `: ${shown(decided)}` : ""}`] : []),
    ...(outcome ? [`outcome   ${JSON.stringify(outcome)}`] : []),
    ...trail.map(
      ({ atMs, kind, callId, detail }) => `${timeOf(atMs)}  ${kind}  ${shown(callId)}  ${JSON.stringify(detail)}`,
    ),
  ];
}

function timeOf(atMs: number): string {
  return new Date(atMs).toISOString();
}

/** Names come from models; on a terminal they must not be able to move the cursor. */
function shown(name: string): string {
  return name.replace(/\p{C}/gu, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);
}
