import { childAt, pointerTo, pointerTokens } from "./json-pointer.js";
import { publishedMetaSchema } from "./published-meta-schema.js";
import { type Resource, readResources } from "./resource.js";
import type { SchemaNote, SchemaPlace } from "./schema-note.js";

/** A schema, where it is written and the resource it belongs to. */
export interface Site {
  readonly schema: unknown;
  readonly place: SchemaPlace;
  readonly resource: Resource;
}

/** Why a reference leads nowhere. */
export type RefFailure = Pick<SchemaNote, "code" | "message" | "hint">;

const rootUri = "spec:///specs/";

/** The documents that may be referred to. */
export type Documents = Pick<ReadonlyMap<string, unknown>, "get" | "has">;

/** Finds what references mean, inside the given documents only: no file and no network is ever read. */
export class SchemaLibrary {
  /** The documents that were looked into on the way. */
  readonly opened = new Set<string>();
  readonly #documents: Documents;
  readonly #byUri = new Map<string, Resource>();
  readonly #byPlace = new Map<string, Resource>();

  constructor(documents: Documents) {
    this.#documents = documents;
  }

  /** Enters a schema that is a value inside a document; `#` means that value, not the document. */
  enter(schema: unknown, place: SchemaPlace): Site {
    const uri = `${rootUri}${encodePath(place.file)}${place.pointer && `?${encodeURIComponent(place.pointer)}`}`;
    return { schema, place, resource: this.#byUri.get(uri) ?? this.#add(schema, place, uri) };
  }

  /** The site some steps below. */
  below(site: Site, path: readonly (string | number)[], schema: unknown): Site {
    const place = { file: site.place.file, pointer: pointerTo(site.place.pointer, ...path) };
    return { schema, place, resource: this.#byPlace.get(placeKey(place)) ?? site.resource };
  }

  /** What a `$ref` of a resource points at. */
  resolve(ref: string, from: Resource): Site | RefFailure {
    let url: URL;
    let fragment: string;
    try {
      url = new URL(ref, from.uri);
      fragment = decodeURIComponent(url.hash.slice(1));
    } catch {
      return { code: "bad-ref", message: `${JSON.stringify(ref)} is not a URI reference.`, hint: badRefHint };
    }
    const uri = url.href.replace(/#.*$/, "");
    const resource = this.#open(uri);
    if ("code" in resource) return resource;
    const site = this.#inside(resource, fragment);
    if (site !== undefined) return site;
    // A spec may keep `$defs` beside `input` and `output`: "#/$defs/…" then means the document's.
    const whole = uri.startsWith(rootUri) && url.search ? this.#open(uri.slice(0, -url.search.length)) : undefined;
    const outer = whole !== undefined && !("code" in whole) ? this.#inside(whole, fragment) : undefined;
    return outer ?? { code: "missing-ref", message: `Nothing is at ${JSON.stringify(ref)}.`, hint: missingHint };
  }

  #inside(resource: Resource, fragment: string): Site | undefined {
    let site: Site = { schema: resource.schema, place: resource.place, resource };
    let pointer = fragment;
    if (fragment !== "" && !fragment.startsWith("/")) {
      const place = resource.anchors.get(fragment) ?? resource.dynamicAnchors.get(fragment);
      if (place === undefined) return undefined;
      pointer = place.pointer.slice(resource.place.pointer.length);
    }
    for (const token of pointerTokens(pointer)) {
      const schema = childAt(site.schema, token);
      if (schema === undefined) return undefined;
      site = this.below(site, [token], schema);
    }
    return site;
  }

  #open(uri: string): Resource | RefFailure {
    const known = this.#byUri.get(uri);
    if (known !== undefined) return known;
    const published = publishedMetaSchema(uri);
    if (published !== undefined) return this.#add(published, { file: uri, pointer: "" }, uri);
    const quoted = JSON.stringify(uri.startsWith(rootUri) ? decodeURIComponent(uri.slice(rootUri.length)) : uri);
    if (!uri.startsWith("spec:"))
      return {
        code: "remote-ref",
        message: `${quoted} is not among the specs, and nothing is fetched.`,
        hint: remoteHint,
      };
    if (!uri.startsWith(rootUri))
      return { code: "ref-outside-root", message: "The reference leaves the folder of the specs.", hint: outsideHint };
    const file = decodeURIComponent(new URL(uri).pathname.slice("/specs/".length));
    if (!this.#documents.has(file))
      return { code: "missing-ref", message: `There is no file ${quoted} among the specs.`, hint: missingHint };
    this.opened.add(file);
    return this.#add(this.#documents.get(file), { file, pointer: "" }, uri);
  }

  #add(schema: unknown, place: SchemaPlace, uri: string): Resource {
    const [first, ...embedded] = readResources(schema, place, uri, "2020-12") as [Resource, ...Resource[]];
    this.#byUri.set(uri, first);
    for (const resource of [first, ...embedded]) {
      if (!this.#byUri.has(resource.uri)) this.#byUri.set(resource.uri, resource);
      this.#byPlace.set(placeKey(resource.place), resource);
    }
    return first;
  }
}

const badRefHint = 'Write "#/$defs/Name", or "./file.json#/$defs/Name" for a definition in another file.';
const missingHint = "Check the spelling, and that the definition exists; paths are relative to the referring file.";
const remoteHint = "Save the schema beside the specs and refer to it by a relative path.";
const outsideHint = "Move the file below the spec root.";

function placeKey({ file, pointer }: SchemaPlace): string {
  return `${file}#${pointer}`;
}

function encodePath(file: string): string {
  return file.split("/").map(encodeURIComponent).join("/");
}
