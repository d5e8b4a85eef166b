import { mkdir, writeFile } from "node:fs/promises";
import { SaveNoteTool } from "{{out}}/tools/save-note.js";

export const saveNote = new SaveNoteTool(async ({ id, text }) => {
  await mkdir(".toolwright/notes", { recursive: true });
  await writeFile(`.toolwright/notes/${id}.txt`, text);
  return { file: `.toolwright/notes/${id}.txt` };
});
