{
  "$schema": {{schema}},
  "name": {{name}},
  "description": {{description}},
  "input": {{input}},
{{key}}
{{approval}}
{{stores}}
  "effect": {{effect}}
}
