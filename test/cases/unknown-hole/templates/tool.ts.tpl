{{header}}

{{imports}}

{{types}}

{{needs}}

{{policyDoc}}
export const {{policyName}} = {{policy}} as const satisfies ToolPolicy;

{{classDoc}}
// by {{author}}
export class {{className}} extends {{parent}} {
  override readonly policy = {{policyName}};
  override readonly contract = () => import({{contract}});
}
