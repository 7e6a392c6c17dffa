import { context, diag, DiagLogLevel, SpanKind, SpanStatusCode, trace, type DiagLogger } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import type { Logger } from 'pino'
import { setTracer, type Tracer } from './spans.ts'

/** Timeout for the collector, in milliseconds: spans it doesn't accept in time are dropped, and nothing waits for it. */
const EXPORT_MS = 10_000

const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL } as const

export interface Tracing {
  /** Sends the remaining spans. */
  stop(): Promise<void>
}

/** Sends spans of this process to an OpenTelemetry collector. Loaded only if one is configured. */
export function openTracing(endpoint: string, log: Pick<Logger, 'warn'>, exportMs = EXPORT_MS): Tracing {
  const warn = (reason: string): void => log.warn({ reason: reason.slice(0, 300) }, 'Trace export failed')
  diag.setLogger(loggerOf(warn), { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true })
  const exporter = new OTLPTraceExporter({ url: `${endpoint}/v1/traces`, timeoutMillis: exportMs })
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'ninesixteen' }),
    spanProcessors: [new BatchSpanProcessor({ exporter, exportTimeoutMillis: exportMs })],
  })
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  // The accounts library reports its spans through it, too.
  trace.setGlobalTracerProvider(provider)
  const end = setTracer(tracerOf(trace.getTracer('ninesixteen')))
  return {
    async stop() {
      end()
      await provider.shutdown().catch((error: unknown) => warn(error instanceof Error ? error.message : String(error)))
      trace.disable()
      context.disable()
      diag.disable()
    },
  }
}

function tracerOf(tracer: ReturnType<typeof trace.getTracer>): Tracer {
  return ({ name, kind, attributes = {} }, work) =>
    tracer.startActiveSpan(name, { kind: KINDS[kind], attributes }, async (span) => {
      try {
        return await work((later) => {
          if (later.name !== undefined) span.updateName(later.name)
          span.setAttributes(later.attributes)
        })
      } catch (error) {
        // The type alone: the message may contain user data.
        span.setAttribute('error.type', error instanceof Error ? error.name : 'unknown')
        span.setStatus({ code: SpanStatusCode.ERROR })
        throw error
      } finally {
        span.end()
      }
    })
}

function loggerOf(warn: (reason: string) => void): DiagLogger {
  const nothing = (): void => undefined
  return { error: warn, warn, info: nothing, debug: nothing, verbose: nothing }
}
