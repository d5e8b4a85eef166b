{
  "$schema": {{schema}},
  "name": {{name}},
  "description": {{description}},
  "input": { "type": "object", "properties": {}, "additionalProperties": false },
{{approval}}
  "effect": {{effect}}
}
