{{header}}

{{imports}}

/** What every tool takes, by name. */
{{inputs}}

/** What every tool gives, by name. */
{{outputs}}

/** What every spec says about running its tool, by name. */
{{policies}}

{{needs}}

/** What `createExecutor` must be given to link these tools. */
{{wiring}}

/** The types of this catalog, as the runtime asks for them. */
export interface Catalog {
  readonly inputs: ToolInputs;
  readonly outputs: ToolOutputs;
  readonly policies: ToolPolicies;
  readonly wiring: Wiring;
}

/** Every tool and store of this catalog, without implementations. */
export const registry: Registry<Catalog> = defineRegistry({{abi}}, {
  tools: {{tools}},
  stores: {{stores}},
  states: {{states}},
});
