import { describe, expect, it } from "vitest";
import { Narrator } from "../../build/examples/demo/narrator.js";

function tell(isTTY: boolean, story: (narrator: Narrator) => void): string {
  let told = "";
  const stream = { isTTY, write: (text: string) => (told += text) };
  story(new Narrator(stream, { colour: false, elapsedMs: () => 1_500 }));
  return told;
}

describe("the narrator", () => {
  const progress = (narrator: Narrator) => {
    narrator.progress("killed", 1, 2);
    narrator.progress("killed", 2, 2);
  };

  it("moves a line on a terminal", () => {
    expect(tell(true, progress)).toContain("\r\x1b[K");
    expect(tell(true, progress)).toContain("1/2 killed");
  });

  it("writes plain lines elsewhere", () => {
    expect(tell(false, progress)).toBe("  1.5 s  killed\n");
  });

  it("says which proofs fail, and that they do", () => {
    const good = { says: "refunds", expected: "1", counted: "1" };
    let verdict: boolean | undefined;
    const told = tell(false, (narrator) => {
      verdict = narrator.table([good, { ...good, says: "shipments", counted: "2" }]);
    });
    expect(verdict).toBe(false);
    expect(told).toContain("✓ refunds           1        1\n✗ shipments         1        2\n");
    expect(told).toContain("1 of 2 proofs failed (1.5 s).");
  });
});
