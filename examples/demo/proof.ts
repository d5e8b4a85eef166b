/** Something the demo says, and what was counted outside the processes that were killed. */
export interface Proof {
  readonly says: string;
  readonly expected: string;
  readonly counted: string;
}

export function holds({ expected, counted }: Proof): boolean {
  return expected === counted;
}
