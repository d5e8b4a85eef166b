import { SendEmailTool } from "../../generated/tools/send-email.js";
import type { Mail } from "../clients/mail.js";

/** Nothing can tell afterwards whether a message went out, so nothing repeats it but a person. */
export const sendEmail = (mail: Mail) =>
  new SendEmailTool(async ({ to, subject, body, attachments = [] }, { env, signal, fail }) => {
    const message = await mail.send({ to, subject, body, attachments }, { url: env.MAIL_URL, signal });
    if (message === "refused") throw fail("bounced");
    return { messageId: message.id };
  });
