import { formatLikeProject } from "./format-like-project.js";

/** Formats a changed file if it was formatted before, so that it still passes the project's own check; any other stays as its author laid it out. */
export async function formatIfFormatted(path: string, before: string, after: string): Promise<string> {
  const was = await formatLikeProject(path, before);
  if (was.remarks.length > 0 || was.text !== before) return after;
  return (await formatLikeProject(path, after)).text;
}
