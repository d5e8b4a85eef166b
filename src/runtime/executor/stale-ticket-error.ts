/** This worker lost its claim while its body ran: somebody else decides the outcome now, and this one was discarded. */
export class StaleTicketError extends Error {
  override readonly name = "StaleTicketError";
}
