/** The program is put together wrongly; no call can make it right. */
export class WiringError extends Error {
  override readonly name = "WiringError";
}
