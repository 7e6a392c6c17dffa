import { channel } from 'node:diagnostics_channel'
import { HttpError } from './http-error.ts'

/** The outcome of a request to a provider. */
export interface CallOutcome {
  url: string
  /** A label for the failure; null if the provider answered as expected. */
  failure: string | null
  /** Until the headers arrived, or the request failed. */
  seconds: number
}

/** Emits an event for each request, so that clients don't depend on telemetry. */
export const CALL_OUTCOMES = channel('ninesixteen.call-outcomes')

/** Runs a request and emits its outcome, unless the caller aborted it. */
export async function noting(input: string | URL | Request, call: () => Promise<Response>): Promise<Response> {
  const startedAt = performance.now()
  const report = (failure: string | null): void => {
    if (!CALL_OUTCOMES.hasSubscribers) return
    const [url, seconds] = [input instanceof Request ? input.url : String(input), (performance.now() - startedAt) / 1000]
    CALL_OUTCOMES.publish({ url, failure, seconds } satisfies CallOutcome)
  }
  try {
    const response = await call()
    report(response.status < 400 ? null : `status ${response.status}`)
    return response
  } catch (error) {
    if (error instanceof HttpError) report(error.fault)
    throw error
  }
}
