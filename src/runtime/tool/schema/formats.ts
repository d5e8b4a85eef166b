import { isEmail, isHostname, isIdnHostname, isIpv4, isIpv6 } from "./format-host.js";
import { isDate, isDateTime, isDuration, isTime } from "./format-time.js";
import { isIri, isIriReference, isUri, isUriReference, isUriTemplate } from "./format-uri.js";

type Format = (text: string) => boolean;

/** The formats that validators assert, by the names of draft 2020-12. */
export const formats: { readonly [name: string]: Format } = {
  date: isDate,
  time: isTime,
  "date-time": isDateTime,
  duration: isDuration,
  email: (text) => isEmail(text, false),
  "idn-email": (text) => isEmail(text, true),
  hostname: isHostname,
  "idn-hostname": isIdnHostname,
  ipv4: isIpv4,
  ipv6: isIpv6,
  uri: isUri,
  "uri-reference": isUriReference,
  iri: isIri,
  "iri-reference": isIriReference,
  "uri-template": isUriTemplate,
  uuid: (text) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text),
  "json-pointer": (text) => /^(\/([^~/]|~[01])*)*$/u.test(text),
  "relative-json-pointer": (text) => /^(0|[1-9]\d*)(#|(\/([^~/]|~[01])*)*)$/u.test(text),
  regex: isRegex,
};

function isRegex(text: string): boolean {
  try {
    new RegExp(text, "u");
    return true;
  } catch {
    return false;
  }
}
