/** Does a job for every item, at most `lanes` at a time, and keeps the order of the answers. */
export async function inParallel<Item, Answer>(
  items: readonly Item[],
  lanes: number,
  job: (item: Item) => Promise<Answer>,
): Promise<readonly Answer[]> {
  const answers: Answer[] = [];
  const queue = [...items.entries()];
  const lane = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) answers[next[0]] = await job(next[1]);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return answers;
}
