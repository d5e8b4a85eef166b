// One contestant in a process of its own: opens it, then gives a figure whenever it is asked for one.
const [file, name, given] = process.argv.slice(2);
const module = await import(new URL(`contestants/${file}.mjs`, import.meta.url));
const measure = await module[name](JSON.parse(given));
process.on("message", async (asked) => {
  if (asked === "close") {
    await measure.close?.();
    process.exit(0);
  }
  try {
    process.send({ figure: await measure(asked) });
  } catch (error) {
    process.send({ error: String(error?.message ?? error) });
  }
});
process.send({ ready: true });
