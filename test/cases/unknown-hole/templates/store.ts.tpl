{{header}}

import type { StorePolicy } from "@toolwright/runtime";

{{types}}

{{doc}}
export const {{constName}}: StorePolicy<{{valueName}}> = {
  name: {{name}},
  scope: {{scope}},
  ttlMs: {{ttlMs}},
  contract: () => import({{contract}}),
{{extras}}
};
