import { plainGenerate } from "./plain-generate.js";

// Whoever reads may stop reading, as `head` does; the command still ends as it ends.
for (const stream of [process.stdout, process.stderr])
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
  });

const words = process.argv.slice(2);
const options = plainGenerate(words);
if (words.length === 1 && words[0] === "--version")
  process.stdout.write(`${(await import("./package-version.js")).packageVersion}\n`);
else if (words[0] === "--complete") {
  const [{ completeWords }, { commands }] = await Promise.all([
    import("./shell/complete-words.js"),
    import("./table/commands.js"),
  ]);
  for (const word of await completeWords(words.slice(1), commands)) process.stdout.write(`${word}\n`);
} else if (options === null) await import("./main.js");
else {
  try {
    const { generate } = await import("./commands/generate.js");
    const code = await generate(process.cwd(), options);
    if (code !== 0) process.exitCode = code;
  } catch (error) {
    const { endInError } = await import("./end-in-error.js");
    process.exitCode = await endInError(error, options.format);
  }
}
