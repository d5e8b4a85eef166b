/** Tells whether a number is a whole multiple of another as they are written in decimal, so that 0.0075 is one of 0.0001. */
export function isMultiple(value: number, divisor: number): boolean {
  if (Number.isInteger(value) && Number.isInteger(divisor)) return value % divisor === 0;
  if (!Number.isFinite(value)) return false;
  const [a, scaleA] = decimal(value);
  const [b, scaleB] = decimal(divisor);
  const scale = Math.max(scaleA, scaleB);
  return (a * 10n ** BigInt(scale - scaleA)) % (b * 10n ** BigInt(scale - scaleB)) === 0n;
}

/** The shortest decimal of a number as digits and how many of them are behind the point. */
function decimal(value: number): [digits: bigint, scale: number] {
  const [mantissa = "0", exponent = "0"] = String(value).split("e");
  const [whole = "0", fraction = ""] = mantissa.split(".");
  const scale = fraction.length - Number(exponent);
  const digits = BigInt(whole + fraction);
  return scale < 0 ? [digits * 10n ** BigInt(-scale), 0] : [digits, scale];
}
