const verdicts = { aim: "reaches the aim", must: "reaches the must", short: "FALLS SHORT", unmeasured: "not measured" };

/** A number with as many digits as it deserves. */
export function number(value) {
  if (!Number.isFinite(value)) return "–";
  if (Math.abs(value) >= 100) return Math.round(value).toLocaleString("en-US");
  return value.toPrecision(value < 0.1 ? 2 : 3);
}

/** A value with its lowest and highest round. */
export function spread({ low, high }) {
  return low === high ? "" : `${number(low)} – ${number(high)}`;
}

export function bound({ better }, value) {
  return `${better === "more" ? "≥" : "≤"} ${number(value)}`;
}

export function verdictOf({ verdict }) {
  return verdicts[verdict];
}
