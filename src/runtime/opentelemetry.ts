export { type OpenTelemetryApi, openTelemetry } from "./executor/events/open-telemetry.js";
