{{header}}

import type { StatePolicy } from "@toolwright/runtime";

{{types}}

{{actions}}

{{reducers}}

{{doc}}
export const {{constName}}: StatePolicy = {
  name: {{name}},
  scope: {{scope}},
  initial: {{initial}},
  contract: () => import({{contract}}),
{{extras}}
};
