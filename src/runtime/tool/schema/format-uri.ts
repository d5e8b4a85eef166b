import { isIpv6 } from "./format-host.js";

const escaped = "%[\\da-f]{2}";
const plain = "[\\w.~!$&'()*+,;=:@-]";
const wide = "[^\\u0000-\\u007f]";

function grammar(international: boolean): { readonly absolute: RegExp; readonly relative: RegExp } {
  const char = `(?:${plain}|${escaped}${international ? `|${wide}` : ""})`;
  const authority = `(?:(?:(?!@)${char})*@)?(?:\\[(?<ip>[^\\]]+)\\]|(?:(?![:@])${char})*)(?::\\d*)?`;
  const tail = `(?:\\?(?:${char}|[/?])*)?(?:#(?:${char}|[/?])*)?$`;
  const hierarchy = `(?://${authority}(?:/${char}*)*|/(?:${char}+(?:/${char}*)*)?|`;
  return {
    absolute: new RegExp(`^[a-z][a-z\\d+.-]*:${hierarchy}(?:${char}+(?:/${char}*)*)?)${tail}`, "iu"),
    relative: new RegExp(`^${hierarchy}(?:(?:(?!:)${char})+(?:/${char}*)*)?)${tail}`, "iu"),
  };
}

const uri = grammar(false);
const iri = grammar(true);

function matches(form: RegExp, text: string): boolean {
  const found = form.exec(text);
  if (found === null) return false;
  const ip = found.groups?.ip;
  return ip === undefined || isIpv6(ip) || /^v[\da-f]+\.[\w.~!$&'()*+,;=:-]+$/i.test(ip);
}

/** An absolute URI of RFC 3986. */
export function isUri(text: string): boolean {
  return matches(uri.absolute, text);
}

/** A URI or a relative reference. */
export function isUriReference(text: string): boolean {
  return matches(uri.absolute, text) || matches(uri.relative, text);
}

/** An absolute IRI of RFC 3987. */
export function isIri(text: string): boolean {
  return matches(iri.absolute, text);
}

/** An IRI or a relative reference. */
export function isIriReference(text: string): boolean {
  return matches(iri.absolute, text) || matches(iri.relative, text);
}

const variable = "(?:\\w|%[\\da-f]{2})(?:\\.?(?:\\w|%[\\da-f]{2}))*(?::[1-9]\\d{0,3}|\\*)?";
const expression = new RegExp(`^[+#./;?&=,!@|]?${variable}(?:,${variable})*$`, "i");

/** A URI template of RFC 6570. */
export function isUriTemplate(text: string): boolean {
  const parts = text.split(/[{}]/);
  if (parts.length % 2 === 0 || !/^[^{}]*(?:\{[^{}]*\}[^{}]*)*$/.test(text)) return false;
  return parts.every((part, index) =>
    index % 2 === 0 ? /^(?:[^\p{Cc} "<>%\\^`|]|%[\da-f]{2})*$/iu.test(part) : expression.test(part),
  );
}
