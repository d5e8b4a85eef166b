import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { globSync } from "tinyglobby";
import { describe, expect, test } from "vitest";

const pages = globSync(["*.md", "docs/**/*.md"]);

describe.each(pages)("%s", (page) => {
  const text = readFileSync(page, "utf8");

  test("links to pages and folders that are there", () => {
    const links = [...text.matchAll(/\]\(([^)#:\s]+)\)/g)].map(([, target = ""]) => join(dirname(page), target));
    expect(links.filter((target) => !existsSync(target))).toEqual([]);
  });

  test("names files that are there", () => {
    const named = [...text.matchAll(/`([\w./-]+\.(?:ts|json))`/g)].map(([, name = ""]) => name);
    const known = globSync([
      "*.json",
      "{src,test,bench,examples,generated,tool-specs,docs}/**",
      "!**/{dist,node_modules}/**",
    ]);
    expect(named.filter((name) => !known.some((path) => `/${path}`.endsWith(`/${name}`)))).toEqual([]);
  });
});
