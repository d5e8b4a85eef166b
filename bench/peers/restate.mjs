import { spawn } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import { arch, platform } from "node:os";
import { refund } from "../cases/refund.mjs";
import { freePort } from "../harness/free-port.mjs";

/** Restate: its own server from npm on this disk, a service of one `ctx.run` in this process, called through the ingress. */
export async function restate(folder) {
  // Its SDK counts on a word that Node has from 22 on.
  Promise.withResolvers ??= function withResolvers() {
    const parts = {};
    parts.promise = new this((resolve, reject) => Object.assign(parts, { resolve, reject }));
    return parts;
  };
  const { createEndpointHandler, service } = await import("@restatedev/restate-sdk");
  const { connect, rpc } = await import("@restatedev/restate-sdk-clients");
  const payments = service({
    name: "payments",
    handlers: { refund: (context, input) => context.run("refund", () => refund(input)) },
  });
  const endpoint = await listening(createEndpointHandler({ services: [payments], logger: () => {} }));
  const server = await startServer(folder);
  const answer = await fetch(`${server.admin}/deployments`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ uri: `http://127.0.0.1:${endpoint.port}` }),
  });
  if (!answer.ok) throw new Error(`Restate did not take the service: ${await answer.text()}`);
  const client = connect({ url: server.ingress }).serviceClient(payments);
  let calls = 0;
  return {
    call: (input) => client.refund(input, rpc.opts({ idempotencyKey: `c_${calls++}` })),
    async close() {
      await server.stop();
      endpoint.close();
    },
  };
}

async function listening(handler) {
  const { createServer } = await import("node:http2");
  const sessions = new Set();
  const server = createServer(handler).listen(0, "127.0.0.1");
  server.on("session", (session) => sessions.add(session));
  await once(server, "listening");
  return {
    port: server.address().port,
    close() {
      for (const session of sessions) session.destroy();
      server.close();
    },
  };
}

async function startServer(folder) {
  const [ingress, admin, node] = [await freePort(), await freePort(), await freePort()];
  const program = createRequire(import.meta.url).resolve(
    `@restatedev/restate-server-${platform()}-${arch()}/bin/restate-server`,
  );
  const env = {
    ...process.env,
    RESTATE_BASE_DIR: folder,
    RESTATE_INGRESS__BIND_ADDRESS: `127.0.0.1:${ingress}`,
    RESTATE_ADMIN__BIND_ADDRESS: `127.0.0.1:${admin}`,
    RESTATE_BIND_ADDRESS: `127.0.0.1:${node}`,
    RESTATE_ADVERTISED_ADDRESS: `http://127.0.0.1:${node}`,
    RESTATE_DISABLE_TELEMETRY: "true",
    RESTATE_LOG_FILTER: "error",
  };
  const child = spawn(program, [], { env, stdio: "ignore" });
  const ended = once(child, "exit");
  const urls = { ingress: `http://127.0.0.1:${ingress}`, admin: `http://127.0.0.1:${admin}` };
  await Promise.race([
    ended.then(([status]) => Promise.reject(new Error(`the Restate server ended with ${status}`))),
    answers(`${urls.admin}/health`).then(() => answers(`${urls.ingress}/restate/health`)),
  ]);
  return {
    ...urls,
    async stop() {
      child.kill();
      await ended;
    },
  };
}

async function answers(url) {
  for (let tries = 0; tries < 300; tries++) {
    const answer = await fetch(url).catch(() => null);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error("the Restate server did not get ready within 30 s");
}
