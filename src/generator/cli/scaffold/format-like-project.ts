/** Formats a new file as the project's own prettier configuration says; a configuration that fails is told, not fatal. */
export async function formatLikeProject(
  path: string,
  text: string,
): Promise<{ readonly text: string; readonly remarks: readonly string[] }> {
  const { format, resolveConfig } = await import("prettier");
  try {
    const config = await resolveConfig(path, { editorconfig: true });
    return { text: await format(text, { ...config, filepath: path }), remarks: [] };
  } catch (error) {
    const reason = error instanceof Error ? error.message.split("\n", 1)[0] : String(error);
    return { text, remarks: [`The project's prettier configuration could not be used: ${reason}`] };
  }
}
