import { formats } from "@toolwright/runtime/contract";
import { describe, expect, test } from "vitest";
import { knownFormats } from "../../../src/generator/dist/model/schema/known-formats.js";

const cases: readonly [name: string, { fits: readonly string[]; breaks: readonly string[] }][] = [
  ["date", { fits: ["2024-02-29", "0001-12-31"], breaks: ["2023-02-29", "2024-13-01", "2024-1-1", "২০২৪-০১-০১", ""] }],
  [
    "time",
    {
      fits: ["23:59:60Z", "08:30:06.28+01:00", "01:29:60+01:30"],
      breaks: ["24:00:00Z", "08:30:06", "22:59:60Z", "1:00:00Z"],
    },
  ],
  [
    "date-time",
    {
      fits: ["1963-06-19T08:30:06.283185Z", "1990-12-31t23:59:60z"],
      breaks: ["1963-06-19 08:30:06Z", "1963-06-19T08:30:06", "1998-12-31T23:59:61Z"],
    },
  ],
  [
    "duration",
    {
      fits: ["P4DT12H30M5S", "P4Y", "PT0S", "P1M", "P2W"],
      breaks: ["P", "PT", "P1", "4DT1H", "P2D1Y", "P1Y2W", "P1YT", "PT1D"],
    },
  ],
  [
    "email",
    {
      fits: ["joe@example.com", "te.s+t@a.b", '"joe b"@example.com', "joe@[127.0.0.1]"],
      breaks: ["2962", "@a", "a@", ".a@b.c", "a..b@c.d", "a@b c", "a@-b.c"],
    },
  ],
  ["idn-email", { fits: ["실례@실례.테스트"], breaks: ["2962", "a b@c"] }],
  [
    "hostname",
    {
      fits: ["www.example.com", "xn--4gbwdl.xn--wgbh1c", "a"],
      breaks: ["-a.b", "a-", "a_b", "a..b", "", "a".repeat(64)],
    },
  ],
  ["idn-hostname", { fits: ["실례.테스트", "a.b"], breaks: ["a b", "-a"] }],
  ["ipv4", { fits: ["192.168.0.1", "0.0.0.0"], breaks: ["256.1.1.1", "1.1.1", "01.1.1.1", "1.1.1.1.1", "1.1.1.1."] }],
  [
    "ipv6",
    {
      fits: ["::1", "::", "1:2:3:4:5:6:7:8", "::ffff:192.168.0.1", "1::8"],
      breaks: ["12345::", "1::2::3", "1:2:3:4:5:6:7", ":1", "1:", "::1.2.3", "fe80::a%eth1", ""],
    },
  ],
  [
    "uri",
    {
      fits: ["http://foo.bar/?baz=qux#quux", "urn:a:b", "mailto:a@b.c", "http://[::1]:80/", "a:"],
      breaks: [
        "//a/b",
        "/abc",
        "\\\\a",
        "http://a b",
        "http:// x",
        ":// x",
        "http://[::1/",
        "1http://a",
        "http://a%zz",
      ],
    },
  ],
  ["uri-reference", { fits: ["/abc", "#a", "//a/b", "", "a:b", "?q"], breaks: ["\\\\a", "#a\\b", "a b", "1:b"] }],
  ["iri", { fits: ["http://ƒøø.ßår/?∂éœ=πîx#πîüx"], breaks: ["/abc", "http://a b"] }],
  ["iri-reference", { fits: ["/âππ", "#ƒ"], breaks: ["\\\\a", "â b"] }],
  ["uri-template", { fits: ["http://a/{x}/{y:3}{?q*,r}", "a"], breaks: ["http://a/{x", "a}", "{}", "a b"] }],
  [
    "uuid",
    {
      fits: ["2EB8AA08-aa98-11ea-b4aa-73b441d16380"],
      breaks: ["2eb8aa08aa9811eab4aa73b441d16380", "2eb8aa08-aa98-11ea-b4aa-73b441d1638", "g"],
    },
  ],
  ["json-pointer", { fits: ["", "/foo//bar~0/baz~1/%a", "/"], breaks: ["a", "/~2", "/~", "#/a"] }],
  ["relative-json-pointer", { fits: ["0", "1/a", "2#"], breaks: ["/a", "-1", "01/a", "+1", "0##", ""] }],
  ["regex", { fits: ["^a[b]$"], breaks: ["(", "a**"] }],
];

describe("the format", () => {
  test.each(cases)("%s", (name, { fits, breaks }) => {
    const format = formats[name];
    expect(fits.filter((text) => !format?.(text))).toEqual([]);
    expect(breaks.filter((text) => format?.(text))).toEqual([]);
  });

  test("names that the generator knows are those that the runtime has", () => {
    expect([...knownFormats].sort()).toEqual(Object.keys(formats).sort());
    expect(cases.map(([name]) => name).sort()).toEqual([...knownFormats].sort());
  });
});
