import { fork } from "node:child_process";

const script = new URL("../run-contestant.mjs", import.meta.url);

/**
 * Runs contestants in processes of their own while `use` measures them. Some peers change the process they are in: one
 * AsyncLocalStorage makes every promise of everybody in it several times as dear.
 *
 * `open(file, name, given)` promises `ask(asked)`, which promises what the contestant's measure gives.
 */
export async function withContestants(use) {
  const children = [];
  const open = async (file, name, given = {}) => {
    const child = fork(script, [file, name, JSON.stringify(given)], {
      execArgv: ["--no-deprecation"],
      stdio: ["ignore", "ignore", "pipe", "ipc"],
    });
    children.push(child);
    let errors = "";
    child.stderr.on("data", (chunk) => (errors = `${errors}${chunk}`.slice(-2_000)));
    const answer = () =>
      new Promise((resolve, reject) => {
        const gone = (status, signal) => reject(new Error(reasonOf(errors) ?? `it ended with ${status ?? signal}`));
        child.once("exit", gone);
        child.once("message", (message) => {
          child.off("exit", gone);
          if (message.error === undefined) resolve(message.figure);
          else reject(new Error(message.error));
        });
      });
    await answer();
    return (asked = {}) => {
      const answered = answer();
      child.send(asked);
      return answered;
    };
  };
  try {
    return await use(open);
  } finally {
    await Promise.all(children.map(closed));
  }
}

function closed(child) {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve();
    const limit = setTimeout(() => child.kill("SIGKILL"), 5_000);
    child.once("exit", () => {
      clearTimeout(limit);
      resolve();
    });
    child.send("close");
  });
}

function reasonOf(errors) {
  return errors
    .split("\n")
    .find((line) => /^\w*Error\b/.test(line.trim()))
    ?.trim();
}
