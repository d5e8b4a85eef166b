/** Every command in the shell blocks of a Markdown page. */
export function commandsIn(page: string): readonly string[] {
  return [...page.matchAll(/^ *```(sh|bash|shell|console)\n(.*?)^ *```/gms)].flatMap(([, language, block = ""]) => {
    const lines = block.replaceAll("\\\n", " ").split("\n");
    // A transcript shows answers too; only what follows the prompt is typed.
    const typed =
      language === "console" ? lines.filter((line) => line.startsWith("$ ")).map((line) => line.slice(2)) : lines;
    return typed
      .map((line) =>
        line
          .replace(/(^|\s+)#\s.*$/, "")
          .replace(/\s+/g, " ")
          .trim(),
      )
      .filter((line) => line !== "");
  });
}
