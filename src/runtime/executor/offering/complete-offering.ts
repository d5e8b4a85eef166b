import { executeResponse } from "../response/execute-response.js";
import { offerAll } from "./offer-all.js";
import type { Offering, OwnPart } from "./offering.js";
import { viewOf } from "./view.js";

/** The one place where offerings are made, so that no wrapper can forget a capability. */
export function completeOffering(own: OwnPart): Offering {
  return {
    ...own,
    offerAll: (calls, context) => offerAll(own.offer, calls, context),
    executeResponse: (response, context) => executeResponse(own.offer, response, context),
    view: (options) => completeOffering(viewOf(own, options)),
  };
}
