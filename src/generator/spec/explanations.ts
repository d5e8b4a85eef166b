/** What each diagnostic means, and why it is worth stopping for. */
export const explanations = {
  // Reading
  "not-json":
    "The file cannot be read as JSON. Comments and a trailing comma are allowed, everything else is plain JSON: names and texts in double quotes, a comma between members, every bracket closed.",
  "not-yaml":
    "The file cannot be read as YAML 1.2. Usual reasons: tabs or uneven indentation, a text with a colon that needs quotes, two documents in one file, or more aliases than a spec has use for.",
  "duplicate-word":
    "One object has the same name twice. Readers disagree on which one counts, so a reviewer may see another spec than the one that runs.",
  "too-deep":
    "The file nests more levels than any sensible spec does. The limit keeps a crafted file from exhausting the stack.",

  // Shape
  "unknown-word":
    "The word has no meaning here. It is refused, not ignored: a misspelt policy that is silently dropped would be a policy you believe you have.",
  "missing-word":
    "A word without a safe default is missing. A tool needs name, description, input, effect and, for every effect but read, approval; a store needs value.",
  "wrong-value":
    "The word is known, but its value is not one it can have. docs/spec.md lists every word with its values.",

  // Meaning
  "approval-missing":
    'A tool that changes the world must say when a person approves it: "always", a rule, or "never". There is no default, so that "never" is somebody\'s decision and shows up in review.',
  "retry-on-once":
    'Effect "once" says that repeating the call is never safe; "retry" says to repeat it. If the far side recognises a key, the effect is "keyed"; if one can look whether it happened, "reconcilable"; if doing it twice is the same as once, "idempotent".',
  "recovery-outlives-key":
    "A keyed tool is repeated after a crash with the same idempotency key. Once the far side has forgotten the key, the repeat would do the thing again. So recover.within may not be longer than key.remembered.",
  "remembered-without-keyed":
    'key.remembered says how long the far side recognises our idempotency key. Only effect "keyed" leans on that; for any other effect it changes nothing and may mislead a reader.',
  "key-ignores-own-part":
    "A part of the input either makes the key or may differ under it, not both. With both, two different calls would have one key and different keys at once.",
  "key-part-optional":
    "The key is made from a part of the input that may be missing. All calls without it share one key, so the second of them would be answered with the outcome of the first.",
  "pointer-not-in-input":
    "A JSON Pointer of the spec leads nowhere in the input schema. It would never find anything at run time: a key made of nothing, or a summary with a gap.",
  "no-such-store": "The tool names a store that has no *.store.json file in the spec folder.",
  "no-such-state": "The tool names a state that has no *.state.json file in the spec folder.",
  "no-such-action": "The tool names an action that the state's file does not declare.",
  "no-such-tool": "The tool may call a tool that has no spec in the folder.",
  "call-without-approvers":
    "A tool that people must approve is gated before the body that calls it, so whoever approves the one must approve the other. Otherwise the call could never be made.",
  "initial-does-not-fit":
    "The initial value of a state does not fit the state's own schema, so no body could ever run with it.",
  "editable-makes-key":
    "An approver may change this part of the input, and the key is made from it. After a change the work would no longer be what its key says, and the same work could be done twice.",
  "secret-without-bound":
    "A secret sits inside a schema that contains itself, so there is no end to the places it can be in. What is sealed is told to the runtime as a list of places.",
  "unused-state": "A state file that no tool names. It is generated all the same, but nothing can reach it.",
  "unused-store": "A store file that no tool names. It is generated all the same, but nothing can reach it.",
  "name-missing":
    "Specs name stores and states in lower-case letters, digits and _. The file's name gives no such name, so the file must say one.",
  "duplicate-tool": "Two spec files describe a tool of the same name. Callers could not tell which one they get.",
  "duplicate-state": "Two files describe a state of the same name. Tools could not tell which one they act on.",
  "duplicate-store": "Two files describe a store of the same name. Tools could not tell which one they write to.",
  "name-not-portable":
    "Some model providers accept only letters, digits, _ and - in a tool's name, and 64 characters at most. The tool works; connecting it to those providers needs a rename.",

  // Lint
  "key-without-window":
    "The key is made of only a part of the input, and it never ends. A later call with the same key and another input is a conflict, for ever: a price that was set once could never be set to anything else.",
  "key-without-required-field":
    "The key is made only from parts of the input that may be missing. All calls that leave them out share one key, so they are all answered with the outcome of the first.",
  "retry-without-key":
    "The tool is tried again, and without key only the call id names the work. A model that asks twice uses two call ids, so its second request is new work and happens twice.",
  "approval-never-fires":
    "No input that the tool accepts meets the condition of its approval, as the two schemas show. The spec reads as if a person were asked, and nobody ever is.",
  "approval-always-fires":
    'Every input that the tool accepts meets the condition of its approval, as the two schemas show. If that is meant, "always" says it; if not, a bound is wrong.',
  "once-without-approval":
    "A call that can neither be repeated nor looked up ends in doubt after a crash, and nobody saw it before. One of the two should not be so.",
  "secret-in-text":
    "A text of the spec looks like a credential. Specs are committed, and their descriptions are sent to model providers.",
  "description-too-thin":
    "The description is all a model has to choose the tool by. With a few words it will be called when it should not, or not when it should.",
  "description-too-long":
    "Some model providers refuse a description of more than 1024 characters, and a tool that one of them refuses cannot be offered there.",
  "no-output-schema":
    "Without output schema anything passes as output: the compiler cannot check the body, the runtime cannot check the result, and a model does not know what it gets.",
  "input-not-object": "Every large model provider takes only tools whose input is an object.",
  "input-too-large-for-models":
    "Model providers limit how many properties, levels and enum values the input of a tool may have. Past the limit the whole request is refused.",
  "property-not-portable":
    "Some model providers accept only letters, digits, _, . and - in the names of properties, and 64 characters at most.",
  "key-never-used":
    "A keyed tool is repeated after a crash because the far side recognises its key. A body that never hands idempotencyKey on is repeated all the same, and the thing happens twice.",
  "env-past-declared":
    "A body that reads the environment by itself gets what its spec does not declare: reviewers do not see it, linking does not check it, and a test cannot replace it.",
  "tool-never-linked":
    "The class is given an implementation, but no executor is given the tool, so nobody can call it.",
  "suppression-without-reason":
    "A comment that allows a finding must say why, so that the next reader can tell whether the reason still holds.",
  "unused-suppression":
    "A comment allows a finding that is not there. It would allow the next one in its place without anybody deciding that.",
  "unknown-rule":
    "The config gives a level to a rule that does not exist, most likely a typo. The rule that was meant keeps its own level, so what its author wanted stricter is not.",
  "bad-team-rule":
    "A rule of the team's own is data: two JSON Schemas over a spec. One of them is not a JSON Schema, so the rule could not be asked.",

  // Code
  "spec-gone":
    "A file imports, makes or links a tool whose spec was removed or renamed. The generated module goes away with its spec; what people wrote is theirs to remove.",
  "undeclared-use":
    "A body uses a store, a setting or an error code that its spec does not declare, or writes to a store that it may only read. The compiler refuses it, and so does the runtime.",
  "executor-lacks-option":
    "The specs now ask for something that linking must be given, such as the public keys of approvers. Nobody can make that up, so it is told and not added.",

  // Schemas
  "bad-schema-word":
    "A word of a JSON Schema has a value that its draft does not allow, such as a type that does not exist. Validators would ignore or refuse it, each in its own way.",
  "misspelt-schema-word":
    "JSON Schema lets validators pass over words they do not know, so a misspelt word is lost without a sound: a bound that is not enforced, a secret that is not sealed. A word that is nearly one of JSON Schema's is therefore refused; other words are left alone, and a word that begins with x- is always yours.",
  "required-not-allowed":
    "A member is required, and additionalProperties: false refuses every member that properties does not name. No object can be both, so nothing fits the schema; most likely one of the two names is misspelt.",
  "bad-ref": "The text of a $ref is not a URI reference.",
  "missing-ref": "A $ref leads to a file or definition that is not there.",
  "remote-ref":
    "A $ref leads to the network. Nothing is fetched, on purpose: what a tool accepts must not depend on somebody else's server. Copy the definition into the spec folder.",
  "ref-outside-root":
    "A $ref leaves the spec folder. Only files inside it are read, so that a spec cannot pull in what its author may not see.",
  "unknown-dialect":
    "The schema says it is written in a draft that is not known here. Drafts 2020-12 (the default) and 07 are.",
  "later-draft-word":
    "The schema says it is draft-07, where this word means nothing, so it is not enforced. Its author most likely believes it is.",
  "nullable-alone":
    'OpenAPI\'s "nullable" says something only beside "type". Without one it changes nothing, although its author most likely meant to allow null.',
  "old-tuple":
    'A list under "items" is how draft-07 wrote tuples; draft 2020-12 calls it "prefixItems". It is read as a tuple.',
  "half-character":
    "A name holds one half of a character that takes two (a lone surrogate). No text that was sent properly can contain it, so the name could never match.",
  "schema-too-deep": "Schemas nest deeper than the limit. $defs and $ref keep them flat and readable.",
  "bad-pattern": "A pattern is not a regular expression that JavaScript can read, so nothing could be checked with it.",
  "loose-pattern":
    "The pattern is only a regular expression by the old, loose rules of JavaScript. It works here; other validators may refuse the schema.",
  "slow-pattern":
    "A short text can keep this pattern busy for minutes, since it can match the same part in many ways. Whoever writes the input could stop the process with it.",
  "unknown-format": "JSON Schema has no such format, so it is documentation only. Nothing checks it.",
  "beyond-types":
    "TypeScript cannot express all that this word asks. The validator enforces it at run time; the type allows a little more.",
  "endless-ref":
    "A definition refers to itself without going one step into the value, so whether a value fits would never be decided.",
  "schema-too-large": "A schema has more parts than the limit, which keeps a crafted file from exhausting the memory.",

  // Templates
  "unknown-hole": "A template has a hole that no text belongs to; it would be left in the generated code as it is.",
  "unfilled-hole":
    "A template leaves out a hole. The text that belongs there would be missing from the generated code.",

  // Output
  "output-not-ours":
    "toolwright only writes into a folder that is empty or that it wrote itself, and only over files that it wrote. That is how it can never destroy somebody's work.",
  "output-hand-edited":
    "The file differs from what was generated last, and from what would be generated now, so somebody edited it. Writing over it needs --force.",
  "output-unfinished":
    "Every new text is on the disk before the first file is replaced, with a journal of what is to happen. Here the journal is still there: a run was killed between the first file and the last. The next toolwright generate completes it; looking without writing cannot.",
  "output-orphan-edited":
    "The spec behind this file is gone, but the file was edited by hand since it was generated, so it is kept.",
  "output-missing": "generate --check: a file that the specs ask for is not there.",
  "output-stale": "generate --check: a file is what an earlier version of the specs, or of the generator, asked for.",
  "output-orphaned": "generate --check: the spec behind this file is gone.",
  "manifest-unreadable":
    "toolwright.manifest.json lists what was generated, so that edits by hand are noticed and leftovers removed. It cannot be read, most likely after a merge conflict.",
} as const;

/** Every code a finding can have. */
export type DiagnosticCode = keyof typeof explanations;
