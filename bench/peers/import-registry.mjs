// Imports a built registry, validates one input with its first tool, and prints how long that took.
const started = performance.now();
const { registry } = await import(new URL(`file://${process.argv[2]}`));
const [first] = Object.values(registry.tools);
const { ok } = await first.validate.input({});
console.log(JSON.stringify({ ms: performance.now() - started, tools: Object.keys(registry.tools).length, ok }));
