import { existsSync, writeFileSync } from "node:fs";
import { send } from "../clients/send.js";

// A refund as it is often written: it even keeps a record of what it did, so as not to do it twice.
const [farSide, recordFile = "", order, amount, dies] = process.argv.slice(2);
if (!existsSync(recordFile)) {
  await send({ method: "POST", url: `${farSide}/refunds`, body: { order, amount: Number(amount) } });
  if (dies === "dies") process.kill(process.pid, "SIGKILL");
  writeFileSync(recordFile, "refunded");
}
