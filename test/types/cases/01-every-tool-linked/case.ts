import { createExecutor } from "@toolwright/runtime";
import { registry, type Wiring } from "../../../../generated/registry.js";

declare const wiring: Wiring;
const { send_email, ...allButOne } = wiring.tools;

createExecutor(registry, wiring);

createExecutor(registry, { ...wiring, tools: allButOne });

createExecutor(registry, { ...wiring, tools: { ...allButOne, send_email, send_fax: send_email } });

createExecutor(registry, { ...wiring, tools: { ...allButOne, send_email: wiring.tools.tag_ticket } });
