{{header}}

{{imports}}

{{types}}

{{needs}}

export const {{policyName}} = {{policy}} as const satisfies ToolPolicy;

{{classDoc}}
export class {{className}} extends {{parent}} {
  override readonly policy = {{policyName}};
  override readonly contract = () => import({{contract}});
}
