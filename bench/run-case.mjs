// Runs one case in a process of its own, so that no case warms or burdens another, and sends what it found.
const [file, name, mode] = process.argv.slice(2);
const module = await import(new URL(`cases/${file}.mjs`, import.meta.url));
const found = await module[name]({ quick: mode === "quick", say: (line) => process.send({ line }) });
process.send({ found: [found].flat() }, () => process.exit(0));
