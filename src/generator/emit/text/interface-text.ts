import { docComment } from "./doc-comment.js";
import { memberName } from "./property-name.js";

/** One readonly member: its name, its type text and what is said about it. */
export interface InterfaceMember {
  readonly name: string;
  readonly type: string;
  readonly doc?: string;
}

/** An exported interface, one member a line. */
export function interfaceText(name: string, members: readonly InterfaceMember[]): string {
  if (members.length === 0) return `export interface ${name} {}`;
  const lines = members.map(
    (member) => `${docComment(member.doc ?? "", "  ")}  readonly ${memberName(member.name)}: ${member.type};\n`,
  );
  return `export interface ${name} {\n${lines.join("")}}`;
}
