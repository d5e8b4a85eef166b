import { defineRegistry } from "@toolwright/runtime";

export const accepted = defineRegistry(1, { tools: {}, stores: {} });

export const refused = defineRegistry(2, { tools: {}, stores: {} });
