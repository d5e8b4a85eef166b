import assert from "node:assert/strict";
import { test } from {{runner}};
import { registry } from {{registry}};

test({{title}}, async () => {
  const verdict = await registry.tools{{name}}.validate.input({{input}});
  assert.ok(verdict.ok, JSON.stringify(verdict));
});
