/** Traces over OTLP, only when `OTEL_EXPORTER_OTLP_ENDPOINT` is set; otherwise nothing is loaded. */
import type { Log } from './log.ts';

/** Starts exporting spans; the returned function flushes and stops. Other `OTEL_*` variables apply. */
export const startTelemetry = async (name: string, log: Log): Promise<() => Promise<void>> => {
  if (!process.env.OTEL_EXPORTER_OTLP_ENDPOINT) return async () => undefined;
  const [{ NodeSDK }, { OTLPTraceExporter }] = await Promise.all([
    import('@opentelemetry/sdk-node'),
    import('@opentelemetry/exporter-trace-otlp-http'),
  ]);
  const sdk = new NodeSDK({ serviceName: name, traceExporter: new OTLPTraceExporter() });
  sdk.start();
  log.info({ endpoint: process.env.OTEL_EXPORTER_OTLP_ENDPOINT }, 'exporting traces');
  return () => sdk.shutdown().catch(() => undefined);
};
