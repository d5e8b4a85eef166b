/** A host name of RFC 1123. */
export function isHostname(text: string): boolean {
  if (text.length > 253) return false;
  return text.split(".").every((label) => /^[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/i.test(label) && !isBadExtension(label));
}

/** Labels with "--" in the third place are reserved; only punycode is in use. */
function isBadExtension(label: string): boolean {
  return /^..--/u.test(label) && !/^xn--[a-z\d-]+$/i.test(label);
}

/** Signs that IDNA 2008 allows among the letters, digits and marks of every script: anywhere, or not at the ends. */
const idnSigns = "\\u06fd\\u06fe\\u0f0b\\u30fb";
const idnInnerSigns = `${idnSigns}\\u00b7\\u0375\\u05f3\\u05f4\\u200c\\u200d-`;
const idnLabel = new RegExp(
  `^[\\p{L}\\p{N}${idnSigns}](?:[\\p{L}\\p{N}\\p{M}${idnInnerSigns}]*[\\p{L}\\p{N}\\p{M}${idnSigns}\\u05f3\\u05f4])?$`,
  "u",
);

/** A host name that may have letters of any script; which of them may stand together is left to the resolver. */
export function isIdnHostname(text: string): boolean {
  const labels = text.split(/[.\u3002\uff0e\uff61]/u);
  return (
    text.length <= 253 && labels.every((label) => idnLabel.test(label) && label.length <= 63 && !isBadExtension(label))
  );
}

/** An address of four numbers, without leading zeros. */
export function isIpv4(text: string): boolean {
  return /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/.test(text);
}

/** An IPv6 address, with `::` at most once and perhaps IPv4 at its end; no zone. */
export function isIpv6(text: string): boolean {
  const halves = text.split("::");
  if (halves.length > 2) return false;
  let groups = 0;
  for (const [index, half] of halves.entries()) {
    if (half === "") {
      if (halves.length === 1) return false;
      continue;
    }
    const parts = half.split(":");
    for (const [at, part] of parts.entries()) {
      const last = index === halves.length - 1 && at === parts.length - 1;
      if (last && part.includes(".")) {
        if (!isIpv4(part)) return false;
        groups += 2;
      } else if (/^[\da-f]{1,4}$/i.test(part)) groups++;
      else return false;
    }
  }
  return halves.length === 2 ? groups <= 7 : groups === 8;
}

/** A mailbox of RFC 5321; with `international`, of RFC 6531. */
export function isEmail(text: string, international: boolean): boolean {
  const at = text.lastIndexOf("@");
  if (at < 1) return false;
  const local = text.slice(0, at);
  const domain = text.slice(at + 1);
  const atoms = international ? /^[^\s"(),:;<>@[\\\]]+$/u : /^[a-z\d!#$%&'*+/=?^_`{|}~.-]+$/i;
  const dotted = atoms.test(local) && !/^\.|\.\.|\.$/.test(local);
  if (!dotted && !/^"(?:[^"\\\r\n]|\\[ -~])*"$/.test(local)) return false;
  const literal = /^\[(?:(IPv6:)(.+)|(.+))\]$/i.exec(domain);
  if (literal !== null) return literal[1] ? isIpv6(literal[2] ?? "") : isIpv4(literal[3] ?? "");
  return international ? isIdnHostname(domain) : isHostname(domain);
}
