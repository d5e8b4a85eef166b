import { ShipReplacementTool } from "../../../../generated/tools/ship-replacement.js";

const shipped = { shipmentId: "s", carrier: "post" } as const;
const run = async () => shipped;

new ShipReplacementTool({ run, reconcile: async () => ({ happened: shipped }) });
new ShipReplacementTool({ run, reconcile: async () => "cannot happen any more" });

new ShipReplacementTool({ run });
new ShipReplacementTool(run);
new ShipReplacementTool({ run, reconcile: async () => "not yet" });
