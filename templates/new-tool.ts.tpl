import { {{className}} } from {{module}};

export const {{constName}} = new {{className}}({{implementation}});
