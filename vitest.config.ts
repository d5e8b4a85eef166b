import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    exclude: ["**/cases/**", "test/.tmp/**"],
    pool: "forks",
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 120_000,
    // A test waits for what it is about; how long that takes is the machine's business.
    expect: { poll: { timeout: 15_000 } },
    // Programs choose colours by it; what a test sees must not depend on where it runs.
    env: { CI: "" },
    // Node loads what was built, as users and killed children do, so that there are never two copies of a module.
    server: { deps: { external: [/\/(dist|build)\//] } },
  },
});
