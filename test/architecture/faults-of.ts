import { posix } from "node:path";
import { type Import, importsOf } from "./imports-of.js";

/** A room: which others it may look into, and what it may load from outside. */
export interface Room {
  readonly path: string;
  readonly opens: readonly string[];
  /** Modules from outside that may be loaded, as exact names or prefixes that end in "*". */
  readonly loads: readonly string[];
  /** Modules that may be named in `import type`. */
  readonly names?: readonly string[];
  /** Modules that may be asked for by `import()`. */
  readonly asksFor?: readonly string[];
}

/** Files by their path from the root of the repository. */
export type Tree = ReadonlyMap<string, string>;

/** Every import that goes through a closed door, as "file:line why". */
export function faultsOf(rooms: readonly Room[], tree: Tree): readonly string[] {
  return [...tree].flatMap(([path, text]) => {
    const room = roomOf(rooms, path);
    if (room === undefined) return [`${path} is in no room`];
    return importsOf(path, text).flatMap((found) => {
      const why = refusalOf(rooms, room, path, found);
      return why === null ? [] : [`${path}:${found.line} ${why}`];
    });
  });
}

/** The innermost room that holds a path. */
function roomOf(rooms: readonly Room[], path: string): Room | undefined {
  return rooms
    .filter((room) => path.startsWith(`${room.path}/`))
    .reduce<Room | undefined>((best, room) => (room.path.length > (best?.path.length ?? 0) ? room : best), undefined);
}

function refusalOf(rooms: readonly Room[], room: Room, path: string, { target, reach }: Import): string | null {
  if (target.startsWith(".")) {
    const inside = roomOf(rooms, posix.join(posix.dirname(path), target));
    if (inside === room || (inside && room.opens.includes(inside.path))) return null;
    return `${room.path} may not look into ${inside?.path ?? target}`;
  }
  const allowed = [
    ...room.loads,
    ...(reach === "type" ? (room.names ?? []) : []),
    ...(reach === "dynamic" ? (room.asksFor ?? []) : []),
  ];
  return allowed.some((pattern) => fits(pattern, target)) ? null : `${room.path} may not ${verb[reach]} ${target}`;
}

const verb = { value: "load", type: "name", dynamic: "ask for" } as const;

function fits(pattern: string, target: string): boolean {
  return pattern.endsWith("*") ? target.startsWith(pattern.slice(0, -1)) : pattern === target;
}
