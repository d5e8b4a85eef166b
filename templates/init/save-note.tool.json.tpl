{
  "$schema": {{schema}},
  "name": "save_note",
  "description": "Saves a short note under an id, so that it can be read again later. An earlier note of that id is replaced.",
  "input": {
    "type": "object",
    "properties": {
      "id": { "type": "string", "pattern": "^[a-z0-9-]{1,40}$", "description": "Lower-case letters, digits and -." },
      "text": { "type": "string", "maxLength": 2000, "description": "What to remember." }
    },
    "required": ["id", "text"],
    "additionalProperties": false
  },
  "output": { "type": "object", "properties": { "file": { "type": "string" } }, "required": ["file"], "additionalProperties": false },
  "effect": "idempotent",
  "approval": "never"
}
