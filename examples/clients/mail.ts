import type { Send } from "./send.js";

/** The mail gateway. */
export interface Mail {
  /** "refused": the gateway would not take it, so it was not sent. */
  send(
    message: { readonly to: string; readonly subject: string; readonly body: string; readonly attachments: object },
    access: { readonly url: string; readonly signal: AbortSignal },
  ): Promise<{ readonly id: string } | "refused">;
}

export function mail(send: Send): Mail {
  return {
    async send(message, { url, signal }) {
      const { status, body } = await send({ method: "POST", url: `${url}/messages`, body: message, signal });
      if (status === 422) return "refused";
      if (status >= 400) throw new Error(`the mail gateway answered ${status}`);
      return body as { readonly id: string };
    },
  };
}
