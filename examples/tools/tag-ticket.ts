import { TagTicketTool } from "../../generated/tools/tag-ticket.js";

export const tagTicket = new TagTicketTool(async ({ ticketId, status, tags }, { stores }) => {
  const before = (await stores.tickets.get(ticketId))?.tags ?? [];
  await stores.tickets.put(ticketId, { status, tags });
  return { added: tags.filter((tag) => !before.includes(tag)), removed: before.filter((tag) => !tags.includes(tag)) };
});
