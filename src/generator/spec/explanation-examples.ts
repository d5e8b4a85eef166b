import type { DiagnosticCode } from "./explanations.js";

/** What is found, and what is not, side by side. */
export interface Example {
  readonly wrong: string;
  readonly right: string;
}

/** One wrong and one right example of every diagnostic. */
export const explanationExamples: { readonly [Code in DiagnosticCode]: Example } = {
  "not-json": { wrong: `{ 'name': "a" }`, right: `{ "name": "a" }` },
  "not-yaml": { wrong: `description: Refunds: all of it`, right: `description: "Refunds: all of it"` },
  "duplicate-word": { wrong: `"effect": "read", "effect": "once"`, right: `"effect": "once"` },
  "too-deep": { wrong: `[[[[…a thousand levels…]]]]`, right: `"$ref": "#/$defs/node"` },
  "unknown-word": { wrong: `"effekt": "once"`, right: `"effect": "once"` },
  "missing-word": {
    wrong: `{ "name": "look_up" }`,
    right: `{ "name": "look_up", "description": "…", "input": {}, "effect": "read" }`,
  },
  "wrong-value": { wrong: `"timeout": "soon"`, right: `"timeout": "20s"` },
  "approval-missing": { wrong: `"effect": "once"`, right: `"effect": "once", "approval": "always"` },
  "retry-on-once": {
    wrong: `"effect": "once", "retry": { "attempts": 3 }`,
    right: `"effect": "keyed", "retry": { "attempts": 3 }`,
  },
  "recovery-outlives-key": {
    wrong: `"key": { "remembered": "1h" }, "recover": { "within": "2h" }`,
    right: `"key": { "remembered": "24h" }, "recover": { "within": "2h" }`,
  },
  "remembered-without-keyed": {
    wrong: `"effect": "once", "key": { "remembered": "24h" }`,
    right: `"effect": "keyed", "key": { "remembered": "24h" }`,
  },
  "key-ignores-own-part": {
    wrong: `"key": { "from": ["/orderId"], "ignore": ["/orderId"] }`,
    right: `"key": { "from": ["/orderId"], "ignore": ["/reason"] }`,
  },
  "key-part-optional": {
    wrong: `"key": { "from": ["/note"] }, and "note" is not required`,
    right: `"key": { "from": ["/orderId"] }, and "orderId" is required`,
  },
  "pointer-not-in-input": { wrong: `"key": { "from": ["/orderid"] }`, right: `"key": { "from": ["/orderId"] }` },
  "no-such-store": {
    wrong: `"stores": { "order": "read" }`,
    right: `"stores": { "orders": "read" }, and orders.store.json`,
  },
  "no-such-state": {
    wrong: `"state": { "stats": ["add"] }`,
    right: `"state": { "refund_stats": ["add"] }, and refund-stats.state.json`,
  },
  "no-such-action": { wrong: `"state": { "refund_stats": ["ad"] }`, right: `"state": { "refund_stats": ["add"] }` },
  "no-such-tool": { wrong: `"calls": ["send_mail"]`, right: `"calls": ["send_email"], and send-email.tool.json` },
  "call-without-approvers": {
    wrong: `"calls": ["close_account"], "approval": "never"`,
    right: `"calls": ["close_account"], "approval": { "by": ["lead"] }`,
  },
  "initial-does-not-fit": {
    wrong: `"schema": { "type": "integer" }, "initial": "0"`,
    right: `"schema": { "type": "integer" }, "initial": 0`,
  },
  "editable-makes-key": {
    wrong: `"key": { "from": ["/amount"] }, "approval": { "editable": ["/amount"] }`,
    right: `"key": { "from": ["/orderId"] }, "approval": { "editable": ["/amount"] }`,
  },
  "secret-without-bound": {
    wrong: `"node": { "properties": { "pin": { "secret": true }, "next": { "$ref": "#/$defs/node" } } }`,
    right: `"pin": { "secret": true }, "node": { "properties": { "next": { "$ref": "#/$defs/node" } } }`,
  },
  "unused-state": {
    wrong: `refund-stats.state.json, and no tool has "state"`,
    right: `"state": { "refund_stats": ["add"] }`,
  },
  "unused-store": { wrong: `orders.store.json, and no tool has "stores"`, right: `"stores": { "orders": "read" }` },
  "name-missing": {
    wrong: `Bestellungen 2.store.json: { "value": {} }`,
    right: `Bestellungen 2.store.json: { "name": "orders", "value": {} }`,
  },
  "duplicate-tool": {
    wrong: `a.tool.json and b.tool.json: "name": "refund"`,
    right: `"name": "refund" and "name": "refund_in_part"`,
  },
  "duplicate-state": {
    wrong: `a.state.json and b.state.json: "name": "stats"`,
    right: `"name": "stats" and "name": "totals"`,
  },
  "duplicate-store": {
    wrong: `a.store.json and b.store.json: "name": "orders"`,
    right: `"name": "orders" and "name": "old_orders"`,
  },
  "name-not-portable": { wrong: `"name": "refund.payment"`, right: `"name": "refund_payment"` },
  "key-without-window": {
    wrong: `"effect": "idempotent", "key": { "from": ["/sku"] }, with an input of sku and price`,
    right: `"effect": "idempotent", "key": { "from": ["/sku", "/price"], "window": "1m" }`,
  },
  "key-without-required-field": {
    wrong: `"key": { "from": ["/reason"] }, and "reason" is not required`,
    right: `"key": { "from": ["/orderId", "/reason"] }, and "orderId" is required`,
  },
  "retry-without-key": {
    wrong: `"effect": "keyed", "retry": { "attempts": 3 }`,
    right: `"effect": "keyed", "retry": { "attempts": 3 }, "key": { "from": ["/orderId"] }`,
  },
  "approval-never-fires": {
    wrong: `"amount": { "maximum": 100 }, asked when "exclusiveMinimum": 100`,
    right: `"amount": { "maximum": 1000 }, asked when "exclusiveMinimum": 100`,
  },
  "approval-always-fires": {
    wrong: `"amount": { "minimum": 1 }, asked when "exclusiveMinimum": 0`,
    right: `"approval": "always"`,
  },
  "once-without-approval": {
    wrong: `"effect": "once", "approval": "never"`,
    right: `"effect": "once", "approval": "always"`,
  },
  "secret-in-text": { wrong: `"description": "Log in with password: hunter22."`, right: `"env": ["SHOP_PASSWORD"]` },
  "description-too-thin": {
    wrong: `"description": "Refunds."`,
    right: `"description": "Refunds a captured payment, fully or in part."`,
  },
  "description-too-long": {
    wrong: `"description": "…two pages…"`,
    right: `"description": "Refunds a captured payment, fully or in part."`,
  },
  "no-output-schema": {
    wrong: `"name": "refund_payment", and no "output"`,
    right: `"output": { "type": "object", "properties": { "refundId": { "type": "string" } } }`,
  },
  "input-not-object": {
    wrong: `"input": { "type": "array" }`,
    right: `"input": { "type": "object", "properties": { "ids": { "type": "array" } } }`,
  },
  "input-too-large-for-models": {
    wrong: `"input": {…twelve levels…}`,
    right: `"input": { "type": "object", "properties": { "orderId": { "type": "string" } } }`,
  },
  "property-not-portable": { wrong: `"properties": { "order id": {} }`, right: `"properties": { "orderId": {} }` },
  "key-never-used": {
    wrong: `async ({ orderId }) => payments.refund({ orderId })`,
    right: `async ({ orderId }, { idempotencyKey }) => payments.refund({ orderId, idempotencyKey })`,
  },
  "env-past-declared": {
    wrong: `async () => fetch(SHOP_URL read from the environment)`,
    right: `"env": ["SHOP_URL"], and async (_, { env }) => fetch(env.SHOP_URL)`,
  },
  "tool-never-linked": {
    wrong: `createExecutor(registry, { tools: {} })`,
    right: `createExecutor(registry, { tools: { refund_payment: refundPayment } })`,
  },
  "suppression-without-reason": {
    wrong: `// toolwright-allow once-without-approval`,
    right: `// toolwright-allow once-without-approval: test orders only`,
  },
  "unused-suppression": {
    wrong: `// toolwright-allow no-output-schema: soon, and there is an output`,
    right: `no comment`,
  },
  "unknown-rule": {
    wrong: `"rules": { "once-without-aproval": "error" }`,
    right: `"rules": { "once-without-approval": "error" }`,
  },
  "bad-team-rule": {
    wrong: `"ownRules": [{ "id": "titled", "require": { "required": "title" }, "message": "…" }]`,
    right: `"ownRules": [{ "id": "titled", "require": { "required": ["title"] }, "message": "…" }]`,
  },
  "spec-gone": {
    wrong: `import { RefundTool } from "./generated/tools/refund.js", and no refund.tool.json`,
    right: `neither, or both`,
  },
  "undeclared-use": {
    wrong: `stores.order.get(id)`,
    right: `"stores": { "orders": "read" }, and stores.orders.get(id)`,
  },
  "executor-lacks-option": {
    wrong: `createExecutor(registry, { tools, ledger })`,
    right: `createExecutor(registry, { tools, ledger, approvals: { finance: { ann: annsPublicKey } } })`,
  },
  "bad-schema-word": { wrong: `"type": "strin"`, right: `"type": "string"` },
  "misspelt-schema-word": { wrong: `"secrets": true`, right: `"secret": true` },
  "required-not-allowed": {
    wrong: `"properties": { "orderId": {} }, "required": ["orderID"], "additionalProperties": false`,
    right: `"properties": { "orderId": {} }, "required": ["orderId"], "additionalProperties": false`,
  },
  "bad-ref": { wrong: `"$ref": "my defs%"`, right: `"$ref": "defs.json#/$defs/order"` },
  "missing-ref": { wrong: `"$ref": "#/$defs/oder"`, right: `"$ref": "#/$defs/order", and "$defs": { "order": {} }` },
  "remote-ref": { wrong: `"$ref": "https://example.com/order.json"`, right: `"$ref": "order.json"` },
  "ref-outside-root": { wrong: `"$ref": "../../order.json"`, right: `"$ref": "order.json"` },
  "unknown-dialect": {
    wrong: `"$schema": "http://json-schema.org/draft-03/schema#"`,
    right: `"$schema": "https://json-schema.org/draft/2020-12/schema"`,
  },
  "later-draft-word": {
    wrong: `"$schema": draft-07, "prefixItems": []`,
    right: `"$schema": draft 2020-12, "prefixItems": []`,
  },
  "nullable-alone": { wrong: `"enum": ["a"], "nullable": true`, right: `"enum": ["a", null]` },
  "old-tuple": { wrong: `"items": [{}, {}]`, right: `"prefixItems": [{}, {}]` },
  "half-character": { wrong: `"\\ud83d": {}`, right: `"\\ud83d\\ude00": {}` },
  "schema-too-deep": {
    wrong: `"properties": { "a": { "properties": {…} } }, a hundred times`,
    right: `"properties": { "a": { "$ref": "#/$defs/a" } }`,
  },
  "bad-pattern": { wrong: `"pattern": "["`, right: `"pattern": "\\\\["` },
  "loose-pattern": { wrong: `"pattern": "\\\\-"`, right: `"pattern": "-"` },
  "slow-pattern": { wrong: `"pattern": "^(a+)+$"`, right: `"pattern": "^a+$"` },
  "unknown-format": { wrong: `"format": "phone"`, right: `"pattern": "^\\\\+[0-9]+$"` },
  "beyond-types": {
    wrong: `"multipleOf": 5, and a type that says number`,
    right: `"enum": [5, 10, 15], where a type must say it`,
  },
  "endless-ref": {
    wrong: `"$defs": { "a": { "$ref": "#/$defs/a" } }`,
    right: `"$defs": { "a": { "properties": { "next": { "$ref": "#/$defs/a" } } } }`,
  },
  "schema-too-large": { wrong: `a schema of a million parts`, right: `a schema that people can read` },
  "unknown-hole": { wrong: `tool.ts.tpl: {{klass}}`, right: `tool.ts.tpl: {{className}}` },
  "unfilled-hole": { wrong: `tool.ts.tpl without {{imports}}`, right: `tool.ts.tpl with {{imports}}` },
  "output-not-ours": { wrong: `"out": "src", with files of yours in it`, right: `"out": "src/generated"` },
  "output-hand-edited": {
    wrong: `an edit in generated/tools/refund.ts`,
    right: `the same in tool-specs/refund.tool.json, or in a template`,
  },
  "output-unfinished": {
    wrong: `toolwright generate --check, after a generate that was killed`,
    right: `toolwright generate, which completes it, and then --check`,
  },
  "output-orphan-edited": { wrong: `an edited generated file whose spec is gone`, right: `the file removed by hand` },
  "output-missing": {
    wrong: `a new spec, committed alone`,
    right: `a new spec, committed with what toolwright generate wrote`,
  },
  "output-stale": {
    wrong: `a changed spec, committed alone`,
    right: `a changed spec, committed with what toolwright generate wrote`,
  },
  "output-orphaned": {
    wrong: `a removed spec, committed alone`,
    right: `a removed spec, committed with what toolwright generate removed`,
  },
  "manifest-unreadable": { wrong: `toolwright.manifest.json with <<<<<<< in it`, right: `toolwright generate --force` },
};
