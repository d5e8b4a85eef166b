import type { AllocatedName } from "./allocate-names.js";

/** The names that a tool's module declares. */
export function toolSpelling({ pascal, camel }: AllocatedName) {
  return {
    className: `${pascal}Tool`,
    policyName: `${camel}Policy`,
    inputName: `${pascal}Input`,
    outputName: `${pascal}Output`,
    needsName: `${pascal}Needs`,
    storesName: `${pascal}Stores`,
    answersName: `${pascal}Answers`,
    callsName: `${pascal}Calls`,
    statesName: `${pascal}States`,
  };
}
